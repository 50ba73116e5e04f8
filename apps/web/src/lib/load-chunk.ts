import { lazy } from 'react';

/** Milliseconds before the second and the third attempt to load a chunk from a reachable server. */
const PAUSES_MS = [1_000, 3_000];
/** Milliseconds between attempts while the server is unreachable. */
const UNREACHABLE_MS = 5_000;
/** Milliseconds after which {@link loadChunkNow} stops waiting for a chunk. */
const LATE_MS = 10_000;
/** Minimum time between two reloads, in milliseconds: while servers of two versions answer, there is no loop. */
const RELOAD_PAUSE_MS = 60_000;
const RELOADED_AT = 'reloadedAt';

/** A chunk that cannot be loaded although the server is reachable: an extension may block it. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A chunk cannot be loaded.', { cause });
    this.name = 'ChunkError';
  }
}

/**
 * Loads a chunk of the app in at most three attempts; those while the server is unreachable do not count. A page that
 * was opened before an upgrade requests files that the new version no longer has, and is reloaded. Throws ChunkError.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (;;) {
    const loaded = await attempt(load);
    if (loaded !== null) return loaded.chunk;
    await pause(UNREACHABLE_MS);
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
    const loaded = await Promise.race([attempt(load), late]);
    return loaded === null ? null : loaded.chunk;
  } finally {
    clearTimeout(timer);
  }
}

/** React's `lazy` on {@link loadChunk}. */
export const lazyChunk: typeof lazy = (load) => lazy(() => loadChunk(load));

/** Resolves to null once an attempt failed because the server is unreachable. */
async function attempt<Chunk>(load: () => Promise<Chunk>): Promise<{ chunk: Chunk } | null> {
  for (let failures = 0; ; failures += 1) {
    try {
      return { chunk: await load() };
    } catch (error) {
      const server = await askServer();
      if (server === 'unreachable') return null;
      if (server === 'newer' && reloadOnce()) return new Promise(() => undefined);
      const pauseMs = PAUSES_MS[failures];
      if (pauseMs === undefined) throw new ChunkError(error);
      await pause(pauseMs);
    }
  }
}

/** Asks the server for the app's start page: a newer version has another entry script. */
async function askServer(): Promise<'unreachable' | 'newer' | 'same'> {
  const request = new AbortController();
  const timer = setTimeout(() => request.abort(), UNREACHABLE_MS);
  try {
    const response = await fetch('/index.html', { cache: 'no-store', signal: request.signal });
    if (response.status >= 500) return 'unreachable';
    const entry = document.querySelector('script[type="module"][src], link[data-entry]');
    const path = entry?.getAttribute('src') ?? entry?.getAttribute('href');
    return path && response.ok && !(await response.text()).includes(path) ? 'newer' : 'same';
  } catch {
    return 'unreachable';
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after this time, or as soon as the browser is online again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
  });
}

/** Reloads the page, unless it was reloaded a moment ago or cannot store when. */
function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < RELOAD_PAUSE_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
