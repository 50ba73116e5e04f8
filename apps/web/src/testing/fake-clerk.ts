/** A person with an account at Clerk. */
interface Person {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** The options of ClerkProvider that reach the script. */
interface Options {
  routerPush: (to: string) => unknown;
  signInFallbackRedirectUrl?: string;
}
interface WidgetProps {
  path?: string;
  fallbackRedirectUrl?: string;
}
type Status = 'loading' | 'ready' | 'error';
type OnStatus = (status: Status) => void;
/** Undefined while Clerk changes sessions, as the user is; then null or the new session. */
type Session = ReturnType<FakeClerk['sessionOf']> | null | undefined;
type Resources = { session: Session; user: NonNullable<Session>['user'] | null | undefined };

const TOKEN_SECONDS = 60;
const HOST = 'clerk.farm.example';
export const publishableKey = `pk_live_${btoa(`${HOST}$`)}`;
/** The script that the package requests if there is no `window.Clerk` yet. */
export const clerkScript = () =>
  document.querySelector<HTMLScriptElement>(`script[src^="https://${HOST}/"]`);

export const ada: Person = {
  id: 'user_ada',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Shopper',
};
export const finn: Person = {
  id: 'user_finn',
  email: 'finn@example.org',
  firstName: 'Finn',
  lastName: 'Farmer',
};

/**
 * The part of Clerk's script that `@clerk/clerk-react` uses, for `window.Clerk`. Its steps are in the order of
 * clerk-js 5 (`packages/clerk-js/src/core/clerk.ts` of clerk/javascript).
 */
export class FakeClerk {
  loaded = false;
  status: Status = 'loading';
  readonly client = { sessions: [] };
  readonly organization = null;
  session: Session;
  user: Resources['user'];
  /** Every token that was given out, newest last. */
  readonly tokens: string[] = [];
  /** The person who signs in with the widget. */
  visitor = ada;
  /** Why the script cannot start, if it cannot. */
  failure: Error | null = null;
  #sessions = 0;
  #options: Options = { routerPush: () => undefined };
  readonly #listeners = new Set<(resources: Resources) => void>();
  readonly #onStatus = new Set<OnStatus>();

  /** `resumed` is the person whose session this browser has. */
  constructor(private readonly resumed: Person | null = null) {}

  readonly load = async (options: Options) => {
    this.#options = options;
    await Promise.resolve();
    this.#setStatus(this.failure ? 'error' : 'ready');
    if (this.failure) throw this.failure;
    this.loaded = true;
    this.become(this.resumed);
  };

  readonly on = (_event: 'status', handler: OnStatus, options?: { notify: boolean }) => {
    this.#onStatus.add(handler);
    if (options?.notify) handler(this.status);
  };
  readonly off = (_event: 'status', handler: OnStatus) => this.#onStatus.delete(handler);

  readonly addListener = (listener: (resources: Resources) => void) => {
    this.#listeners.add(listener);
    listener({ session: this.session, user: this.user });
    return () => this.#listeners.delete(listener);
  };

  /** Signs in with the widget, in the steps that end Clerk's own form. */
  readonly signIn = async ({ fallbackRedirectUrl }: WidgetProps = {}) => {
    const session = this.sessionOf(this.visitor);
    this.#set(undefined);
    await this.#navigate(fallbackRedirectUrl ?? this.#options.signInFallbackRedirectUrl ?? '/');
    this.#set(session);
  };

  readonly signOut = async (callback?: () => unknown) => {
    if (!this.session) return;
    this.#set(undefined);
    await (typeof callback === 'function' ? callback() : this.#navigate('/'));
    this.#set(null);
  };

  /** The session ended or changed elsewhere, as when another tab is used. */
  become(person: Person | null): void {
    this.#set(person && this.sessionOf(person));
  }

  readonly mountSignIn = (node: HTMLElement, props: WidgetProps) => {
    const next = document.createElement('button');
    next.textContent = 'Use another method';
    next.onclick = () => void this.#navigate(`${props.path}/factor-one`);
    const done = document.createElement('button');
    done.textContent = 'Continue with Clerk';
    done.onclick = () => void this.signIn(props);
    node.replaceChildren(next, done);
  };
  readonly unmountSignIn = (node: HTMLElement) => node.replaceChildren();
  readonly __unstable__updateProps = ({
    node,
    props,
  }: {
    node?: HTMLElement;
    props?: WidgetProps;
  }) => node && props && this.mountSignIn(node, props);

  sessionOf(person: Person) {
    this.#sessions += 1;
    const id = `sess_${this.#sessions}`;
    const user = {
      ...person,
      imageUrl: 'https://img.clerk.com/face.png',
      primaryEmailAddress: { emailAddress: person.email },
    };
    const claims = { sub: person.id, sid: id };
    return {
      id,
      status: 'active',
      user,
      lastActiveToken: { jwt: { claims } },
      getToken: async () => {
        const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
        const exp = Math.floor(Date.now() / 1000) + TOKEN_SECONDS;
        const jti = this.tokens.length;
        const token = `${part({ alg: 'none' })}.${part({ ...claims, exp, jti })}.x`;
        this.tokens.push(token);
        return token;
      },
    };
  }

  async #navigate(to: string): Promise<void> {
    await this.#options.routerPush(to);
  }

  #set(session: Session): void {
    const user = session === null ? null : session?.user;
    Object.assign(this, { session, user });
    for (const listener of this.#listeners) listener({ session, user });
  }

  #setStatus(status: Status): void {
    this.status = status;
    for (const handler of this.#onStatus) handler(status);
  }
}
