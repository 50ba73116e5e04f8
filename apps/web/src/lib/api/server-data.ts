import { recordServerClock, serverNow } from './server-clock';

/** Id of the script element with the data of a server-rendered page. */
const SERVER_DATA_ID = 'served';

/** The data of a server-rendered page: API responses by path, and when it was rendered, in ms. */
export interface ServerData {
  readonly now: number;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Milliseconds after navigation in which a render counts as the first one. */
const FIRST_RENDER_TIMEOUT_MS = 60_000;
let renderedAt: number | null = null;

/** Sets when the server rendered the current page, in ms. */
export function setRenderedAt(now: number): void {
  renderedAt = now;
}

/** Pages are rendered for a whole minute. */
const RENDERED_FOR_MS = 60_000;

/** Records the server's clock from a server-rendered page, unless it comes from the browser's cache. */
export function readClockOf({ now }: ServerData): void {
  const navigation = pageRequest();
  if (!navigation || navigation.transferSize === 0) return;
  recordServerClock(now, RENDERED_FOR_MS, navigation.requestStart, navigation.responseStart);
}

function pageRequest(): PerformanceNavigationTiming | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation as PerformanceNavigationTiming | undefined;
}

/** The current time in ms by the server's clock; in the first render the time of the server's, so that hydration finds the same markup. */
export function hydrationNow(): number {
  return renderedAt !== null && performance.now() < FIRST_RENDER_TIMEOUT_MS
    ? renderedAt
    : serverNow();
}

/** The data of this server-rendered page; null for a page that is rendered in the browser. */
export function readServerData(): ServerData | null {
  const text = document.getElementById(SERVER_DATA_ID)?.textContent;
  // trusted like the markup beside it: the server has parsed it with the contracts
  return text ? (JSON.parse(text) as ServerData) : null;
}

/**
 * When this page was requested, in ms of the device's clock: its data is not older. 0 if the page comes from the
 * browser's cache, because its age is then unknown.
 */
export function requestedAt(): number {
  return pageRequest()?.transferSize === 0 ? 0 : Math.floor(performance.timeOrigin);
}
