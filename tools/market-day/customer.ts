import * as z from 'zod/mini';
import {
  type CartDto,
  type ChangePart,
  type Conversations,
  type Credit,
  cartDtoSchema,
  type FarmCalendar,
  type FarmDto,
  type FarmsPage,
  favouritesSchema,
  freeSlotsOf,
  fromThousandths,
  holdDtoSchema,
  type OrderDto,
  type OrderPart,
  type OrdersPage,
  orderableQuantity,
  orderDtoSchema,
  orderProblemSchema,
  ownReviewDtoSchema,
  type PlaceOrder,
  type ProductDto,
  type ProductsPage,
  problemKindSchema,
  productDtoSchema,
  productsPageSchema,
  readInboxSchema,
  receiptsPageSchema,
  type SlotRefusal,
  slotRefusalSchema,
  suggestionsSchema,
  toCents,
  toDollars,
  toThousandths,
} from '#libs/contracts';
import { feesOf } from '../../apps/web/src/features/cart/cart-math';
import type { CardPayer } from './cards';
import type { Chance } from './chance';
import type { Person } from './person';
import { allFarms, allOrders, credit, daysOf, orderScreens, shelf, unread } from './roles';
import type { Screen } from './screens';
import { ask, readAndAnswer } from './talk';

export const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};
const WORDS = ['tomato', 'carr', 'egg', 'honey', 'mushr', 'appel', 'basil', 'cheese', 'potatos'];
const SORTS = ['price', 'name', 'rating', 'newest'];
const PRAISE = ['Just as I hoped.', 'Fresh and well packed.', 'Good, but smaller than last time.'];
/** Share of the checkouts that pay by card. */
const BY_CARD = 0.6;
/** Share of those with store credit that use it. */
const BY_CREDIT = 0.7;
/** Shares: reports something on arrival, and after a purchase; sends it twice; of what did not come yet. */
const [RETURNS, REPORTS, TWICE, TOO_EARLY] = [0.4, 0.3, 0.15, 0.1];
/** Share of the rounds with a message. */
const TALKS = 0.4;
/** Order pages kept open beside the list. */
const OPEN_ORDERS = 3;
const KEY = 'Idempotency-Key';

type Choices = NonNullable<PlaceOrder['farms']>;

export interface Pace {
  /** Minimum and maximum time between two actions of a person, in ms. */
  readonly least: number;
  readonly most: number;
}

/** A customer who browses, fills the cart, orders, sometimes changes or cancels it, and later reviews or complains. */
export class Customer {
  readonly #open: Screen[][] = [];
  /** Why the last order got no day, if so. */
  #refusal: SlotRefusal | null = null;

  constructor(
    private readonly person: Person,
    private readonly chance: Chance,
    private readonly pace: Pace,
    /** Null where nobody takes cards. */
    private readonly payer: CardPayer | null,
    private readonly fees: Parameters<typeof feesOf>[2],
  ) {}

  async shop(signal: AbortSignal): Promise<void> {
    const shown = this.person.rows(shelf.queryKey, (page: ProductsPage) => page.products);
    // watch until the end, when the shelf is compared with the API
    this.person.watch({ productIds: shown.map(({ _id }) => _id) });
    const farmIds = this.#farms().map(({ _id }) => _id);
    this.person.watch({ farmIds });
    for (const farmId of farmIds) await this.person.show(daysOf(farmId));
    if (this.chance.is(RETURNS)) await this.#report();
    while (!signal.aborted) {
      await this.#think();
      const wanted = await this.#browse();
      const cart = await this.#fill(wanted);
      if (cart && !signal.aborted) await this.#checkOut(cart);
      if (this.chance.is(0.3)) await this.#review();
      if (this.chance.is(REPORTS)) await this.#report();
      if (this.chance.is(TALKS)) await this.#talk();
      if (this.chance.is(0.3)) await this.#readInbox();
    }
  }

  async #browse(): Promise<ProductDto[]> {
    if (this.chance.is(0.4)) {
      const word = this.chance.of(WORDS) ?? '';
      for (const length of [2, word.length])
        await this.person.do('type-ahead', suggestionsSchema, '/search/suggestions', {
          query: { q: word.slice(0, length) },
        });
      const found = await this.person.do('search', productsPageSchema, '/products', {
        query: { q: word, limit: 24 },
      });
      if (found && found.products.length > 0) return found.products;
    }
    const page = await this.person.do('browse', productsPageSchema, '/products', {
      query: { sort: this.chance.of(SORTS), inStock: true, limit: 24 },
    });
    const product = page && this.chance.of(page.products);
    if (product) {
      await this.#think();
      await this.person.do('look', productDtoSchema, `/products/${product._id}`);
      if (this.chance.is(0.15))
        await this.person.do('favourite', favouritesSchema, `/favourites/products/${product._id}`, {
          method: 'PUT',
        });
    }
    // half of all purchases come from the first page
    const shown = this.person.rows(shelf.queryKey, (one: ProductsPage) => one.products);
    return this.chance.is(0.5) ? shown : (page?.products ?? []);
  }

  async #fill(wanted: readonly ProductDto[]): Promise<CartDto | null> {
    let cart: CartDto | null = null;
    for (let lines = this.chance.whole(1, 4); lines > 0; lines--) {
      const product = this.chance.of(wanted);
      if (!product) break;
      await this.#think();
      const answer = await this.person.do('basket', cartDtoSchema, `/cart/items/${product._id}`, {
        method: 'PUT',
        body: { quantity: this.#amountOf(product) },
      });
      cart = answer ?? cart;
    }
    return cart;
  }

  #amountOf({ minimum, step }: ProductDto): number {
    return fromThousandths(toThousandths(minimum) + this.chance.whole(0, 3) * toThousandths(step));
  }

  async #checkOut(cart: CartDto): Promise<void> {
    const lines = cart.items.filter(
      (item) => item.buyable && orderableQuantity(item) >= item.quantity,
    );
    for (const item of cart.items)
      if (!lines.includes(item) || item.changes.length > 0)
        await this.person.do('take out', cartDtoSchema, `/cart/items/${item.productId}`, {
          method: 'PUT',
          body: { quantity: 0 },
        });
    const kept = lines.filter(({ changes }) => changes.length === 0);
    if (kept.length === 0) return;
    const farms = this.#chooseDays(kept);
    const byCard = this.payer !== null && this.chance.is(BY_CARD);
    const holdId = byCard || this.chance.is(0.5) ? await this.#hold(farms) : undefined;
    await this.#think();
    if (holdId !== undefined && this.chance.is(0.15)) {
      await this.person.do('abandon checkout', z.unknown(), `/checkout/holds/${holdId}`, {
        method: 'DELETE',
      });
      return;
    }
    const items = kept.map(({ productId, quantity, price }) => ({ productId, quantity, price }));
    const total = this.#totalOf(kept, farms);
    const { balance = 0 } = this.person.sees<Credit>(credit.queryKey) ?? {};
    const used = this.chance.is(BY_CREDIT) ? Math.min(balance, total) : 0;
    const atHandover: PlaceOrder = {
      items,
      address: ADDRESS,
      farms,
      ...(holdId !== undefined && { holdId }),
      ...(used > 0 && { credit: used }),
    };
    const body =
      byCard && holdId !== undefined && used < total
        ? await this.#pay({ ...atHandover, holdId }, total)
        : atHandover;
    if (!body) return;
    const order = (await this.#order(body)) ?? (await this.#orderAsOffered(body));
    if (order) await this.#keepOpen(order);
  }

  /** Holds what it costs on a card; a customer who cannot pay so pays at the hand-over, or leaves. */
  async #pay(order: PlaceOrder & { holdId: string }, total: number) {
    const byCard = { ...order, payment: 'card' as const };
    if (await this.payer?.hold(byCard, total)) return this.chance.is(0.95) ? byCard : null;
    return this.chance.is(0.5) ? order : null;
  }

  /** What an order costs, in dollars, as its page shows it. */
  #totalOf(lines: CartDto['items'], farms: Choices): number {
    const goods = lines.reduce((sum, { total }) => sum + toCents(total), 0);
    const delivers = lines.some(({ farmId }) => this.#isDelivered(farmId, farms));
    return feesOf(toDollars(goods), delivers, this.fees).total;
  }

  /** A farm that is not asked for a method delivers if it can. */
  #isDelivered(farmId: string, choices: PlaceOrder['farms']): boolean {
    const method = choices?.[farmId]?.fulfilment;
    if (method) return method === 'delivery';
    const farm = this.#farms().find(({ _id }) => _id === farmId);
    return farm?.fulfilment.includes('delivery') ?? true;
  }

  async #order(body: PlaceOrder): Promise<OrderDto | null> {
    this.#refusal = null;
    const key = crypto.randomUUID();
    const options = { method: 'POST' as const, body, headers: { [KEY]: key } };
    const order = await this.person.do('order', orderDtoSchema, '/orders', options, (refused) => {
      this.#refusal = slotRefusalSchema.safeParse(refused.problem.details).data ?? null;
    });
    if (order) this.person.acknowledged(order._id, key);
    return order;
  }

  /** Orders again for the first day that a refusal offered. */
  async #orderAsOffered(body: PlaceOrder): Promise<OrderDto | null> {
    const { farmId = '', free: [offered] = [] } = this.#refusal ?? {};
    if (!offered) return null;
    await this.#think();
    const choice = { ...body.farms?.[farmId], slotId: offered._id };
    return this.#order({ ...body, farms: { ...body.farms, [farmId]: choice } });
  }

  /**
   * A day at each farm: mostly one of the first two on screen, so that many race for the last places; sometimes one
   * that is full or too late, as on a page that was left open; and sometimes none, which is the next.
   */
  #chooseDays(lines: CartDto['items']): Choices {
    const farms: Choices = {};
    for (const { _id, fulfilment } of this.#farms()) {
      const method = this.chance.of(fulfilment);
      const calendar = this.person.sees<FarmCalendar | null>(daysOf(_id).key);
      if (!method || !calendar || !lines.some(({ farmId }) => farmId === _id)) continue;
      const question = { now: Date.now(), method, calendar, postalCode: ADDRESS.postalCode };
      const free = freeSlotsOf(question);
      const gone = calendar.slots.filter((slot) => !free.includes(slot) && slot.method === method);
      const slot = this.chance.of(this.chance.is(0.1) ? gone : free.slice(0, 2));
      const isChosen = slot && this.chance.is(0.85);
      farms[_id] = { fulfilment: method, ...(isChosen && { slotId: slot._id }) };
    }
    return farms;
  }

  #farms(): FarmDto[] {
    return this.person.sees<FarmsPage>(allFarms.queryKey)?.farms ?? [];
  }

  async #hold(farms: Choices): Promise<string | undefined> {
    const cart = await this.person.do('cart', cartDtoSchema, '/cart');
    const hold =
      cart &&
      (await this.person.do('checkout', holdDtoSchema, '/checkout/holds', {
        method: 'POST',
        body: { version: cart.version, farms },
        headers: { [KEY]: crypto.randomUUID() },
      }));
    return hold?._id;
  }

  /** Keeps the order's page open, and changes or cancels a part of some orders. */
  async #keepOpen(order: OrderDto): Promise<void> {
    const screens = orderScreens(order);
    for (const screen of screens) await this.person.show(screen);
    this.#open.push(screens);
    const oldest = this.#open.length > OPEN_ORDERS ? this.#open.shift() : undefined;
    for (const screen of oldest ?? []) this.person.hide(screen);
    const [part] = order.parts;
    if (!part || !this.chance.is(0.4)) return;
    await this.#think();
    const changed = this.chance.is(0.75) ? await this.#changeLine(order, part) : order;
    const now = changed?.parts.find(({ _id }) => _id === part._id);
    if (now && this.chance.is(0.3))
      await this.#change('cancelled', order, now, { status: 'cancelled' });
  }

  /** Adds a product of the farm to its part, or orders more or nothing of one. */
  #changeLine(order: OrderDto, part: OrderPart): Promise<OrderDto | null> {
    const line = this.chance.of(part.lines);
    const shown = this.person.rows(shelf.queryKey, (page: ProductsPage) => page.products);
    const product = this.chance.of(
      shown.filter(
        ({ _id, farmId }) =>
          farmId === part.farmId && part.lines.every(({ productId }) => productId !== _id),
      ),
    );
    if (product && this.chance.is(0.5)) {
      const { _id: productId, price } = product;
      const added = { productId, price, quantity: this.#amountOf(product) };
      return this.#change('added', order, part, { lines: [added] });
    }
    if (!line) return Promise.resolve(null);
    const { productId, quantity, price } = line;
    const [what, wanted] = this.chance.is(0.6) ? ['set', 2 * quantity] : ['removed', 0];
    return this.#change(what, order, part, { lines: [{ productId, price, quantity: wanted }] });
  }

  #change(
    what: string,
    { _id }: OrderDto,
    { _id: partId, version }: OrderPart,
    body: Omit<ChangePart, 'version'>,
  ): Promise<OrderDto | null> {
    return this.person.do(what, orderDtoSchema, `/orders/${_id}/parts/${partId}/changes`, {
      method: 'POST',
      headers: { [KEY]: crypto.randomUUID() },
      body: { version, ...body },
    });
  }

  async #review(): Promise<void> {
    const waiting = await this.person.do('waiting', receiptsPageSchema, '/reviews/mine/waiting');
    const receipt = waiting && this.chance.of(waiting.receipts);
    if (!receipt) return;
    await this.#think();
    await this.person.do('review', ownReviewDtoSchema, '/reviews', {
      method: 'POST',
      body: {
        orderId: receipt.orderId,
        productId: receipt.productId,
        rating: this.chance.whole(3, 5),
        text: this.chance.of(PRAISE) ?? '',
      },
    });
  }

  /** Asks about one of the newest orders, and reads and answers what farms have written. */
  async #talk(): Promise<void> {
    const orders = this.person.rows(allOrders.queryKey, (page: OrdersPage) => page.orders);
    await ask(this.person, this.chance, orders.slice(0, OPEN_ORDERS));
    const { conversations = [] } =
      this.person.sees<Conversations>(unread('customer').queryKey) ?? {};
    await readAndAnswer(this.person, this.chance, 'customer', conversations);
  }

  /** Reports lines of something that came, of all or of the last. */
  async #report(): Promise<void> {
    const isComing = this.chance.is(TOO_EARLY);
    const parts = this.person
      .rows(allOrders.queryKey, (page: OrdersPage) => page.orders)
      .flatMap((order) => order.parts.map((part) => ({ orderId: order._id, part })))
      .filter(({ part }) => (part.status === 'delivered') !== isComing);
    const { orderId, part } = this.chance.of(parts.slice(0, 5)) ?? {};
    const came = part?.lines.filter(({ quantity }) => quantity > 0) ?? [];
    if (!part || came.length === 0) return;
    const lines = came.slice(this.chance.is(0.5) ? 0 : -1).map(({ productId, quantity }) => ({
      productId,
      quantity,
      kind: this.chance.of(problemKindSchema.options),
    }));
    const path = `/orders/${orderId}/parts/${part._id}/problems`;
    for (let times = this.chance.is(TWICE) ? 2 : 1; times > 0; times--)
      await this.person.do('report', orderProblemSchema, path, {
        method: 'POST',
        headers: { [KEY]: crypto.randomUUID() },
        body: { lines, text: 'It was not what I had hoped for.' },
      });
  }

  #readInbox(): Promise<unknown> {
    return this.person.do('read inbox', z.unknown(), '/inbox/read', {
      method: 'POST',
      body: { all: true } satisfies z.infer<typeof readInboxSchema>,
    });
  }

  #think(): Promise<void> {
    return this.person.think(this.chance.between(this.pace.least, this.pace.most));
  }
}
