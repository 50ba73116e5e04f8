import { loadPart } from './load-part';

/** How long a busy first screen may keep waiting what comes after it. */
const PATIENCE_MS = 2_000;

/** Loads a part of the app once the page is there and the browser has drawn what it had to draw. */
export function whenIdle<Part>(load: () => Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const start = () => void loadPart(load).then(resolve, reject);
    // not in every browser, nor in tests
    if (typeof window.requestIdleCallback !== 'function') return start();
    const wait = () => window.requestIdleCallback(start, { timeout: PATIENCE_MS });
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });
}
