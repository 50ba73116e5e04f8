import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { CartDto, DomainEvent, UserDto } from '#libs/contracts';
import { createLiveClient } from '../../web/src/app/live/live-client';
import { cartQueryOptions } from '../../web/src/features/cart/cart';
import {
  ApiError,
  errorCode,
  OfflineError,
  type RequestOptions,
  request,
} from '../../web/src/lib/api';
import { createQueryClient } from '../../web/src/lib/query-client';
import type { RealtimeClient } from '../../web/src/realtime/realtime-client';
import { type Browser, inBrowser } from './browser';
import type { Difference } from './differences';
import type { Screen } from './screens';
import { type Account, renewedToken } from './sign-in';
import type { Tally } from './tally';

/** A token lives for a quarter of an hour; the browser gets the next one in time. */
const RENEW_MS = 10 * 60_000;
const LIVE_MS = 30_000;
/** Milliseconds before somebody asks again who got no answer. */
const AGAIN_MS = 300;

/** What the shop may never answer to what people do. */
const FAULTS = new Set<string>(['INTERNAL', 'VALIDATION_FAILED', 'ROUTE_NOT_FOUND', 'FORBIDDEN']);

/** Somebody at the market with the shop open in a browser: the web app's calls, cache and live client are the real ones. */
export class Person {
  readonly #browser: Browser;
  readonly #queries = createQueryClient();
  readonly #live: RealtimeClient;
  readonly #screens = new Map<string, { screen: Screen; end: () => void }>();
  readonly #ends: (() => void)[] = [];
  readonly #arrivedAt = Date.now();
  /** When something was last heard, in ms. */
  heardAt = Date.now();

  private constructor(
    shop: URL,
    private readonly account: Account,
    private readonly tally: Tally,
    private readonly signal: AbortSignal,
    private readonly patienceMs: number,
  ) {
    this.#browser = { shop, token: account.token };
    const { _id: id, role, farmId } = account.user;
    this.#live = createLiveClient({
      viewer: { id, role, farmId: farmId ?? null },
      queryClient: this.#queries,
      onEffect: (effect) => this.tally.did(effect),
      onResync: () => {
        this.tally.resyncs += 1;
      },
    });
    const receive = this.#live.receive.bind(this.#live);
    this.#live.receive = (event: DomainEvent) => {
      this.heardAt = Date.now();
      const occurredAt = Date.parse(event.occurredAt);
      this.tally.heard(occurredAt < this.#arrivedAt ? null : this.heardAt - occurredAt);
      receive(event);
    };
  }

  /** Opens these screens, and is live from then on. */
  static async arrive(options: {
    shop: URL;
    home: string;
    account: Account;
    screens: readonly Screen[];
    tally: Tally;
    signal: AbortSignal;
    /** Milliseconds for which somebody asks again and again where no answer comes. */
    patienceMs: number;
  }): Promise<Person> {
    const { shop, home, account, tally, signal, patienceMs } = options;
    const person = new Person(shop, account, tally, signal, patienceMs);
    const renewal = setInterval(() => {
      person
        .#insist(() => renewedToken(shop, account.cookie, home), Boolean)
        .then(
          (token) => {
            person.#browser.token = token;
          },
          (error: unknown) => tally.failed(`a new token: ${String(error)}`),
        );
    }, RENEW_MS);
    await inBrowser(person.#browser, async () => {
      const stop = person.#live.start();
      person.#ends.push(stop, () => clearInterval(renewal));
      await person.#getsLive();
      for (const screen of options.screens) await person.show(screen);
    });
    person.#ends.push(
      person.#queries.getQueryCache().subscribe((change) => {
        if (change.type === 'updated' && change.action.type === 'fetch') {
          if (change.query.state.data !== undefined) tally.refetches += 1;
        }
      }),
    );
    person.#followCart();
    return person;
  }

  get user(): UserDto {
    return this.account.user;
  }

  /** Puts something on the screen; it stays there. */
  async show(screen: Screen): Promise<void> {
    const key = JSON.stringify(screen.key);
    if (this.#screens.has(key)) return;
    const end = await this.#insist(() =>
      inBrowser(this.#browser, () => screen.show(this.#queries)),
    );
    this.#screens.set(key, { screen, end });
  }

  /** Leaves it again. */
  leave(screen: Screen): void {
    const key = JSON.stringify(screen.key);
    this.#screens.get(key)?.end();
    this.#screens.delete(key);
    this.#queries.removeQueries({ queryKey: screen.key, exact: true });
  }

  /** Hears of these products until the returned function is called. */
  watch(ids: readonly string[]): () => void {
    return inBrowser(this.#browser, () => this.#live.watch(ids));
  }

  /** What the page knows now. */
  sees<Data>(key: QueryKey): Data | undefined {
    return this.#queries.getQueryData<Data>(key);
  }

  /** The rows of a list that the page knows now. */
  rows<Page, Row>(key: QueryKey, rowsOf: (page: Page) => readonly Row[]): Row[] {
    return this.sees<InfiniteData<Page>>(key)?.pages.flatMap((page) => rowsOf(page)) ?? [];
  }

  /** Does something; null when the shop refused it, which people live with. */
  async do<Schema extends z.ZodMiniType>(
    what: string,
    schema: Schema,
    path: string,
    options: RequestOptions = {},
  ): Promise<z.infer<Schema> | null> {
    try {
      const answer = await this.#insist(() =>
        inBrowser(this.#browser, () => request(schema, path, options)),
      );
      this.tally.did(what);
      return answer;
    } catch (error) {
      const code = errorCode(error);
      if (code !== null && !FAULTS.has(code)) this.tally.refused(code);
      else if (!this.signal.aborted)
        this.tally.failed(`${this.user.role} ${what}: ${inWords(error)}`);
      return null;
    }
  }

  /** The shop has said that this order is placed. */
  wasPromised(orderId: string, key: string): void {
    this.tally.acknowledged.push({ userId: this.user._id, key, orderId });
  }

  /** Waits as people do; less when the market closes. */
  think(ms: number): Promise<void> {
    if (this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.signal.addEventListener('abort', done);
    });
  }

  /** The screens that are not as the server tells them. */
  async differences(isSameDay: boolean): Promise<(Difference & { screen: string; who: string })[]> {
    const who = `${this.user.role} ${this.user.email}`;
    const found: (Difference & { screen: string; who: string })[] = [];
    for (const { screen } of this.#screens.values()) {
      if (screen.daily && !isSameDay) continue;
      const differences = await inBrowser(this.#browser, () => screen.compare(this.#queries));
      found.push(...differences.map((one) => ({ ...one, screen: screen.name, who })));
    }
    return found;
  }

  /** Whether the page hears what happens. */
  get isLive(): boolean {
    return this.#live.snapshot().state === 'live';
  }

  get screenCount(): number {
    return this.#screens.size;
  }

  go(): void {
    for (const end of this.#ends) end();
    for (const { end } of this.#screens.values()) end();
    this.#queries.clear();
  }

  /**
   * Asks again where no answer came, as long as this person has the patience: the same request, with the same key,
   * so that what was done and not told is not done twice.
   */
  async #insist<Answer>(
    ask: () => Promise<Answer>,
    isLost: (error: unknown) => boolean = gotNoAnswer,
  ): Promise<Answer> {
    const deadline = Date.now() + this.patienceMs;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!isLost(error) || Date.now() > deadline) throw error;
        this.tally.lost += 1;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  #getsLive(): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.#live.snapshot().state !== 'live') return;
        clearTimeout(timer);
        end();
        resolve();
      };
      const end = this.#live.subscribe(look);
      const timer = setTimeout(() => reject(new Error('the page did not get live')), LIVE_MS);
      look();
    });
  }

  /** The page of the cart watches what is in it. */
  #followCart(): void {
    let watched = '';
    let unwatch = () => {};
    const follow = () => {
      const ids =
        this.sees<CartDto>(cartQueryOptions().queryKey)?.items.map(({ productId }) => productId) ??
        [];
      if (ids.join() === watched) return;
      watched = ids.join();
      unwatch();
      unwatch = this.watch(ids);
    };
    follow();
    this.#ends.push(
      this.#queries.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryKey[0] === 'cart') follow();
      }),
    );
  }
}

/** The line broke, or the shop said that it cannot answer now. */
/** With the id under which the server has logged it. */
function inWords(error: unknown): string {
  return error instanceof ApiError
    ? `${String(error)} (request ${error.problem.requestId})`
    : String(error);
}

function gotNoAnswer(error: unknown): boolean {
  return error instanceof OfflineError || errorCode(error) === 'SERVICE_UNAVAILABLE';
}
