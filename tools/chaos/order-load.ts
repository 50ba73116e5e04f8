import { setTimeout as sleep } from 'node:timers/promises';
import { type OrderDto, orderDtoSchema, type ProductDto, productDtoSchema } from '#libs/contracts';
import { type Account, renewedToken, signInByEmail } from '../market-day/sign-in';
import type { Tally } from '../market-day/tally';

const ORDERS_PER_SECOND = 5;
/** Enough buyers that each stays far below the limit of 60 writes per minute. */
const BUYERS = 10;
/** Products ordered per farm, and the quantity of each that is harvested first. */
const PRODUCTS = 2;
const HARVEST = 20_000;
/** Time in ms for which an unanswered request is retried. */
const RETRY_FOR_MS = 60_000;
const RETRY_MS = 300;
const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};
/** Statuses that do not answer the request itself, so it is sent again. */
const UNANSWERED = new Set([401, 429, 502, 503, 504]);

/** Places orders at a steady rate, with its own customers and with products that do not sell out. */
export class OrderLoad {
  readonly #pending = new Set<Promise<void>>();
  #turn = 0;

  private constructor(
    private readonly shop: URL,
    private readonly tally: Tally,
    private readonly buyers: readonly Account[],
    private readonly products: readonly ProductDto[],
  ) {}

  static async open(
    shop: URL,
    tally: Tally,
    farmers: readonly Account[],
    products: readonly ProductDto[],
  ): Promise<OrderLoad> {
    const buyers: Account[] = [];
    for (let n = 1; n <= BUYERS; n++)
      buyers.push(
        await signInByEmail(shop, `load-${n}@demo.farmgate.test`, `127.0.5.${n}`, {
          firstName: 'Load',
          lastName: `Buyer ${n}`,
        }),
      );
    const ordered = farmers.map(({ user }) =>
      products
        .filter(({ farmId, status, holidayUntil }) => {
          return farmId === user.farmId && status === 'live' && holidayUntil === null;
        })
        .slice(0, PRODUCTS),
    );
    const load = new OrderLoad(shop, tally, buyers, ordered.flat());
    await Promise.all(
      farmers.map(async (farmer, at) => {
        for (const product of ordered[at] ?? []) await load.#restock(farmer, product);
      }),
    );
    return load;
  }

  /** Places orders until the returned function is called; that returns the number sent. */
  start(): () => number {
    let sent = 0;
    const timer = setInterval(() => {
      const placing = this.#placeOrder().finally(() => this.#pending.delete(placing));
      this.#pending.add(placing);
      sent += 1;
    }, 1_000 / ORDERS_PER_SECOND);
    return () => {
      clearInterval(timer);
      return sent;
    };
  }

  /** Resolves when every order has a response. */
  async finished(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #placeOrder(): Promise<void> {
    const turn = this.#turn++;
    const buyer = this.buyers[turn % this.buyers.length];
    const product = this.products[turn % this.products.length];
    if (!buyer || !product) throw new Error('nothing can be ordered');
    const key = crypto.randomUUID();
    const order = await this.#send(
      buyer,
      '/orders',
      { items: [{ productId: product._id, quantity: product.minimum }], address: ADDRESS },
      { 'idempotency-key': key },
    ).catch((error: unknown) => {
      this.tally.failed(`order load: ${String(error)}`);
      return null;
    });
    if (!order) return;
    const { _id: orderId }: OrderDto = orderDtoSchema.parse(order);
    this.tally.did('order by load');
    this.tally.acknowledged.push({ userId: buyer.user._id, key, orderId });
  }

  /** Adds stock to a product; retries on a version conflict. */
  async #restock(farmer: Account, { _id }: ProductDto): Promise<void> {
    for (let harvested = false; !harvested; ) {
      const answer = await fetch(new URL(`/api/v1/products/${_id}`, this.shop));
      const { version } = productDtoSchema.parse(await answer.json());
      const body = { version, reason: 'harvest', change: HARVEST };
      harvested = (await this.#send(farmer, `/products/${_id}/stock`, body)) !== null;
    }
  }

  /** Posts until there is an answer; null for a conflict, throws for any other error. */
  async #send(
    account: Account,
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const deadline = Date.now() + RETRY_FOR_MS;
    for (let { token } = account; ; await sleep(RETRY_MS)) {
      const answer = await fetch(new URL(`/api/v1${path}`, this.shop), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          ...headers,
        },
        body: JSON.stringify(body),
      }).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (answer?.ok && typeof text === 'string') return JSON.parse(text);
      if (answer?.status === 409) return null;
      if (answer && typeof text === 'string' && !UNANSWERED.has(answer.status))
        throw new Error(`${path}: ${answer.status} ${text}`);
      if (Date.now() > deadline) throw new Error(`${path} was not answered`);
      if (answer?.status === 401)
        token = await renewedToken(this.shop, account.cookie, '').catch(() => token);
      else this.tally.lost += 1;
    }
  }
}
