import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  importSPKI,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';

/** The issuer's keys cannot be had now; says nothing about the token. */
export class KeysUnavailable extends Error {}

/** Tells "no such key", which is the token's fault, from "no keys at all", which is not. */
async function keysOrUnavailable<Key>(find: () => Promise<Key>): Promise<Key> {
  try {
    return await find();
  } catch (error) {
    const tokensFault =
      error instanceof errors.JWKSNoMatchingKey ||
      error instanceof errors.JWKSMultipleMatchingKeys ||
      error instanceof errors.JOSENotSupported;
    throw tokensFault ? error : new KeysUnavailable('no keys', { cause: error });
  }
}

const FETCH_TIMEOUT_MS = 3_000;
const FETCH_COOLDOWN_MS = 30_000;
const CACHE_MS = 10 * 60_000;

/** Keys published at an address; fetched once, then again for an unknown key or after ten minutes. */
export function remoteKeys(url: string): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cooldownDuration: FETCH_COOLDOWN_MS,
    cacheMaxAge: CACHE_MS,
  });
  return (header, token) => keysOrUnavailable(() => remote(header, token));
}

/** One public key given as PEM. */
export function pemKey(pem: string): JWTVerifyGetKey {
  const key = importSPKI(pem, 'RS256');
  // Whoever checks the first token learns of a broken key; an unhandled rejection would end the process.
  key.catch(() => undefined);
  return () => keysOrUnavailable(() => key);
}

/** How long an unknown key id is believed to be unknown, so that made-up ids cannot flood the database. */
const RELOAD_COOLDOWN_MS = 1_000;

/** Keys of this installation's own database; loaded once, then again for an unknown key. */
export function localKeys(load: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let known: Promise<ReturnType<typeof createLocalJWKSet>> | undefined;
  let loadedAt = 0;
  let missedAt = 0;

  const reload = () => {
    loadedAt = Date.now();
    const loading = load().then((set) => createLocalJWKSet(set));
    known = loading;
    // A failed load must not be remembered.
    loading.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading;
  };

  return (header, token) =>
    keysOrUnavailable(async () => {
      const current = known && Date.now() - loadedAt < CACHE_MS ? known : reload();
      try {
        return await (await current)(header, token);
      } catch (error) {
        const cooling = Date.now() - missedAt < RELOAD_COOLDOWN_MS;
        if (!(error instanceof errors.JWKSNoMatchingKey) || cooling) throw error;
        missedAt = Date.now();
        return await (await reload())(header, token);
      }
    });
}
