import {
  comparablePrice,
  type DomainEvent,
  type EventName,
  type EventPayload,
  type OrderDto,
  type OrderPart,
  type OwnProductDto,
  orderStatusOf,
  parseEvent,
  productChangeSchema,
  productCountsSchema,
  productDtoSchema,
  statusesForAdmin,
  type UserDto,
  type UserStatus,
} from '#libs/contracts';

/** A model of the server for specs: a small marketplace in memory that publishes its changes as events. */
export class ServerModel {
  readonly orders: OrderDto[] = [];
  readonly users: UserDto[] = [];
  readonly products: OwnProductDto[] = [];
  readonly events: DomainEvent[] = [];
  /** The events of order parts, which only their farms receive. */
  readonly farmEvents: DomainEvent[] = [];
  readonly stats = { totalOrders: 0, totalRevenue: 0, averageOrderValue: 0, version: 0 };
  cart = { items: [] as never[], total: 0, itemCount: 0, version: 0 };
  #clock = Date.UTC(2026, 10, 20, 8);
  #ids = 0;

  constructor() {
    for (let n = 0; n < 3; n += 1) this.createProduct();
    for (let n = 0; n < 3; n += 1) this.register();
    for (let n = 0; n < 4; n += 1) this.place(1 + (n % 2));
    this.events.length = 0;
    this.farmEvents.length = 0;
  }

  id(): string {
    this.#ids += 1;
    return this.#ids.toString(16).padStart(24, '0');
  }

  now(): string {
    this.#clock += 1_000;
    return new Date(this.#clock).toISOString();
  }

  publish<Name extends EventName>(
    name: Name,
    aggregateId: string,
    version: number,
    payload: EventPayload<Name>,
  ): void {
    const head = { id: this.id(), name, occurredAt: this.now(), aggregateId, version };
    // serialized and parsed by the contract, as between server and page
    const wire = JSON.stringify({ ...head, correlationId: 'spec', actorId: null, payload });
    const event = parseEvent(JSON.parse(wire));
    const own = event.name === 'order.part-placed' || event.name === 'order.farm-part-changed';
    (own ? this.farmEvents : this.events).push(event);
  }

  place(farms: number): OrderDto {
    const at = this.now();
    const parts = Array.from({ length: farms }, (_, n) => makePart(this.id(), farmId(n), at));
    const order: OrderDto = {
      _id: this.id(),
      code: `FG-${this.#ids}`,
      createdAt: at,
      status: 'Processing',
      isDelivered: false,
      customer: { _id: farmId(9), name: 'Ada Shopper' },
      address: null,
      notes: null,
      goodsTotal: farms * 10,
      deliveryFee: 4.99,
      totalPrice: farms * 10 + 4.99,
      payment: { method: 'pay_on_handover', status: 'due', amount: farms * 10 + 4.99, paid: 0 },
      parts,
      version: 1,
    };
    this.orders.push(order);
    this.publish('order.placed', order._id, 1, { order: copy(order) });
    for (const part of parts) {
      const own = farmViewOf(order, part.farmId);
      this.publish('order.part-placed', order._id, 1, { order: own, farmId: part.farmId });
    }
    return order;
  }

  step(orderAt: number, partAt: number, choice: number): void {
    const order = pick(this.orders, orderAt);
    const part = pick(order.parts, partAt);
    const next = statusesForAdmin(part.status, part.fulfilment);
    if (next.length === 0) return;
    const from = part.status;
    part.status = pick(next, choice);
    part.version += 1;
    part.timeline.push(entry(part.status, this.now()));
    order.version += 1;
    order.status = orderStatusOf(order.parts.map(({ status }) => status));
    order.isDelivered = order.status === 'Delivered';
    const { status, isDelivered, goodsTotal, deliveryFee, totalPrice, payment, version } = order;
    const forFarm = {
      orderId: order._id,
      code: order.code,
      farmId: part.farmId,
      part: copy(part),
      from,
      changes: [],
    };
    this.publish('order.part-changed', order._id, version, {
      ...forFarm,
      customerId: order.customer._id,
      order: { status, isDelivered, goodsTotal, deliveryFee, totalPrice, payment, version },
      totalChange: 0,
    });
    this.publish('order.farm-part-changed', order._id, version, forFarm);
  }

  register(): UserDto {
    const user = makeUser(this.id(), this.now());
    this.users.push(user);
    this.publish('user.registered', user._id, 1, { user: { ...user } });
    return user;
  }

  setUserStatus(at: number, status: UserStatus): void {
    const user = pick(this.users, at);
    const from = user.status;
    user.status = status;
    user.version += 1;
    const payload = { user: { ...user }, from, reason: null };
    this.publish('user.status-changed', user._id, user.version, payload);
  }

  createProduct(): OwnProductDto {
    const product = makeProduct(this.id());
    this.products.push(product);
    this.publish('product.created', product._id, 1, { product: copy(product) });
    return product;
  }

  setStock(at: number, available: number, price: number): void {
    const product = pick(this.products, at);
    const before = changeOf(product);
    product.available = available;
    product.stock = available === 0 ? 'sold_out' : 'in_stock';
    product.onHand = available + product.held;
    product.sold += 1;
    product.price = price;
    product.comparablePrice = comparablePrice(price * 100, product.unit);
    product.version += 1;
    this.publishStock(product, before);
  }

  /** An admin takes a live product down, or approves it again. */
  moderate(at: number, reason: string): void {
    const product = pick(this.products, at);
    const before = changeOf(product);
    const approved = product.status !== 'live';
    const from = product.status;
    product.status = approved ? 'live' : 'paused';
    product.moderation = approved ? null : reason;
    product.version += 1;
    const { _id: productId, farmId: farm, name, version } = product;
    this.publishStock(product, before);
    this.publish('product.status-changed', productId, version, { product: copy(product), from });
    if (approved)
      this.publish('product.published', productId, version, {
        product: productDtoSchema.parse(product),
      });
    const moderation = { productId, farmId: farm, name, reason: product.moderation };
    const decision = approved ? 'approved' : 'taken-down';
    this.publish('product.moderated', productId, version, { ...moderation, decision });
  }

  private publishStock(product: OwnProductDto, before: ReturnType<typeof changeOf>): void {
    const after = changeOf(product);
    const change = { ...after, public: after.public || before.public };
    this.publish('product.stock-changed', product._id, product.version, { change, before });
    this.publishCounts(product);
  }

  private publishCounts(product: OwnProductDto): void {
    const counts = productCountsSchema.parse({ ...product, productId: product._id });
    this.publish('product.counted', product._id, product.version, { counts });
  }

  editProduct(at: number, description: string): void {
    const product = pick(this.products, at);
    product.description = description;
    product.version += 1;
    product.detailsVersion = product.version;
    const payload = { product: productDtoSchema.parse(product), public: product.status === 'live' };
    this.publish('product.changed', product._id, product.version, payload);
    this.publishCounts(product);
  }

  changeCart(): void {
    const version = this.cart.version + 1;
    this.cart = { ...this.cart, itemCount: version, version };
    this.publish('cart.changed', farmId(9), version, { customerId: farmId(9), cart: this.cart });
  }

  changeStats(): void {
    this.stats.totalOrders += 1;
    this.stats.version += 1;
    const stats = { ...this.stats };
    const payload = { subject: 'orders' as const, stats, farms: [], handovers: [], cohorts: [] };
    this.publish('analytics.changed', 'orders', this.stats.version, payload);
  }
}

/** A deep copy; jsdom has no structuredClone. */
export function copy<Thing>(thing: Thing): Thing {
  return JSON.parse(JSON.stringify(thing));
}

/** An order as the API returns it to one of its farms. */
export function farmViewOf(order: OrderDto, farm: string): OrderDto {
  const parts = copy(order.parts.filter((part) => part.farmId === farm));
  const live = parts.filter((part) => part.status !== 'declined' && part.status !== 'cancelled');
  const goodsTotal = live.reduce((sum, part) => sum + part.subtotal, 0);
  const status = orderStatusOf(parts.map((part) => part.status));
  const isDelivered = status === 'Delivered';
  const totals = { goodsTotal, deliveryFee: 0, totalPrice: goodsTotal };
  const amount = parts.reduce((sum, part) => sum + part.payment.amount, 0);
  return {
    ...copy(order),
    parts,
    status,
    isDelivered,
    ...totals,
    payment: {
      method: order.payment.method,
      status: parts[0]?.payment.status ?? 'void',
      amount,
      paid: 0,
    },
  };
}

function pick<Thing>(things: readonly Thing[], at: number): Thing {
  const thing = things[at % things.length];
  if (thing === undefined) throw new Error('nothing to pick from');
  return thing;
}

export function farmId(n: number): string {
  return (0xf000 + n).toString(16).padStart(24, 'f');
}

function entry(status: OrderPart['status'], at: string): OrderPart['timeline'][number] {
  return {
    status,
    at,
    by: { role: 'farmer', name: 'Fern' },
    reason: null,
    declineReason: null,
    goods: null,
  };
}

function makePart(_id: string, farm: string, at: string): OrderPart {
  return {
    _id,
    farmId: farm,
    farmName: 'Fern Hollow',
    farmSlug: 'fern-hollow',
    fulfilment: 'delivery',
    pickupPlace: null,
    slot: null,
    status: 'placed',
    subtotal: 10,
    orderedTotal: 10,
    changes: [],
    refunds: [],
    note: null,
    payment: { status: 'due', amount: 10 },
    lines: [],
    timeline: [entry('placed', at)],
    version: 1,
  };
}

function makeUser(_id: string, createdAt: string): UserDto {
  const person = { name: 'Ada Shopper', firstName: 'Ada', lastName: 'Shopper' };
  const rights = { role: 'customer' as const, status: 'active' as const, farmId: null };
  return {
    _id,
    ...person,
    email: 'ada@example.org',
    ...rights,
    imageUrl: null,
    phone: null,
    createdAt,
    version: 1,
  };
}

function makeProduct(_id: string): OwnProductDto {
  return {
    _id,
    name: 'Carrots',
    description: '',
    category: 'roots',
    organic: true,
    price: 3,
    unit: 'lb',
    comparablePrice: comparablePrice(300, 'lb'),
    showsCount: true,
    step: 0.5,
    minimum: 0.5,
    available: 10,
    stock: 'in_stock',
    image: '/produce/carrot.svg',
    images: [],
    farmer: 'Fern Hollow',
    farmId: farmId(0),
    farmSlug: 'fern-hollow',
    certification: null,
    holidayUntil: null,
    rating: null,
    reviewCount: 0,
    harvestedAt: null,
    bestBefore: null,
    allergens: [],
    storage: null,
    nutrition: { calories: null, protein: null, carbohydrates: null, fiber: null, vitaminC: null },
    features: [],
    status: 'live',
    version: 1,
    detailsVersion: 1,
    onHand: 12,
    held: 2,
    sold: 0,
    lowAt: 0,
    listed: true,
    lot: null,
    publishedAt: null,
    moderation: null,
  };
}

function changeOf(product: OwnProductDto): EventPayload<'product.stock-changed'>['change'] {
  const { _id: productId, ...rest } = product;
  return productChangeSchema.parse({ ...rest, productId, public: rest.status === 'live' });
}
