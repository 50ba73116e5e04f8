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
      // full or refused: the page still works, it only forgets
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // see set
    }
  },
};

/** Every key this app keeps in the browser. */
export const storageKeys = {
  token: 'token',
  userRole: 'userRole',
  demoAccount: 'demoAccount',
  signUpRole: 'signUpRole',
  guestCart: 'guestCart',
  theme: 'theme',
  shortcuts: 'shortcuts',
  orderSound: 'orderSound',
} as const;
