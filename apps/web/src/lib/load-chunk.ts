import { lazy } from 'react';

/** Milliseconds between attempts; an `online` event triggers one earlier. */
const RETRY_MS = 5_000;
/** Milliseconds after which {@link loadChunkNow} stops waiting for a chunk. */
const LATE_MS = 10_000;
/** Minimum time between two reloads, in milliseconds: without it a missing file would cause a reload loop. */
const RELOAD_PAUSE_MS = 60_000;
const RELOADED_AT = 'reloadedAt';

/**
 * Loads a chunk of the app, and retries while the server is unreachable. A page that was opened before an upgrade
 * requests files that the new version no longer has: it is reloaded once, and if that does not help, this rejects.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (let failures = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      if (await isServerReachable()) failures += 1;
      else {
        failures = 0;
        await waitForRetry();
      }
      // The first failure may be a lost connection that has come back since.
      if (failures > 1) {
        if (!reloadOnce()) throw error;
        return new Promise(() => undefined);
      }
    }
  }
}

/**
 * Like {@link loadChunk}, but resolves to null if the server is unreachable or too slow, for callers that report it.
 */
export async function loadChunkNow<Chunk>(load: () => Promise<Chunk>): Promise<Chunk | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, LATE_MS, null);
  });
  try {
    return await Promise.race([load(), late]);
  } catch {
    return (await isServerReachable()) ? loadChunk(load) : null;
  } finally {
    clearTimeout(timer);
  }
}

/** React's `lazy` on {@link loadChunk}. */
export const lazyChunk: typeof lazy = (load) => lazy(() => loadChunk(load));

async function isServerReachable(): Promise<boolean> {
  const request = new AbortController();
  const timer = setTimeout(() => request.abort(), RETRY_MS);
  try {
    const options = { method: 'HEAD', cache: 'no-store', signal: request.signal } as const;
    return (await fetch(window.location.href, options)).status < 500;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function waitForRetry(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, RETRY_MS);
    window.addEventListener('online', end);
  });
}

/** Reloads the page, unless it was reloaded a moment ago. Throws if sessionStorage is blocked. */
function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < RELOAD_PAUSE_MS) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
  return true;
}
