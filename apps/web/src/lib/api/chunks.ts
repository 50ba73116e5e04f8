import { lazy } from 'react';
import { hasTypedText } from '../browser/typed-text';

/** Milliseconds before the second and the third attempt to load a chunk. */
const PAUSES_MS = [1_000, 3_000];
/** Milliseconds between attempts, and of one request, while the server is unreachable. */
const UNREACHABLE_MS = 5_000;
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

/** A chunk is gone, because the server has a newer version, and the page has typed text that a reload would lose. */
export class NewVersionError extends ChunkError {
  constructor(cause: unknown) {
    super(cause);
    this.name = 'NewVersionError';
  }
}

/** Whether the server is known to have a newer version than this page. */
let isOutdated = false;
const listeners = new Set<() => void>();
export const isOutdatedPage = (): boolean => isOutdated;
export function subscribeToVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Compares this page with the server's version; the page then says if there is a newer one. */
export async function checkVersion(): Promise<void> {
  if (!isOutdated && (await isUpgraded())) noteNewVersion();
}

function noteNewVersion(): void {
  isOutdated = true;
  for (const listener of listeners) listener();
}

/**
 * Loads a chunk of the app in at most three attempts. A page that was opened before an upgrade requests files that the
 * new version no longer has: it is reloaded, or says that there is a new version if a reload would lose typed text.
 * Throws OfflineError if the server is unreachable, else ChunkError.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load();
    } catch (error) {
      if (await isUpgraded()) {
        noteNewVersion();
        if (hasTypedText()) throw new NewVersionError(error);
        if (reloadOnce()) return new Promise(() => undefined);
      }
      const pauseMs = PAUSES_MS[failures];
      if (pauseMs === undefined) throw new ChunkError(error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/**
 * Like {@link loadChunk}, but waits until the server is reachable, or the page is reloaded for a new version: for parts
 * that a page works without.
 */
export async function loadPart<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (;;) {
    try {
      return await loadChunk(load);
    } catch (error) {
      if (error instanceof NewVersionError) return new Promise(() => undefined);
      if (!(error instanceof OfflineError)) throw error;
      await new Promise<void>(whenReachable);
    }
  }
}

/** Resolves at the page's `load` event: what a first visit waits for comes before all else. */
export function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
}

/** React's `lazy` on {@link loadPart}. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load));

/** Calls back when the browser is online again, at the latest after a while; the result cancels it. */
export function whenReachable(attempt: () => void): () => void {
  const cancel = () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
  const run = () => {
    cancel();
    attempt();
  };
  const timer = setTimeout(run, UNREACHABLE_MS);
  window.addEventListener('online', run);
  return cancel;
}

/** Whether the server's start page names another entry script. Throws OfflineError if the server is unreachable. */
export async function isUpgraded(): Promise<boolean> {
  const request = new AbortController();
  const timer = setTimeout(() => request.abort(), UNREACHABLE_MS);
  try {
    const response = await fetch('/index.html', { cache: 'no-store', signal: request.signal });
    if (response.status >= 500) throw new Error(response.statusText);
    const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
    return response.ok && Boolean(entry) && !(await response.text()).includes(entry ?? '');
  } catch (error) {
    throw new OfflineError(error);
  } finally {
    clearTimeout(timer);
  }
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

/** There was no response: no network, or an unreachable server. */
export class OfflineError extends Error {
  constructor(cause?: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'OfflineError';
  }
}
