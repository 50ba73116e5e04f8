import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  importSPKI,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';

/** The issuer's keys are unavailable, so the token can be neither accepted nor rejected. */
export class KeysUnavailable extends Error {}

/** Rethrows errors for a token that names an unknown or unsupported key; turns all others into `KeysUnavailable`. */
async function keysOrUnavailable<Key>(find: () => Promise<Key>): Promise<Key> {
  try {
    return await find();
  } catch (error) {
    const isTokenInvalid =
      error instanceof errors.JWKSNoMatchingKey ||
      error instanceof errors.JWKSMultipleMatchingKeys ||
      error instanceof errors.JOSENotSupported;
    throw isTokenInvalid ? error : new KeysUnavailable('no keys', { cause: error });
  }
}

const FETCH_TIMEOUT_MS = 3_000;
const FETCH_COOLDOWN_MS = 30_000;
const CACHE_MS = 10 * 60_000;

/** Keys published at a URL; fetched once, then again for an unknown key or after ten minutes. */
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
  // The first check reports an invalid key; an unhandled rejection would end the process.
  key.catch(() => undefined);
  return () => keysOrUnavailable(() => key);
}

/** Milliseconds between reloads for unknown key ids, so that forged ids cannot flood the database. */
const RELOAD_COOLDOWN_MS = 1_000;

/** Keys of this installation's database; loaded once, then again for an unknown key or after ten minutes. */
export function localKeys(load: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let cached: Promise<ReturnType<typeof createLocalJWKSet>> | undefined;
  let loadedAt = 0;
  let missedAt = 0;

  const reload = () => {
    loadedAt = Date.now();
    const loading = load().then((set) => createLocalJWKSet(set));
    cached = loading;
    // A failed load must not be cached.
    loading.catch(() => {
      if (cached === loading) cached = undefined;
    });
    return loading;
  };

  return (header, token) =>
    keysOrUnavailable(async () => {
      const current = cached && Date.now() - loadedAt < CACHE_MS ? cached : reload();
      try {
        return await (await current)(header, token);
      } catch (error) {
        const isCoolingDown = Date.now() - missedAt < RELOAD_COOLDOWN_MS;
        if (!(error instanceof errors.JWKSNoMatchingKey) || isCoolingDown) throw error;
        missedAt = Date.now();
        return await (await reload())(header, token);
      }
    });
}
