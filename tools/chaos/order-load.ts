import {
  type OrderDto,
  type OwnProductsPage,
  orderDtoSchema,
  ownProductDtoSchema,
  type ProductDto,
  productDtoSchema,
} from '#libs/contracts';
import { ADDRESS } from '../market-day/customer';
import type { Market } from '../market-day/market';
import type { Person } from '../market-day/person';
import { ownProducts } from '../market-day/roles';
import { signInByEmail } from '../market-day/sign-in';

const ORDERS_PER_SECOND = 5;
/** Enough buyers that each stays far below the limit of 60 writes per minute. */
const BUYERS = 10;
/** Every third order is changed: more of it, or cancelled. */
const CHANGED_EVERY = 3;
/** Farms whose products are ordered. */
const FARMS = 3;
/** Products ordered per farm, and the quantity of each that is harvested first. */
const PRODUCTS = 2;
const HARVEST = 20_000;
/** Attempts to harvest a product that others change at the same time. */
const ATTEMPTS = 10;

/** Places orders at a steady rate, and changes some, with its own customers and with products that do not sell out. */
export class OrderLoad {
  readonly #pending = new Set<Promise<void>>();
  readonly #products: ProductDto[] = [];
  #turn = 0;

  private constructor(
    private readonly market: Market,
    private readonly buyers: readonly Person[],
  ) {}

  /** Signs its customers up. */
  static async open(market: Market, shop: URL): Promise<OrderLoad> {
    const buyers: Person[] = [];
    for (let n = 1; n <= BUYERS; n++) {
      const name = { firstName: 'Load', lastName: `Buyer ${n}` };
      const account = await signInByEmail(shop, `load-${n}@demo.farmgate.test`, name);
      buyers.push(await market.enter(account));
    }
    return new OrderLoad(market, buyers);
  }

  /** Adds stock of what will be ordered. */
  async harvest(): Promise<void> {
    for (const farmer of this.market.everybody('farmer').slice(0, FARMS)) {
      const own = farmer.rows(ownProducts.queryKey, (page: OwnProductsPage) =>
        page.products.filter(({ status, holidayUntil }) => status === 'live' && !holidayUntil),
      );
      for (const product of own.slice(0, PRODUCTS)) {
        await restock(farmer, product);
        this.#products.push(product);
      }
    }
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
    const product = this.#products[turn % this.#products.length];
    if (!buyer || !product) throw new Error('nothing can be ordered');
    const { _id: productId, minimum: quantity } = product;
    const key = crypto.randomUUID();
    const order: OrderDto | null = await buyer.do('order by load', orderDtoSchema, '/orders', {
      method: 'POST',
      body: { items: [{ productId, quantity }], address: ADDRESS },
      headers: { 'Idempotency-Key': key },
    });
    if (!order) return;
    buyer.acknowledged(order._id, key);
    if (turn % CHANGED_EVERY === 0) await this.#change(buyer, order, productId, turn);
  }

  /** Orders more of the product, or cancels. */
  async #change(buyer: Person, order: OrderDto, productId: string, turn: number): Promise<void> {
    const [part] = order.parts;
    const line = part?.lines.find((one) => one.productId === productId);
    if (!part || !line) throw new Error('an order without what was ordered');
    const what =
      turn % (2 * CHANGED_EVERY) === 0
        ? { lines: [{ productId, quantity: 2 * line.quantity, price: line.price }] }
        : { status: 'cancelled' };
    const path = `/orders/${order._id}/parts/${part._id}/changes`;
    await buyer.do('change by load', orderDtoSchema, path, {
      method: 'POST',
      body: { version: part.version, ...what },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
  }
}

async function restock(farmer: Person, { _id }: ProductDto): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const now = await farmer.do('look', productDtoSchema, `/products/${_id}`);
    const body = { version: now?.version, reason: 'harvest', change: HARVEST };
    const path = `/products/${_id}/stock`;
    if (await farmer.do('harvest', ownProductDtoSchema, path, { method: 'POST', body })) return;
  }
  throw new Error(`product ${_id} could not be harvested`);
}
