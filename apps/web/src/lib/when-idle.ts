import { loadChunk } from './load-chunk';

/** Milliseconds after which the chunk is loaded although the browser is not idle. */
const IDLE_TIMEOUT_MS = 2_000;
/** Milliseconds after the page's `load` event before an unused page counts as used. */
const UNUSED_MS = 1_000;
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'];

/** Loads a chunk after the page's `load` event, when the browser is idle. */
export function whenIdle<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  return new Promise((resolve, reject) => {
    const run = () => void loadChunk(load).then(resolve, reject);
    // some browsers and jsdom do not have it
    if (typeof window.requestIdleCallback !== 'function') return run();
    const schedule = () => window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
    if (document.readyState === 'complete') schedule();
    else window.addEventListener('load', schedule, { once: true });
  });
}

/** Like {@link whenIdle}, but waits for {@link firstUse}, so that the page itself is loaded first. */
export async function whenUsed<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  if (typeof window.requestIdleCallback === 'function') await firstUse();
  return whenIdle(load);
}

let used: Promise<void> | undefined;

/** Resolves once the user uses the page, or a second after its `load` event. */
export function firstUse(): Promise<void> {
  used ??= new Promise((resolve) => {
    const done = () => {
      for (const sign of SIGNS_OF_USE) window.removeEventListener(sign, done, true);
      resolve();
    };
    const options = { capture: true, passive: true };
    for (const sign of SIGNS_OF_USE) window.addEventListener(sign, done, options);
    const wait = () => setTimeout(done, UNUSED_MS);
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });
  return used;
}
