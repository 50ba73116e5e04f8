import {
  type Category,
  COHORT_MONTHS,
  type CountedOrder,
  type CountedPart,
  type CountedRows,
  type Day,
  type DomainEvent,
  type EventName,
  type Id,
  isLive,
  localTime,
  type Month,
  monthOf,
  monthsBetween,
  type OrderPart,
  type PartChanged,
  toCents,
  toThousandths,
  type Unit,
} from '#libs/contracts';

/** Whole numbers by name; money in cents, amounts in thousandths of a unit. */
export type Figures = Record<string, number>;

/** The names of a day's figures: orders by hour, and goods by category. */
export const dayFigures = {
  hour: (hour: number) => `hour:${hour}`,
  category: (category: Category) => `category:${category}`,
};

/** The displayed name and unit of a product. */
export interface Label {
  readonly name: string;
  readonly unit: Unit;
}

/** The ids of the projections; no document grows with the number of orders. */
export const keys = {
  day: (day: string) => `day:${day}`,
  /** The day of hand-over: its parts, and what was ordered on this day for any day of hand-over. */
  handover: (day: Day) => `handover:${day}`,
  farm: (farm: Id) => `farm:${farm}`,
  farmDay: (farm: Id, day: string) => `farm:${farm}/day:${day}`,
  /** A customer's number of live parts at a farm. */
  buyer: (farm: Id, customer: Id) => `farm:${farm}/buyer:${customer}`,
  product: (farm: Id, product: Id) => `farm:${farm}/product:${product}`,
  /** A customer's number of live orders by month. */
  customer: (customer: Id) => `customer:${customer}`,
  /** The number of customers with their first order in this month, and of those who ordered again in later months. */
  cohort: (month: Month) => `cohort:${month}`,
};

/** The month of a cohort's key; null for other keys. */
export const parseCohortKey = (key: string): Month | null =>
  key.startsWith(keys.cohort('')) ? key.slice(keys.cohort('').length) : null;

/** The day of a hand-over's key; null for other keys. */
export const parseHandoverKey = (key: string): Day | null =>
  key.startsWith(keys.handover('')) ? key.slice(keys.handover('').length) : null;

export const cohortFigures = {
  size: 'size',
  /** The figure of the month `months` after the first. */
  again: (months: number) => `again:${months}`,
};

/**
 * Parses the key of a farm (with empty `kind` and `id`) or of one of its days, buyers or products; null for a key of
 * the whole marketplace.
 */
export function parseFarmKey(key: string): { farmId: Id; kind: string; id: string } | null {
  const [, farmId, kind = '', id = ''] = /^farm:(\w+)(?:\/(\w+):(.+))?$/.exec(key) ?? [];
  return farmId === undefined ? null : { farmId, kind, id };
}

/** Sums to add to the figures, by key. Only additions, so the order of events does not matter. */
export class Tally {
  readonly changes = new Map<string, Figures>();
  readonly labels = new Map<string, Label>();

  add(key: string, figures: Figures, sign: 1 | -1 = 1): void {
    const sums = this.changes.get(key) ?? {};
    for (const [name, by] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + sign * by;
    this.changes.set(key, sums);
  }

  addAll(other: Tally, sign: 1 | -1 = 1): void {
    for (const [key, figures] of other.changes) this.add(key, figures, sign);
    for (const [key, label] of other.labels) this.labels.set(key, label);
  }

  get(key: string, name: string): number {
    return this.changes.get(key)?.[name] ?? 0;
  }

  /** Removes zeros from this tally, so that 0 and absent compare equal. */
  pruned(): Tally {
    for (const [key, figures] of this.changes) {
      const nonZero = Object.entries(figures).filter(([, by]) => by !== 0);
      if (nonZero.length === 0) this.changes.delete(key);
      else this.changes.set(key, Object.fromEntries(nonZero));
    }
    return this;
  }
}

export function tallyUser(
  tally: Tally,
  { role, status }: CountedRows['users'],
  sign: 1 | -1 = 1,
): void {
  tally.add('users', { total: 1, active: Number(status === 'active'), [role]: 1 }, sign);
}

export function tallyProduct(
  tally: Tally,
  { farmId, status, stock }: CountedRows['products'],
  sign: 1 | -1 = 1,
): void {
  const live = Number(status === 'live');
  const soldOut = live * Number(stock === 'sold_out');
  tally.add('products', { total: 1, active: live, outOfStock: soldOut }, sign);
  tally.add(keys.farm(farmId), { lowStock: live * Number(stock === 'low'), soldOut }, sign);
}

export function tallyOrder(tally: Tally, order: CountedOrder, timeZone: string): void {
  const { createdAt, customerId } = order;
  const total = Number(order.parts.some(({ status }) => isLive(status)));
  const placed = { ...localTime(createdAt, timeZone), customerId };
  tallyTotals(tally, { total, revenue: order.total }, placed);
  for (const part of order.parts) tallyPart(tally, part, placed);
}

/** Who placed an order, and when in the market's time zone. */
interface Placed {
  readonly customerId: Id;
  readonly day: Day;
  readonly hour: number;
}

function tallyTotals(
  tally: Tally,
  figures: { readonly total: number; readonly revenue: number },
  { day, hour, customerId }: Placed,
): void {
  tally.add('orders', figures);
  tally.add(keys.customer(customerId), { [MONTH + monthOf(day)]: figures.total });
  tally.add(keys.day(day), { ...figures, [dayFigures.hour(hour)]: figures.total });
}

/** A line can be left with nothing by changes. */
const comes = ({ amount }: CountedPart['lines'][number]): boolean => amount > 0;

/** Tallies a part by its status: goods to pick, and revenue on the day on which it was placed. */
function tallyPart(
  tally: Tally,
  part: CountedPart,
  { day, hour, customerId }: Placed,
  sign: 1 | -1 = 1,
): void {
  const { farmId, status, subtotal, slotDay, lines } = part;
  const live = Number(isLive(status));
  const open = Number(status === 'placed' || status === 'accepted');
  const byStatus = {
    placed: Number(status === 'placed'),
    delivered: Number(status === 'delivered'),
    closed: 1 - live,
  };
  tally.add(
    keys.farm(farmId),
    { toPick: open, toPickLines: open * lines.filter(comes).length, ...byStatus },
    sign,
  );
  const sold = { total: live, revenue: live * subtotal, [dayFigures.hour(hour)]: live };
  tally.add(keys.farmDay(farmId, day), sold, sign);
  if (slotDay !== null) {
    tally.add(keys.handover(slotDay), { total: live, revenue: live * subtotal }, sign);
    tally.add(keys.handover(day), { orderedWithDay: live * subtotal }, sign);
  }
  tally.add(keys.buyer(farmId, customerId), { orders: live }, sign);
  for (const line of lines) {
    const { productId, name, category, unit, amount, total } = line;
    const goods = { [dayFigures.category(category)]: live * total };
    for (const key of [keys.day(day), keys.farmDay(farmId, day)]) tally.add(key, goods, sign);
    const key = keys.product(farmId, productId);
    tally.add(
      key,
      { orders: live * Number(comes(line)), amount: live * amount, revenue: live * total },
      sign,
    );
    tally.labels.set(key, { name, unit });
  }
}

/** The changes of figures by each event; depend only on the event and the market's time zone. */
const rules = {
  'user.registered': (tally, { user }) => tallyUser(tally, user),
  'user.deleted': (tally, user) => tallyUser(tally, user, -1),
  'user.status-changed': (tally, { user, from }) => {
    tallyUser(tally, user);
    tallyUser(tally, { ...user, status: from }, -1);
  },
  'product.created': (tally, { product }) => tallyProduct(tally, product),
  'product.stock-changed': (tally, { change, before }) => {
    tallyProduct(tally, change);
    tallyProduct(tally, before, -1);
  },
  'order.placed': (tally, { order }, timeZone) => {
    const counted = {
      createdAt: order.createdAt,
      customerId: order.customer._id,
      total: toCents(order.totalPrice),
      parts: order.parts.map((part) => toCountedPart(part)),
    };
    tallyOrder(tally, counted, timeZone);
  },
  'order.part-changed': (tally, changed, timeZone) => {
    const { part, from, customerId, order, totalChange } = changed;
    const [first] = part.timeline;
    if (!first) throw new Error('a part has a timeline');
    const placed = { ...localTime(first.at, timeZone), customerId };
    // The last live part of the order was declined or cancelled.
    const isClosed = order.status === 'Cancelled' && isLive(from);
    tallyTotals(tally, { total: -Number(isClosed), revenue: toCents(totalChange) }, placed);
    tallyPart(tally, toCountedPart(part), placed);
    tallyPart(tally, countedBefore(changed), placed, -1);
  },
} as const satisfies {
  [Name in EventName]?: (
    tally: Tally,
    payload: DomainEvent<Name>['payload'],
    timeZone: string,
  ) => void;
};

export type TalliedEvent = keyof typeof rules;
export const talliedEvents = Object.keys(rules) as [TalliedEvent, ...TalliedEvent[]];

/** The collection of the event's aggregate; null for others. */
export function subjectOf({ name }: DomainEvent): keyof CountedRows | null {
  const [noun] = name.split('.');
  return noun === 'user'
    ? 'users'
    : noun === 'product'
      ? 'products'
      : noun === 'order'
        ? 'orders'
        : null;
}

/** The changes that an event adds to the figures of a market in this time zone. */
export function tallyEvent<Name extends TalliedEvent>(
  event: DomainEvent<Name>,
  timeZone: string,
): Tally {
  const tally = new Tally();
  // Name and payload belong together by the registry; TypeScript cannot infer that from an index.
  const rule = rules[event.name] as (tally: Tally, payload: unknown, timeZone: string) => void;
  rule(tally, event.payload, timeZone);
  return tally.pruned();
}

/** Whether a customer with `orders` live parts at a farm is a buyer, and a repeat buyer. */
const buyerFigures = (orders: number): Figures => ({
  buyers: Number(orders >= 1),
  repeatBuyers: Number(orders >= 2),
});

/** Prefix of the names of a customer's figures: the orders of a month. */
const MONTH = 'month:';

/** A customer's figures in the cohort of the first month with a live order; empty without one. */
function cohortOf(customer: Figures): [key: string, figures: Figures][] {
  const months = Object.entries(customer)
    .filter(([name, orders]) => name.startsWith(MONTH) && orders >= 1)
    .map(([name]) => name.slice(MONTH.length))
    .sort();
  const [first] = months;
  if (first === undefined) return [];
  const again = months
    .map((month) => monthsBetween(first, month))
    .filter((later) => later >= 1 && later <= COHORT_MONTHS);
  const figures = Object.fromEntries(again.map((later) => [cohortFigures.again(later), 1]));
  return [[keys.cohort(first), { [cohortFigures.size]: 1, ...figures }]];
}

/** The function from a buyer's or customer's figures to those that derive from them; null for other keys. */
function derivation(key: string): ((figures: Figures) => [key: string, figures: Figures][]) | null {
  if (key.startsWith(keys.customer(''))) return cohortOf;
  const farmKey = parseFarmKey(key);
  if (farmKey?.kind !== 'buyer') return null;
  return ({ orders = 0 }) => [[keys.farm(farmKey.farmId), buyerFigures(orders)]];
}

/** Whether other figures derive from this key's. */
export const isSource = (key: string): boolean => derivation(key) !== null;

export function derivedOf({ changes }: Tally): Tally {
  const derived = new Tally();
  for (const [key, figures] of changes) {
    if (parseCohortKey(key) !== null) derived.add(key, figures);
    const { buyers = 0, repeatBuyers = 0 } = figures;
    if (parseFarmKey(key)?.kind === '') derived.add(key, { buyers, repeatBuyers });
  }
  return derived;
}

/** Adds the changes of derived figures; `before` returns the current figures of a buyer or customer. */
export function withDerived(tally: Tally, before: (key: string) => Figures | undefined): Tally {
  for (const [key, change] of [...tally.changes]) {
    const derive = derivation(key);
    if (derive === null) continue;
    const known = new Tally();
    known.add(key, before(key) ?? {});
    for (const [of, figures] of derive(known.changes.get(key) ?? {})) tally.add(of, figures, -1);
    known.add(key, change);
    for (const [of, figures] of derive(known.changes.get(key) ?? {})) tally.add(of, figures);
  }
  return tally.pruned();
}

function toCountedPart(part: OrderPart): CountedPart {
  return {
    farmId: part.farmId,
    status: part.status,
    subtotal: toCents(part.subtotal),
    slotDay: part.slot?.date ?? null,
    lines: part.lines.map(({ productId, category, name, unit, quantity, total }) => ({
      productId,
      category,
      name,
      unit,
      amount: toThousandths(quantity),
      total: toCents(total),
    })),
  };
}

/** The part before a step or a change of it. */
function countedBefore({ part, from, changes }: PartChanged): CountedPart {
  const after = toCountedPart(part);
  const changed = new Map(
    changes.flatMap(({ lines }) => lines).map((line) => [line.productId, line]),
  );
  const lines = after.lines.map((line) => {
    const { from: amount, cost } = changed.get(line.productId) ?? {};
    if (amount === undefined || cost === undefined) return line;
    return { ...line, amount: toThousandths(amount), total: line.total - toCents(cost) };
  });
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  return { ...after, status: from, lines, subtotal };
}
