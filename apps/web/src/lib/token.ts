import { serverNow } from './server-clock';
import { storage, storageKeys } from './storage';

export interface TokenClaims {
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
      if (token !== null) storeToken(token);
      return token;
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** The token for the next call, renewed first if it expires soon. */
export async function currentToken(): Promise<string | null> {
  const token = storedToken();
  if (token === null) return null;
  const claims = readClaims(token);
  const endsSoon = claims !== null && claims.exp - serverNow() / 1000 < RENEW_BEFORE_S;
  if (!endsSoon) return token;
  return (await renewToken().catch(() => null)) ?? token;
}
