import { lazy } from 'react';

/** Milliseconds after which a part that did not come is asked for again; a network that comes back is quicker. */
const AGAIN_MS = 5_000;
/** One reload in so many milliseconds; more would go round in circles when the server has lost its files. */
const RELOAD_PAUSE_MS = 60_000;
const RELOADED_AT = 'reloadedAt';

/**
 * Loads a part of the app that is a file of its own; without a connection it waits for one. A page that was opened
 * before an upgrade asks for files that the new version no longer has: it is loaded again then, once, and if that
 * did not help the part rejects.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (!(await serverAnswers())) await nextChance();
      else if (tries > 1) {
        if (!reloadOnce()) throw error;
        return new Promise(() => undefined);
      }
    }
  }
}

/** `lazy` of React for what {@link loadPart} loads. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load));

async function serverAnswers(): Promise<boolean> {
  try {
    const { status } = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}

function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, AGAIN_MS);
    window.addEventListener('online', end);
  });
}

/** Loads the page again, unless that was done a moment ago. Throws where nothing can be remembered, as in strict settings. */
function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < RELOAD_PAUSE_MS) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
  return true;
}
