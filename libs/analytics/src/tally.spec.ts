import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CATEGORIES,
  type CountedOrder,
  type DomainEvent,
  type Fulfilment,
  isHandled,
  isLive,
  type OrderDto,
  type OrderPart,
  type OwnProductDto,
  orderStatusOf,
  type PartChange,
  type PartStatus,
  type ProductChange,
  type Role,
  statusesForAdmin,
  toCents,
  toDollars,
  toThousandths,
  type UserDto,
} from '#libs/contracts';
import {
  type TalliedEvent,
  Tally,
  tallyEvent,
  tallyOrder,
  tallyProduct,
  tallyUser,
  withDerived,
} from './tally.js';

type Event = DomainEvent<TalliedEvent>;
/** The random world runs from January to August, through the night in which clocks are moved. */
const ZONE = 'America/New_York';
const hex = (kind: string, n: number) => kind + n.toString(16).padStart(23, '0');
const START = Date.parse('2026-01-30T22:00:00.000Z');

/** A marketplace that changes at random and records its events. */
class World {
  readonly events: Event[] = [];
  readonly users: UserDto[] = [];
  readonly products: ProductChange[] = [];
  readonly orders: { order: OrderDto; fee: number }[] = [];
  private now = START;

  constructor(private readonly random: (below: number) => number) {}

  run(steps: number): this {
    for (let n = 0; n < steps; n++) this.step();
    return this;
  }

  private step(): void {
    this.now += this.random(3_600_000);
    const what = this.random(20);
    if (what < 2 || this.users.length < 3) this.register();
    else if (what < 3) this.changeStatus();
    else if (what < 5 || this.products.length < 5) this.addProduct();
    else if (what < 9) this.changeStock();
    else if (what < 13 || this.orders.length === 0) this.place();
    else this.movePart();
  }

  private record<Name extends TalliedEvent>(
    name: Name,
    payload: DomainEvent<Name>['payload'],
  ): void {
    const id = hex('e', this.events.length);
    const head = { id, name, occurredAt: this.at(), aggregateId: id, version: 1 };
    this.events.push({
      ...head,
      correlationId: 'test',
      actorId: null,
      payload,
    } as unknown as Event);
  }

  private at = () => new Date(this.now).toISOString();
  private pick = <Item>(items: readonly Item[]) => items[this.random(items.length)] as Item;

  private register(): void {
    const role: Role = this.pick(['customer', 'customer', 'farmer', 'admin']);
    const user = { _id: hex('a', this.users.length), role, status: 'active' } as UserDto;
    this.users.push(user);
    this.record('user.registered', { user });
  }

  private changeStatus(): void {
    const at = this.random(this.users.length);
    const before = this.users[at] as UserDto;
    const user = { ...before, status: this.pick(['active', 'inactive', 'suspended'] as const) };
    this.users[at] = user;
    this.record('user.status-changed', { user, from: before.status, reason: null });
  }

  private newChange = (farm: number): ProductChange => ({
    productId: hex('b', this.products.length),
    farmId: hex('f', farm),
    price: 2.5,
    public: true,
    available: 1,
    status: this.pick(['live', 'live', 'paused', 'draft', 'archived']),
    stock: this.pick(['in_stock', 'low', 'sold_out']),
    holidayUntil: null,
    rating: null,
    reviewCount: 0,
  });

  private addProduct(): void {
    const change = this.newChange(this.random(6));
    this.products.push(change);
    const { farmId, status, stock } = change;
    const product = { _id: change.productId, farmId, status, stock } as OwnProductDto;
    this.record('product.created', { product });
  }

  private changeStock(): void {
    const at = this.random(this.products.length);
    const before = this.products[at] as ProductChange;
    const { status, stock } = this.newChange(0);
    const change = { ...before, status, stock };
    this.products[at] = change;
    this.record('product.stock-changed', { change, before });
  }

  private place(): void {
    const farms = [...new Set([this.random(6), this.random(6), this.random(6)])];
    const parts = farms.map((farm) => this.newPart(farm));
    const fee = this.pick([0, 499]);
    const order = { _id: hex('0', this.orders.length), createdAt: this.at(), parts } as OrderDto;
    const placed: OrderDto = {
      ...order,
      customer: { _id: hex('a', this.random(12)), name: 'Cara' },
      totalPrice: toDollars(totalOf(parts, fee)),
    };
    this.orders.push({ order: placed, fee });
    this.record('order.placed', { order: placed });
  }

  private newPart(farm: number): OrderPart {
    const lines = Array.from({ length: 1 + this.random(3) }, (_, n) => ({
      productId: hex('b', farm * 10 + n),
      name: `Product ${farm}/${n}`,
      category: this.pick([...CATEGORIES, null]),
      unit: 'lb' as const,
      quantity: (1 + this.random(8)) / 2,
      total: (1 + this.random(5_000)) / 100,
    }));
    const subtotal = lines.reduce((sum, { total }) => sum + toCents(total), 0);
    return {
      _id: hex('c', this.events.length * 10 + farm),
      farmId: hex('f', farm),
      fulfilment: this.pick<Fulfilment>(['delivery', 'pickup']),
      status: 'placed',
      subtotal: toDollars(subtotal),
      slot: this.pick(
        [null, '2026-03-06', '2026-03-07', '2026-08-20'].map((date) => date && { date }),
      ),
      lines,
      timeline: [{ status: 'placed', at: this.at(), by: { role: 'customer', name: 'Cara' } }],
      version: 1,
    } as unknown as OrderPart;
  }

  private movePart(): void {
    const at = this.random(this.orders.length);
    const known = this.orders[at] as World['orders'][number];
    const part = this.pick(known.order.parts);
    if (this.random(2) === 0 && isLive(part.status)) {
      this.changeLines(known, part, at);
      return;
    }
    const next = statusesForAdmin(part.status, part.fulfilment);
    if (next.length === 0) {
      this.place();
      return;
    }
    const status: PartStatus = this.pick(next);
    const step = { status, at: this.at(), by: { role: 'admin', name: 'Ada' }, reason: null };
    const moved = { ...part, status, timeline: [...part.timeline, step] } as OrderPart;
    const [stepped, changes] = isLive(status) ? [moved, []] : withAmounts(moved, () => 0);
    this.change(known, at, stepped, part.status, changes);
  }

  /** Other amounts of some lines, and sometimes one more line. */
  private changeLines(known: World['orders'][number], part: OrderPart, at: number): void {
    const line = {
      ...(part.lines[0] as OrderPart['lines'][number]),
      productId: hex('d', this.random(5)),
      quantity: 0,
      total: 0,
    };
    const hasIt = part.lines.some(({ productId }) => productId === line.productId);
    const lines = hasIt || this.random(3) > 0 ? part.lines : [...part.lines, line];
    const [changed, changes] = withAmounts({ ...part, lines }, () => this.random(6) / 2);
    this.change(known, at, changed, part.status, changes);
  }

  private change(
    known: World['orders'][number],
    at: number,
    moved: OrderPart,
    from: PartStatus,
    changes: PartChange[],
  ): void {
    const parts = known.order.parts.map((other) => (other._id === moved._id ? moved : other));
    const before = totalOf(known.order.parts, known.fee);
    const total = totalOf(parts, known.fee);
    this.orders[at] = { ...known, order: { ...known.order, parts, totalPrice: toDollars(total) } };
    this.record('order.part-changed', {
      orderId: known.order._id,
      customerId: known.order.customer._id,
      part: moved,
      from,
      changes,
      order: { status: orderStatusOf(parts.map((one) => one.status)) },
      totalChange: toDollars(total - before),
    } as DomainEvent<'order.part-changed'>['payload']);
  }

  /** The figures counted from the current state, without the events. */
  counted(): Tally {
    const tally = new Tally();
    for (const user of this.users) tallyUser(tally, user);
    for (const product of this.products) tallyProduct(tally, product);
    for (const { order } of this.orders) tallyOrder(tally, toCounted(order), ZONE);
    return withDerived(tally, () => undefined);
  }
}

/** The part with other amounts at $3.00 per unit, and the change that did it. */
function withAmounts(part: OrderPart, amount: () => number): [OrderPart, PartChange[]] {
  const lines = part.lines.map((line) => {
    const quantity = amount();
    return { ...line, quantity, total: quantity * 3 };
  });
  const change = {
    lines: lines.map(({ productId, quantity, total }, n) => {
      const before = part.lines[n] as OrderPart['lines'][number];
      const cost = toDollars(toCents(total) - toCents(before.total));
      return { productId, from: before.quantity, to: quantity, cost };
    }),
  } as PartChange;
  const subtotal = toDollars(lines.reduce((sum, { total }) => sum + toCents(total), 0));
  return [{ ...part, lines, subtotal }, [change]];
}

function totalOf(parts: readonly OrderPart[], fee: number): number {
  const live = parts.filter(({ status }) => isLive(status));
  const goods = live.reduce((sum, { subtotal }) => sum + toCents(subtotal), 0);
  return goods + (live.length > 0 ? fee : 0);
}

const toCounted = (order: OrderDto): CountedOrder => ({
  createdAt: order.createdAt,
  customerId: order.customer._id,
  total: toCents(order.totalPrice),
  parts: order.parts.map((part) => ({
    farmId: part.farmId,
    status: part.status,
    subtotal: toCents(part.subtotal),
    slotDay: part.slot?.date ?? null,
    lines: part.lines.map((line) => ({
      ...line,
      amount: toThousandths(line.quantity),
      total: toCents(line.total),
    })),
  })),
});

/** A model of the projections: an event counts once, and buyers derive from the orders counted so far. */
function project(events: readonly Event[], timeZone = ZONE): Tally {
  const store = new Tally();
  const handled = new Set<string>();
  for (const event of events) {
    if (handled.has(event.id)) continue;
    handled.add(event.id);
    store.addAll(withDerived(tallyEvent(event, timeZone), (key) => store.changes.get(key)));
  }
  return store.pruned();
}

function shuffled<Item>(items: readonly Item[], random: (below: number) => number): Item[] {
  const mixed = [...items];
  for (let n = mixed.length - 1; n > 0; n--) {
    const other = random(n + 1);
    [mixed[n], mixed[other]] = [mixed[other] as Item, mixed[n] as Item];
  }
  return mixed;
}

/** A small deterministic random generator (linear congruential). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the projected figures', () => {
  it('match a recount after 4,000 events, of which those are handled that have to be, shuffled and twice', () => {
    const random = seeded(20_261_121);
    const world = new World(random).run(4_000);
    expect(world.events).toHaveLength(4_000);
    const handled = world.events.filter(({ name, payload }) => isHandled(name, payload));
    expect(handled.length).toBeLessThan(world.events.length);
    const doubled = shuffled([...handled, ...handled], random);
    const [projected, counted] = [project(doubled), world.counted()];
    expect(projected.changes).toEqual(counted.changes);
    expect(projected.labels).toEqual(counted.labels);
    // Proves that there was much to count.
    expect(counted.get('orders', 'total')).toBeGreaterThan(800);
    expect(
      [...counted.changes.keys()].filter((key) => key.startsWith('day:')).length,
    ).toBeGreaterThan(30);
    expect(counted.get(`farm:${hex('f', 1)}`, 'repeatBuyers')).toBeGreaterThan(5);
  });

  it('do not depend on the order or on duplicates of the events', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 60 }),
        fc.integer(),
        (seed, steps, order) => {
          const world = new World(seeded(seed)).run(steps);
          const random = seeded(order);
          const again = world.events.filter(() => random(3) === 0);
          const projected = project(shuffled([...world.events, ...again], random));
          expect(projected.changes).toEqual(world.counted().changes);
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 100) },
    );
  });

  it('are wrong when one event is missing, which proves the comparison', () => {
    const world = new World(seeded(7)).run(100);
    const expected = JSON.stringify([...world.counted().changes].sort());
    const wrong = world.events.filter((_, missing) => {
      const rest = world.events.filter((__, at) => at !== missing);
      return JSON.stringify([...project(rest).changes].sort()) !== expected;
    });
    // A change from a status to the same status changes no figure.
    expect(wrong.length).toBeGreaterThan(75);
  });
});

describe('the revenue of an order', () => {
  const world = () => {
    const events: Event[] = [];
    const goods = { productId: hex('b', 1), name: 'Plums', category: 'fruit' };
    const line = { ...goods, unit: 'lb', quantity: 2, total: 8 };
    const at = '2026-11-20T23:59:59.000Z';
    const by = { role: 'customer', name: 'Cara' };
    const part = {
      _id: hex('c', 1),
      farmId: hex('f', 1),
      status: 'placed',
      subtotal: 8,
      lines: [line],
      timeline: [{ status: 'placed', at, by, reason: null }],
    };
    const head = { occurredAt: at, aggregateId: 'x', version: 1, correlationId: '', actorId: null };
    const order = {
      createdAt: at,
      customer: { _id: hex('a', 1) },
      totalPrice: 12.99,
      parts: [part],
    };
    events.push({ ...head, id: '1', name: 'order.placed', payload: { order } } as unknown as Event);
    const step = { status: 'declined', at: '2026-11-22T08:00:00.000Z', by, reason: 'Hail' };
    const payload = {
      customerId: hex('a', 1),
      part: {
        ...part,
        status: 'declined',
        subtotal: 0,
        lines: [{ ...line, quantity: 0, total: 0 }],
        timeline: [...part.timeline, step],
      },
      from: 'placed',
      changes: [{ lines: [{ productId: line.productId, from: line.quantity, to: 0, cost: -8 }] }],
      order: { status: 'Cancelled' },
      totalChange: -12.99,
    };
    const name = 'order.part-changed';
    events.push({ ...head, id: '2', name, payload } as unknown as Event);
    return events;
  };

  it('counts on the day of the order, for the marketplace, the farm, the buyer and the product', () => {
    const tally = project(world().slice(0, 1), 'UTC');
    const sold = { 'hour:23': 1, 'category:fruit': 800 };
    expect(Object.fromEntries(tally.changes)).toEqual({
      orders: { total: 1, revenue: 1299 },
      [`customer:${hex('a', 1)}`]: { 'month:2026-11': 1 },
      'cohort:2026-11': { size: 1 },
      'day:2026-11-20': { total: 1, revenue: 1299, ...sold },
      [`farm:${hex('f', 1)}`]: { toPick: 1, toPickLines: 1, placed: 1, buyers: 1 },
      [`farm:${hex('f', 1)}/day:2026-11-20`]: { total: 1, revenue: 800, ...sold },
      [`farm:${hex('f', 1)}/buyer:${hex('a', 1)}`]: { orders: 1 },
      [`farm:${hex('f', 1)}/product:${hex('b', 1)}`]: { orders: 1, amount: 2000, revenue: 800 },
    });
  });

  it('counts on the day and in the hour of the market, whose clock differs from UTC', () => {
    // the order was placed at 23:59:59 UTC
    const daysOf = (timeZone: string) =>
      Object.fromEntries(
        [...project(world().slice(0, 1), timeZone).changes].filter(([key]) =>
          key.startsWith('day:'),
        ),
      );
    const figures = { total: 1, revenue: 1299, 'category:fruit': 800 };
    expect(daysOf('America/New_York')).toEqual({ 'day:2026-11-20': { ...figures, 'hour:18': 1 } });
    expect(daysOf('Asia/Tokyo')).toEqual({ 'day:2026-11-21': { ...figures, 'hour:8': 1 } });
  });

  it('is subtracted from that day, and so is the order, when its last part is declined later', () => {
    expect(Object.fromEntries(project(world()).changes)).toEqual({
      [`farm:${hex('f', 1)}`]: { closed: 1 },
    });
  });
});

describe('the cohorts', () => {
  let ids = 0;
  const by = { role: 'customer', name: 'Cara' };
  const partAt = (at: string) => ({
    _id: hex('c', 1),
    farmId: hex('f', 1),
    status: 'placed',
    subtotal: 8,
    lines: [],
    timeline: [{ status: 'placed', at, by, reason: null }],
  });
  const event = (name: TalliedEvent, payload: object) =>
    ({ id: String(ids++), name, payload }) as unknown as Event;
  const placed = (customer: number, day: string): Event => {
    const createdAt = `${day}T12:00:00.000Z`;
    const parts = [partAt(createdAt)];
    const order = { createdAt, customer: { _id: hex('a', customer) }, totalPrice: 8, parts };
    return event('order.placed', { order });
  };
  const cancelled = (customer: number, day: string): Event => {
    const part = partAt(`${day}T12:00:00.000Z`);
    const step = { status: 'cancelled', at: '2026-12-01T08:00:00.000Z', by, reason: null };
    return event('order.part-changed', {
      customerId: hex('a', customer),
      part: { ...part, status: 'cancelled', timeline: [...part.timeline, step] },
      from: 'placed',
      changes: [],
      order: { status: 'Cancelled' },
      totalChange: -8,
    });
  };
  const cohorts = (events: readonly Event[], timeZone = 'UTC') =>
    Object.fromEntries(
      [...project(events, timeZone).changes].filter(([key]) => key.startsWith('cohort:')),
    );

  it('have each customer once, in the month of the first order, and once in each month after it', () => {
    const events = [
      placed(1, '2025-11-03'),
      placed(1, '2025-11-20'),
      placed(1, '2026-01-05'),
      placed(1, '2026-01-06'),
      placed(2, '2025-11-30'),
      placed(3, '2026-01-01'),
      // After the last counted month of the cohort.
      placed(2, '2026-05-01'),
      placed(2, '2026-04-30'),
    ];
    const expected = {
      'cohort:2025-11': { size: 2, 'again:2': 1, 'again:5': 1 },
      'cohort:2026-01': { size: 1 },
    };
    expect(cohorts(events)).toEqual(expected);
    expect(cohorts(events.toReversed())).toEqual(expected);
  });

  it('move to the first order that is left when an earlier one is cancelled', () => {
    const events = [placed(1, '2026-09-03'), placed(1, '2026-10-03'), placed(1, '2026-11-03')];
    expect(cohorts(events)).toEqual({ 'cohort:2026-09': { size: 1, 'again:1': 1, 'again:2': 1 } });
    const gone = cancelled(1, '2026-09-03');
    const expected = { 'cohort:2026-10': { size: 1, 'again:1': 1 } };
    expect(cohorts([...events, gone])).toEqual(expected);
    expect(cohorts([gone, ...events])).toEqual(expected);
  });

  it('have the months of the market', () => {
    // at noon in UTC
    const order = placed(1, '2026-11-01');
    expect(Object.keys(cohorts([order], 'America/New_York'))).toEqual(['cohort:2026-11']);
    expect(Object.keys(cohorts([placed(1, '2026-10-31')], 'Pacific/Kiritimati'))).toEqual([
      'cohort:2026-11',
    ]);
  });
});
