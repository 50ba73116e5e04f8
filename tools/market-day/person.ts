import { setTimeout as sleep } from 'node:timers/promises';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  actingAs,
  type CartDto,
  type DomainEvent,
  type Position,
  type UserDto,
} from '#libs/contracts';
import { createLiveClient } from '../../apps/web/src/app/live/live-client';
import { cartQueryOptions } from '../../apps/web/src/features/cart/cart';
import { ApiError, errorCode, type RequestOptions, request } from '../../apps/web/src/lib/api/api';
import { OfflineError } from '../../apps/web/src/lib/api/chunks';
import { createQueryClient } from '../../apps/web/src/lib/api/query-client';
import type { RealtimeClient } from '../../apps/web/src/realtime/realtime-client';
import type { Watched } from '../../apps/web/src/realtime/watch-set';
import { type Browser, inBrowser } from './browser';
import type { Screen } from './screens';
import { type Account, renewedToken } from './sign-in';
import type { Tally } from './tally';

/** Interval of token renewal in ms; a token is valid for a quarter of an hour. */
const RENEW_MS = 10 * 60_000;
/** Time limit in ms for a page to become live, and between two looks. */
const LIVE_MS = 30_000;
const POLL_MS = 20;
/** Delay in ms before an unanswered request is repeated. */
const RETRY_MS = 300;

/** Error codes that people must never receive. */
const FAULTS = new Set<string>(['INTERNAL', 'VALIDATION_FAILED', 'ROUTE_NOT_FOUND', 'FORBIDDEN']);

/** A person with the shop open in a browser, with the web app's real calls, cache and live client. */
export class Person {
  readonly #browser: Browser;
  readonly #queries = createQueryClient();
  readonly #live: RealtimeClient;
  readonly #screens = new Map<string, { screen: Screen; end: () => void }>();
  readonly #ends: (() => void)[] = [];
  /** When the last event was received, in epoch ms. */
  receivedAt = Date.now();
  /** Called for every event that arrives, and when some may be missing. */
  onEvent: (event: DomainEvent) => void = () => {};
  onGap: () => void = () => {};

  private constructor(
    shop: URL,
    private readonly account: Account,
    private readonly tally: Tally,
    private readonly signal: AbortSignal,
    private readonly retryForMs: number,
  ) {
    this.#browser = { shop, token: account.token };
    this.#live = createLiveClient({
      viewer: { id: account.user._id, ...actingAs(account.user) },
      queryClient: this.#queries,
      onEffect: (effect) => this.tally.did(effect),
      onResync: () => {
        this.tally.resyncs += 1;
        this.onGap();
      },
    });
    const receive = this.#live.receive.bind(this.#live);
    this.#live.receive = (event: DomainEvent, position?: Position) => {
      this.receivedAt = Date.now();
      const latencyMs = this.receivedAt - Date.parse(event.occurredAt);
      this.tally.received(this.#live.isReplay(position) ? null : latencyMs);
      this.onEvent(event);
      receive(event, position);
    };
  }

  /** Opens the page of a signed-in account; resolves when it is live and its screens are loaded. */
  static async arrive(options: {
    shop: URL;
    account: Account;
    screens: readonly Screen[];
    tally: Tally;
    signal: AbortSignal;
    /** Time in ms for which an unanswered request is repeated. */
    retryForMs: number;
  }): Promise<Person> {
    const { shop, account, tally, signal, retryForMs } = options;
    const person = new Person(shop, account, tally, signal, retryForMs);
    const renewal = setInterval(() => void person.#renewToken(), RENEW_MS);
    await inBrowser(person.#browser, async () => {
      const stop = person.#live.start();
      person.#ends.push(stop, () => clearInterval(renewal));
      await person.#becomesLive();
      for (const screen of options.screens) await person.show(screen);
    });
    person.#ends.push(
      person.#queries.getQueryCache().subscribe((change) => {
        if (change.type !== 'updated' || change.action.type !== 'fetch') return;
        if (change.query.state.data !== undefined) tally.refetches += 1;
      }),
    );
    person.#watchCart();
    return person;
  }

  get user(): UserDto {
    return this.account.user;
  }

  /** Opens a screen; it stays open. */
  async show(screen: Screen): Promise<void> {
    const key = JSON.stringify(screen.key);
    if (this.#screens.has(key)) return;
    const end = await this.#retry(() => inBrowser(this.#browser, () => screen.show(this.#queries)));
    this.#screens.set(key, { screen, end });
  }

  /** Closes a screen. */
  hide(screen: Screen): void {
    const key = JSON.stringify(screen.key);
    this.#screens.get(key)?.end();
    this.#screens.delete(key);
    this.#queries.removeQueries({ queryKey: screen.key, exact: true });
  }

  /** Receives events of these products and of the days of these farms, until the returned function is called. */
  watch(watched: Watched): () => void {
    return inBrowser(this.#browser, () => this.#live.watch(watched));
  }

  sees<Data>(key: QueryKey): Data | undefined {
    return this.#queries.getQueryData<Data>(key);
  }

  /** The rows of a list in the page's cache. */
  rows<Page, Row>(key: QueryKey, rowsOf: (page: Page) => readonly Row[]): Row[] {
    return this.sees<InfiniteData<Page>>(key)?.pages.flatMap((page) => rowsOf(page)) ?? [];
  }

  /** Sends a request; null for a legitimate refusal, which `onRefused` receives. */
  async do<Schema extends z.ZodMiniType>(
    what: string,
    schema: Schema,
    path: string,
    options: RequestOptions = {},
    onRefused: (refusal: ApiError) => void = () => {},
  ): Promise<z.infer<Schema> | null> {
    try {
      const answer = await this.#retry(() =>
        inBrowser(this.#browser, () => request(schema, path, options)),
      );
      this.tally.did(what);
      return answer;
    } catch (error) {
      const code = errorCode(error);
      if (code !== null && !FAULTS.has(code)) {
        this.tally.refused(code);
        if (error instanceof ApiError) onRefused(error);
      } else if (!this.signal.aborted)
        this.tally.failed(`${this.user.role} ${what}: ${describeError(error)}`);
      return null;
    }
  }

  /** Records that the shop has acknowledged an order. */
  acknowledged(orderId: string, key: string): void {
    this.tally.acknowledged.push({ userId: this.user._id, key, orderId });
  }

  /** Records that the shop has acknowledged a message. */
  wrote(messageId: string, key: string): void {
    this.tally.written.push({ userId: this.user._id, key, messageId });
  }

  /** Waits for `ms`, or until the market closes. */
  async think(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal }).catch(() => {});
  }

  /** Differences between the screens and the API. */
  async differences(isSameDay: boolean): Promise<string[]> {
    const { role, email } = this.user;
    const found: string[] = [];
    for (const { screen } of this.#screens.values()) {
      if (screen.daily && !isSameDay) continue;
      const differences = await inBrowser(this.#browser, () => screen.compare(this.#queries));
      found.push(...differences.map((one) => `${role} ${email}, ${screen.name}: ${one}`));
    }
    return found;
  }

  /** Whether the page receives events. */
  get isLive(): boolean {
    return this.#live.snapshot().state === 'live';
  }

  /** Whether the server ends the connection soon; false after half a minute without, or when the market closes. */
  becomesDisconnected(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isEnded: boolean) => {
        clearTimeout(timer);
        unsubscribe();
        resolve(isEnded);
      };
      const timer = setTimeout(() => end(false), LIVE_MS);
      const unsubscribe = this.#live.subscribe(() => {
        if (!this.isLive) end(true);
      });
      signal.addEventListener('abort', () => end(false), { once: true });
    });
  }

  get screenCount(): number {
    return this.#screens.size;
  }

  close(): void {
    for (const end of this.#ends) end();
    for (const { end } of this.#screens.values()) end();
    this.#queries.clear();
  }

  async #renewToken(): Promise<void> {
    const { shop } = this.#browser;
    try {
      const renew = () => renewedToken(shop, this.account.cookie);
      this.#browser.token = await this.#retry(renew, Boolean);
    } catch (error) {
      this.tally.failed(`a new token: ${String(error)}`);
    }
  }

  /**
   * Repeats an unanswered request for `retryForMs`, with the same idempotency key, so that it takes effect only once.
   */
  async #retry<Answer>(
    send: () => Promise<Answer>,
    isLost: (error: unknown) => boolean = hadNoAnswer,
  ): Promise<Answer> {
    const deadline = Date.now() + this.retryForMs;
    for (;;) {
      try {
        return await send();
      } catch (error) {
        if (!isLost(error) || Date.now() > deadline) throw error;
        this.tally.lost += 1;
        await sleep(RETRY_MS);
      }
    }
  }

  async #becomesLive(): Promise<void> {
    for (const deadline = Date.now() + LIVE_MS; !this.isLive; await sleep(POLL_MS))
      if (Date.now() > deadline) throw new Error('the page did not become live');
  }

  /** Watches the products in the cart, as its page does. */
  #watchCart(): void {
    let watched = '';
    let unwatch = () => {};
    const update = () => {
      const ids =
        this.sees<CartDto>(cartQueryOptions().queryKey)?.items.map(({ productId }) => productId) ??
        [];
      if (ids.join() === watched) return;
      watched = ids.join();
      unwatch();
      unwatch = this.watch({ productIds: ids });
    };
    update();
    this.#ends.push(
      this.#queries.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryKey[0] === 'cart') update();
      }),
    );
  }
}

/** The error with the request id under which the server logged it. */
function describeError(error: unknown): string {
  return error instanceof ApiError
    ? `${String(error)} (request ${error.problem.requestId})`
    : String(error);
}

/** Whether the connection broke or the shop is unavailable. */
function hadNoAnswer(error: unknown): boolean {
  return error instanceof OfflineError || errorCode(error) === 'SERVICE_UNAVAILABLE';
}
