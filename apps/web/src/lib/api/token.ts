import { storage, storageKeys } from '../browser/storage';
import { serverNow } from './server-clock';

interface TokenClaims {
  sub: string;
  exp: number;
  email?: string;
  name?: string;
}

/** Checks without a schema: every page reads the claims, and a first screen loads no schemas. */
function isClaims(value: unknown): value is TokenClaims {
  const { sub, exp, email, name } = (value ?? {}) as Record<string, unknown>;
  const isOptionalText = (text: unknown) => text === undefined || typeof text === 'string';
  const isIdentified = typeof sub === 'string' && typeof exp === 'number';
  return isIdentified && isOptionalText(email) && isOptionalText(name);
}

/** Fetches a new token from the identity provider; null when its session is over. */
type TokenSource = () => Promise<string | null>;

/** Seconds before its expiry at which a token is renewed. */
const RENEW_BEFORE_S = 30;

/** A call was not sent, because another person than this page's has signed in in this browser. */
class PersonChangedError extends Error {
  constructor() {
    super('Another person has signed in in this browser.');
    this.name = 'PersonChangedError';
  }
}

/**
 * The account that this page shows and acts for: the subject of the token that it was opened with, or of a sign-in on
 * it. Other tabs share the stored token, and can replace it by another person's at any time.
 */
let person: string | null = null;
let onPersonChanged: () => void = () => undefined;
let source: TokenSource | null = null;
let renewal: Promise<string | null> | null = null;

export function storedToken(): string | null {
  return storage.get(storageKeys.token);
}

export function storeToken(token: string | null): void {
  if (token === null) storage.remove(storageKeys.token);
  else storage.set(storageKeys.token, token);
}

/** A token's claims, unverified: only for its expiry and subject; the server checks the rights. */
export function readClaims(token: string): TokenClaims | null {
  try {
    const body = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(body.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : null;
  } catch {
    return null;
  }
}

const subjectOf = (token: string | null) => (token && readClaims(token)?.sub) || null;

/** Makes this page the page of a token's person. */
export function actFor(token: string | null): void {
  person = subjectOf(token);
}

/** The account that this page acts for; null if nobody has been signed in on it. */
export function actingPerson(): string | null {
  return person;
}

/** Whether a token is of another person than this page. */
export function isOfAnother(token: string | null): boolean {
  const subject = subjectOf(token);
  return person !== null && subject !== null && subject !== person;
}

/** Sets the handler for calls that were not sent because of a {@link PersonChangedError}; called by the session. */
export function setPersonChangedHandler(handler: () => void): void {
  onPersonChanged = handler;
}

/** Returns the token; throws PersonChangedError if it is another person's. */
function own(token: string | null): string | null {
  if (!isOfAnother(token)) return token;
  onPersonChanged();
  throw new PersonChangedError();
}

/** Sets the source of new tokens; called by the session. */
export function setTokenSource(next: TokenSource | null): void {
  source = next;
  renewal = null;
}

/** Fetches a new token; concurrent calls share one request. */
export function renewToken(): Promise<string | null> {
  if (source === null) return Promise.resolve(null);
  const requestedFrom = source;
  renewal ??= requestedFrom()
    .then((token) => {
      // signed out while the request was in flight: a late token must not sign the user in again
      if (source !== requestedFrom) return null;
      if (token === null) return null;
      own(storedToken()); // a late token must not replace another person's
      storeToken(token); // another person's too, because the browser's session is theirs now
      return own(token);
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/**
 * The token for the next call, renewed first if it expires soon. Throws PersonChangedError if it is not of this page's
 * person.
 */
export async function currentToken(): Promise<string | null> {
  const token = own(storedToken());
  if (token === null) return null;
  const claims = readClaims(token);
  const endsSoon = claims !== null && claims.exp - serverNow() / 1000 < RENEW_BEFORE_S;
  if (!endsSoon) return token;
  return (await renewToken().catch(() => null)) ?? token;
}
