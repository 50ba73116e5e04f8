import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { Role } from '#libs/contracts';
import { type HttpClient, type Line, waitFor } from '#libs/testing';

/** A query on the screen: its key in the web app's cache, and its API path. */
export interface Shown {
  readonly key: readonly unknown[];
  readonly path: string;
  /** Whether the web app caches it in pages. */
  readonly paged?: boolean;
  /** The part to compare with a later response; all of it by default. */
  readonly compared?: (data: unknown) => unknown;
}
export interface WebPageOptions {
  /** The URL of the API. */
  readonly url: string;
  /** The connection to the gateway. */
  readonly line: Line;
  readonly client: HttpClient;
  readonly viewer: { id: string; role: Role; farmId: string | null } | null;
  readonly shown: readonly Shown[];
  readonly watching?: readonly string[];
  /** Milliseconds by which the page's clock is off. */
  readonly skew?: number;
}

/** The browser of one page. */
interface Browser {
  readonly url: string;
  readonly port: number;
  token: string | null;
  readonly freshToken: string | null;
  skew: number;
}
interface WebClient {
  start(): () => void;
  watch(watched: { readonly productIds: readonly string[] }): () => void;
  snapshot(): { readonly state: string };
  receive(event: { id: string; name: string }): void;
}
/** The used part of React Query; its own types need those of React, and with them a browser's. */
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
      viewer: WebPageOptions['viewer'];
      queryClient: QueryClient;
      onEffect: (effect: string) => void;
      onResync: () => void;
    }): WebClient;
  };
  readonly token: { setTokenSource(source: () => Promise<string | null>): void };
}

const browsers = new AsyncLocalStorage<Browser>();
const LIVE_MS = 30_000;
let modules: WebModules | undefined;

/**
 * A page of the web app without a browser: the live connection, event table and query cache are the real ones; it
 * shows the responses of its GETs, updated by events.
 */
export class WebPage {
  /** The ids of received events, once for each delivery. */
  readonly received: string[] = [];
  /** The paths that were fetched again. */
  readonly fetched: string[] = [];
  readonly effects: string[] = [];
  resyncs = 0;
  private stop: () => void = () => {};

  private constructor(
    private readonly options: WebPageOptions,
    private readonly queries: QueryClient,
    private readonly live: WebClient,
    private readonly browser: Browser,
  ) {
    const receive = live.receive.bind(live);
    live.receive = (event) => {
      this.received.push(event.id);
      receive(event);
    };
  }

  /** Loads the screen and connects. */
  static async open(options: WebPageOptions): Promise<WebPage> {
    modules ??= await loadWeb();
    const { query, client } = modules;
    const browser: Browser = {
      url: options.url,
      port: options.line.port,
      token: options.client.token,
      freshToken: options.client.token,
      skew: options.skew ?? 0,
    };
    const queryClient = new query.QueryClient();
    let page: WebPage | undefined;
    const live = client.createLiveClient({
      viewer: options.viewer,
      queryClient,
      onEffect: (effect) => page?.effects.push(effect),
      onResync: () => page && page.resyncs++,
    });
    const opened = new WebPage(options, queryClient, live, browser);
    page = opened;
    await browsers.run(browser, () => opened.load(query));
    try {
      await opened.isLive();
    } catch (error) {
      opened.close();
      throw error;
    }
    opened.fetched.length = 0;
    opened.received.length = 0;
    return opened;
  }

  private async load({ QueryObserver }: Query): Promise<void> {
    const ends = this.options.shown.map((shown) => {
      const { key, path } = shown;
      const queryFn = () => {
        this.fetched.push(path);
        return this.read(shown);
      };
      const options = { queryKey: key, queryFn, staleTime: Number.POSITIVE_INFINITY, retry: false };
      return new QueryObserver(this.queries, options).subscribe(() => {});
    });
    const stop = this.live.start();
    if (this.options.watching) this.live.watch({ productIds: this.options.watching });
    this.stop = () => {
      stop();
      for (const end of ends) end();
      this.queries.clear();
    };
  }

  isLive(): Promise<unknown> {
    const loaded = () =>
      this.options.shown.every(({ key }) => this.queries.getQueryData(key) !== undefined);
    const state = () => this.live.snapshot().state === 'live';
    return waitFor('the page to be live', () => loaded() && state(), LIVE_MS);
  }

  isCut(): Promise<unknown> {
    return waitFor('the page to notice', () => this.live.snapshot().state !== 'live', LIVE_MS);
  }

  /** Expires the page's token; its session provides a new one. */
  expireToken(): void {
    this.browser.token = 'expired';
  }

  /** The page's clock jumps. */
  passTime(ms: number): void {
    this.browser.skew += ms;
  }

  /** Differences between the screens and the API's current responses, in words; empty if there are none. */
  async differences(): Promise<string[]> {
    const all = await Promise.all(
      this.options.shown.map(async (shown) => {
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
    const answer = await this.options.client.get(path);
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
 * Defines the browser globals that the web app's live client uses, and loads the client. Its pages are in the
 * background, so that they wait for their connection and do not refetch at intervals.
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
    requestAnimationFrame: (callback: () => void) => setTimeout(callback, 16),
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

  // By names that the compiler cannot resolve, because it has other rules for the web app.
  const web = '../../../web/src';
  const query = (await import(['@tanstack', 'react-query'].join('/'))) as Query;
  const client = (await import(`${web}/app/live/live-client`)) as WebModules['client'];
  const token = (await import(`${web}/lib/api/token`)) as WebModules['token'];
  token.setTokenSource(async () => here().freshToken);
  return { query, client, token };
}
