/** Dispatches an event named by the key when a stored value changes. */
const changes = new EventTarget();
const dispatchChange = (key: string) => void changes.dispatchEvent(new Event(key));
// changes in other tabs; the server, which renders pages too, has no window
globalThis.window?.addEventListener('storage', ({ key }) => key !== null && dispatchChange(key));

/** localStorage that never throws: private windows and strict settings can refuse it. */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // full or blocked: the page works without it
    }
    dispatchChange(key);
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // see set
    }
    dispatchChange(key);
  },
  /** For `useSyncExternalStore`: calls the listener when the value changes, in this tab or in another one. */
  subscribeTo(key: string) {
    return (listener: () => void) => {
      changes.addEventListener(key, listener);
      return () => changes.removeEventListener(key, listener);
    };
  },
};

/** What is the device's and not a person's; also the token, which the session handles. */
const OF_DEVICE = new Set<string>(['token', 'theme', 'shortcuts', 'orderSound', 'guestCart']);

/** Removes everything that a person leaves behind in this browser, except what a visitor may have too. */
export function forgetPerson(): void {
  try {
    const gone = Object.keys(localStorage).filter((key) => !OF_DEVICE.has(key));
    for (const key of gone) storage.remove(key);
  } catch {
    // see get
  }
  // it holds the checkout's draft, which contains addresses
  sessionStore.clear();
}

/** The same for sessionStorage: per tab, survives a reload. */
export const sessionStore = {
  get(key: string): string | null {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      // as above
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // as above
    }
  },
  clear(): void {
    try {
      sessionStorage.clear();
    } catch {
      // as above
    }
  },
};

/** All storage keys of the app. */
export const storageKeys = {
  token: 'token',
  userRole: 'userRole',
  demoAccount: 'demoAccount',
  signUpRole: 'signUpRole',
  guestCart: 'guestCart',
  theme: 'theme',
  shortcuts: 'shortcuts',
  orderSound: 'orderSound',
  picks: 'picks',
  seenChanges: 'seenChanges',
  postalCode: 'postalCode',
  pendingFavourite: 'favouriteWish',
  pushAsked: 'pushAsked',
  invitation: 'invitation',
} as const;
