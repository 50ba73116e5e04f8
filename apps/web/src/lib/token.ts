import * as z from 'zod/mini';
import { storage, storageKeys } from './storage';

const claimsSchema = z.object({
  sub: z.string(),
  exp: z.number(),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
});
export type TokenClaims = z.infer<typeof claimsSchema>;

/** Fetches a new token from the identity provider; null when its session is over. */
type TokenSource = () => Promise<string | null>;

/** Seconds before its end at which a token is replaced. */
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

/** What a token says, unverified: for its end and its subject only; rights are the server's business. */
export function readClaims(token: string): TokenClaims | null {
  try {
    const body = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(body.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    );
    return claimsSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

/** Where new tokens come from; the session sets it. */
export function setTokenSource(next: TokenSource | null): void {
  source = next;
  renewal = null;
}

/** A new token, fetched once for all who ask at the same time. */
export function renewToken(): Promise<string | null> {
  if (source === null) return Promise.resolve(null);
  const asked = source;
  renewal ??= asked()
    .then((token) => {
      // signed out while it was on its way: a late token must not sign the visitor in again
      if (source !== asked) return null;
      if (token !== null) storeToken(token);
      return token;
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** The token for the next call, replaced first when it is about to end. */
export async function currentToken(): Promise<string | null> {
  const token = storedToken();
  if (token === null) return null;
  const claims = readClaims(token);
  const endsSoon = claims !== null && claims.exp - Date.now() / 1000 < RENEW_BEFORE_S;
  if (!endsSoon) return token;
  return (await renewToken().catch(() => null)) ?? token;
}
