import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { Role } from '#libs/contracts';
import type { HttpClient } from './http-client.js';
import type { Line } from './line.js';
import { waitFor } from './wait-for.js';

/** A query on the screen: the key under which the web app keeps it, and where it comes from. */
export interface Shown {
  readonly key: readonly unknown[];
  readonly path: string;
  /** Whether the web app keeps it in pages. */
  readonly paged?: boolean;
  /** What of it is compared with a later answer; everything where it does not say. */
  readonly compared?: (data: unknown) => unknown;
}
export interface WebPageWish {
  /** Where the API is. */
  readonly url: string;
  /** The line to the gateway. */
  readonly line: Line;
  readonly client: HttpClient;
  readonly viewer: { id: string; role: Role; farmId: string | null } | null;
  readonly shown: readonly Shown[];
  readonly watching?: readonly string[];
  /** Milliseconds by which the page's clock is wrong. */
  readonly skew?: number;
}

/** What the page has of a browser of its own. */
interface Browser {
  readonly url: string;
  readonly port: number;
  token: string | null;
  readonly freshToken: string | null;
  skew: number;
}
interface WebClient {
  start(): () => void;
  watch(ids: readonly string[]): () => void;
  snapshot(): { readonly state: string };
  receive(event: { id: string; name: string }): void;
}
/** As much of React Query as is used here; its own types bring those of React, and with them a browser's. */
interface QueryClient {
  getQueryData(key: readonly unknown[]): unknown;
  clear(): void;
}
interface Query {
  readonly QueryClient: new () => QueryClient;
  readonly QueryObserver: new (
    client: QueryClient,
    options: {
      queryKey: readonly unknown[];
      queryFn: () => Promise<unknown>;
      staleTime: number;
      retry: boolean;
    },
  ) => { subscribe(listener: () => void): () => void };
}
interface WebModules {
  readonly query: Query;
  readonly client: {
    createLiveClient(options: {
      viewer: WebPageWish['viewer'];
      queryClient: QueryClient;
      onEffect: (effect: string) => void;
      onResync: () => void;
    }): WebClient;
  };
  readonly token: { setTokenSource(source: () => Promise<string | null>): void };
}

const browsers = new AsyncLocalStorage<Browser>();
const LIVE_MS = 20_000;
let modules: WebModules | undefined;

/**
 * A page of the web app without a browser: its live connection, its event table and its query cache are the real
 * ones, and what it shows is what a GET answered and what events made of it since.
 */
export class WebPage {
  /** The ids of the events that came, as often as they came. */
  readonly heard: string[] = [];
  /** The paths that were fetched, beside the first time. */
  readonly fetched: string[] = [];
  readonly effects: string[] = [];
  resyncs = 0;
  private stop: () => void = () => {};

  private constructor(
    private readonly wish: WebPageWish,
    private readonly queries: QueryClient,
    private readonly live: WebClient,
    private readonly browser: Browser,
  ) {
    const receive = live.receive.bind(live);
    live.receive = (event) => {
      this.heard.push(event.id);
      receive(event);
    };
  }

  /** Loads the screen and connects. */
  static async open(wish: WebPageWish): Promise<WebPage> {
    modules ??= await loadWeb();
    const { query, client } = modules;
    const browser: Browser = {
      url: wish.url,
      port: wish.line.port,
      token: wish.client.token,
      freshToken: wish.client.token,
      skew: wish.skew ?? 0,
    };
    const queryClient = new query.QueryClient();
    let page: WebPage | undefined;
    const live = client.createLiveClient({
      viewer: wish.viewer,
      queryClient,
      onEffect: (effect) => page?.effects.push(effect),
      onResync: () => page && page.resyncs++,
    });
    const opened = new WebPage(wish, queryClient, live, browser);
    page = opened;
    await browsers.run(browser, () => opened.load(query));
    await opened.isLive();
    opened.fetched.length = 0;
    opened.heard.length = 0;
    return opened;
  }

  private async load({ QueryObserver }: Query): Promise<void> {
    const ends = this.wish.shown.map((shown) => {
      const { key, path } = shown;
      const queryFn = () => {
        this.fetched.push(path);
        return this.read(shown);
      };
      const options = { queryKey: key, queryFn, staleTime: Number.POSITIVE_INFINITY, retry: false };
      return new QueryObserver(this.queries, options).subscribe(() => {});
    });
    const stop = this.live.start();
    if (this.wish.watching) this.live.watch(this.wish.watching);
    this.stop = () => {
      stop();
      for (const end of ends) end();
      this.queries.clear();
    };
  }

  isLive(): Promise<unknown> {
    const loaded = () =>
      this.wish.shown.every(({ key }) => this.queries.getQueryData(key) !== undefined);
    const state = () => this.live.snapshot().state === 'live';
    return waitFor('the page to be live', () => loaded() && state(), LIVE_MS);
  }

  isCut(): Promise<unknown> {
    return waitFor('the page to notice', () => this.live.snapshot().state !== 'live', LIVE_MS);
  }

  /** The token that the page has stored is worth nothing any more; its session gives it a new one when asked. */
  expireToken(): void {
    this.browser.token = 'expired';
  }

  /** The page's clock jumps. */
  passTime(ms: number): void {
    this.browser.skew += ms;
  }

  /** Where the screens differ from what the API answers now, in words; empty where they do not. */
  async differences(): Promise<string[]> {
    const all = await Promise.all(
      this.wish.shown.map(async (shown) => {
        const { key, path, compared = (data) => data } = shown;
        const answer = compared(await this.read(shown));
        return { path, shown: compared(this.queries.getQueryData(key)), answer };
      }),
    );
    return all
      .filter(({ shown, answer }) => !isDeepStrictEqual(shown, answer))
      .map(({ path, shown, answer }) => `${path}: ${firstDifference(shown, answer)}`);
  }

  private async read({ path, paged }: Shown): Promise<unknown> {
    const answer = await this.wish.client.get(path);
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`);
    return paged ? { pages: [answer.body], pageParams: [undefined] } : answer.body;
  }

  close(): void {
    this.stop();
  }
}

/** Such as `.orders.3.status: "Processing" is "Delivered"`. */
function firstDifference(shown: unknown, answer: unknown): string {
  if (isObject(shown) && isObject(answer)) {
    const names = new Set([...Object.keys(shown), ...Object.keys(answer)]);
    for (const name of names)
      if (!isDeepStrictEqual(shown[name], answer[name]))
        return `.${name}${firstDifference(shown[name], answer[name])}`;
  }
  return `: ${JSON.stringify(shown)?.slice(0, 200)} is ${JSON.stringify(answer)?.slice(0, 200)}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Gives this process as much of a browser as the web app's live side asks for, and loads that. Its pages are in the
 * background, so that they wait for their connection and do not fetch from time to time what is on the screen.
 */
async function loadWeb(): Promise<WebModules> {
  const window = new EventTarget();
  const here = () => {
    const browser = browsers.getStore();
    if (!browser) throw new Error('not in a page');
    return browser;
  };
  const localStorage = {
    getItem: () => here().token,
    setItem: (_key: string, token: string) => {
      here().token = token;
    },
    removeItem: () => {
      here().token = null;
    },
  };
  const location = {
    protocol: 'http:',
    hostname: '127.0.0.1',
    get port() {
      return String(here().port);
    },
    get host() {
      return `127.0.0.1:${here().port}`;
    },
  };
  const frames = {
    requestAnimationFrame: (draw: () => void) => setTimeout(draw, 16),
    cancelAnimationFrame: (frame: NodeJS.Timeout) => clearTimeout(frame),
  };
  const browser = { window, localStorage, location, document: { hidden: true }, ...frames };
  for (const [name, value] of Object.entries({ ...browser, navigator: { onLine: true } }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const path = typeof input === 'string' && input.startsWith('/') ? here().url : '';
    return fetch(path === '' ? input : `${path}${String(input)}`, init);
  };
  const { now } = Date;
  Date.now = () => now() + (browsers.getStore()?.skew ?? 0);

  // by names that the compiler does not follow: it reads the web app by other rules
  const web = '../../../apps/web/src';
  const query = (await import(['@tanstack', 'react-query'].join('/'))) as Query;
  const client = (await import(`${web}/app/live/live-client`)) as WebModules['client'];
  const token = (await import(`${web}/lib/token`)) as WebModules['token'];
  token.setTokenSource(async () => here().freshToken);
  return { query, client, token };
}
