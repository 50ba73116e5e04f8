import { loadChunk } from './load-chunk';

/** Milliseconds after which the chunk is loaded although the browser is not idle. */
const IDLE_TIMEOUT_MS = 2_000;

/** Loads a chunk after the page's `load` event, when the browser is idle. */
export function whenIdle<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  return new Promise((resolve, reject) => {
    const run = () => void loadChunk(load).then(resolve, reject);
    // not in every browser, nor in tests
    if (typeof window.requestIdleCallback !== 'function') return run();
    const schedule = () => window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
    if (document.readyState === 'complete') schedule();
    else window.addEventListener('load', schedule, { once: true });
  });
}
