import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

/** State of a simulated browser: its shop and the token of its session. */
export interface Browser {
  readonly shop: URL;
  token: string | null;
}

/** Frame duration of a browser with 60 frames per second. */
const FRAME_MS = 16;

const browsers = new AsyncLocalStorage<Browser>();

/** Runs `work`, and everything asynchronous that it starts, in that browser. */
export function inBrowser<Result>(browser: Browser, work: () => Result): Result {
  return browsers.run(browser, work);
}

function here(): Browser {
  const browser = browsers.getStore();
  if (!browser) throw new Error('This belongs into a browser: see inBrowser().');
  return browser;
}

/**
 * Defines the browser globals that the web app's live client uses. Many people share the process; each of them sees the
 * location and the storage of the current {@link inBrowser}.
 */
export function becomeBrowser(): void {
  const localStorage = {
    getItem: (key: string) => (key === 'token' ? here().token : null),
    setItem: (key: string, value: string) => {
      if (key === 'token') here().token = value;
    },
    removeItem: (key: string) => {
      if (key === 'token') here().token = null;
    },
  };
  const window = new EventTarget();
  // one listener per page
  setMaxListeners(0, window);
  const browser = {
    window,
    document: { hidden: false },
    navigator: { onLine: true },
    localStorage,
    requestAnimationFrame: (draw: () => void) => setTimeout(draw, FRAME_MS),
    cancelAnimationFrame: (frame: NodeJS.Timeout) => clearTimeout(frame),
  };
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

  Object.defineProperty(globalThis, 'location', { get: () => here().shop, configurable: true });

  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    fetch(typeof input === 'string' ? new URL(input, here().shop) : input, init);
}
