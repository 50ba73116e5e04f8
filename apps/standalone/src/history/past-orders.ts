import type { Types } from 'mongoose';
import type { Farm } from '#libs/farms';
import type { PastOrder } from '#libs/orders';
import type { Product, TakenLine } from '#libs/products';
import type { Chance } from './chance.js';

export interface PastCustomer {
  readonly _id: Types.ObjectId;
  readonly name: string;
}

/** A farm, its farmer's name and its products. */
export interface Stall {
  readonly farm: Farm;
  readonly farmer: string;
  readonly products: readonly Product[];
}

interface PastOrdersOptions {
  readonly customers: readonly PastCustomer[];
  readonly stalls: readonly Stall[];
  readonly count: number;
  /** How many days back the orders go; none is from today. */
  readonly days: number;
  /** No step is later; milliseconds since 1970. */
  readonly now: number;
  readonly chance: Chance;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Relative number of orders per day of the week, Sunday first: people shop for the weekend. */
const WEEKDAYS = [0.9, 0.6, 0.7, 0.9, 1.2, 1.6, 1.5];
/** The relative increase of orders from the first to the last day. */
const GROWTH = 0.6;
/** The hours in which orders are placed, in UTC. */
const [OPENS, CLOSES] = [11, 24];
/** The steps of a delivered order, and of one that is not, each with the hours since the order. */
const DELIVERED = [
  ['accepted', 1],
  ['packed', 14],
  ['handover', 18],
  ['delivered', 22],
] as const;
const [DECLINED, CANCELLED] = [[['declined', 3]], [['cancelled', 3]]] as const;

/** Orders of past days, oldest first: more before weekends and towards today; a few customers order often. */
export function* pastOrders({
  customers,
  stalls,
  count,
  days,
  now,
  chance,
}: PastOrdersOptions): Generator<PastOrder> {
  const selling = stalls.filter(({ products }) => products.length > 0);
  if (selling.length === 0 || customers.length === 0) return;
  for (const { day, orders } of spread(count, days, now)) {
    const minutes = Array.from({ length: orders }, () =>
      chance.between(OPENS * 60, CLOSES * 60 - 1),
    ).sort((a, b) => a - b);
    for (const minute of minutes) {
      // Squared, so that the first customers of the list order most often.
      const who = Math.floor(chance.next() ** 2 * customers.length);
      const customer = customers[who];
      if (!customer) continue;
      const sellers = new Set([
        chance.of(selling),
        ...(chance.is(0.3) ? [chance.of(selling)] : []),
      ]);
      const at = new Date(day + minute * MINUTE_MS + chance.between(0, 59) * 1_000);
      const lines = [...sellers].flatMap(({ products }) => linesOf(products, chance));
      const end = chance.is(0.92) ? DELIVERED : chance.is(0.5) ? DECLINED : CANCELLED;
      const steps = end.map(([to, hours]) => ({
        to,
        at: new Date(Math.min(at.getTime() + hours * HOUR_MS, now)),
      }));
      const address = { recipient: customer.name, ...addressOf(who) };
      yield {
        at,
        customer,
        address,
        lines,
        sellers: [...sellers].map((seller) => ({ ...seller, steps })),
      };
    }
  }
}

/** The number of orders per day; `day` is its start. */
function spread(count: number, days: number, now: number): { day: number; orders: number }[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const rows = Array.from({ length: days }, (_, n) => {
    const day = today - (days - n) * DAY_MS;
    const weight = (WEEKDAYS[new Date(day).getUTCDay()] ?? 1) * (1 + (GROWTH * n) / days);
    return { day, weight };
  });
  const all = rows.reduce((sum, { weight }) => sum + weight, 0);
  let weight = 0;
  let given = 0;
  return rows.map((row) => {
    weight += row.weight;
    const orders = Math.round((count * weight) / all) - given;
    given += orders;
    return { day: row.day, orders };
  });
}

/** One to four products of a farm. */
export function linesOf(products: readonly Product[], chance: Chance): TakenLine[] {
  const chosen = new Set(Array.from({ length: chance.between(1, 4) }, () => chance.of(products)));
  return [...chosen].map((product) => ({
    product,
    amount: product.minimum + chance.between(0, 3) * product.step,
  }));
}

const TOWNS = [
  ['Hudson', 'NY', '12534'],
  ['Hillsdale', 'NY', '12529'],
  ['Great Barrington', 'MA', '01230'],
  ['Litchfield', 'CT', '06759'],
] as const;
const STREETS = ['Main Street', 'Orchard Lane', 'Mill Road', 'Union Street', 'Church Hill'];

/** Where the customer of this number lives. */
export function addressOf(n: number): Omit<PastOrder['address'], 'recipient'> {
  const [city, state, postalCode] = TOWNS[n % TOWNS.length] ?? TOWNS[0];
  const phone = `518 555 ${String(100 + n).padStart(4, '0')}`;
  return { phone, line1: `${12 + n * 7} ${STREETS[n % STREETS.length]}`, city, state, postalCode };
}
