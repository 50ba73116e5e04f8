import type { PastOrder, PastStep } from '#libs/orders';
import type { Chance } from '../history/chance.js';
import { addressOf, linesOf, type PastCustomer, type Stall } from '../history/past-orders.js';

interface CurrentOrdersOptions {
  /** The first one is the customer of the demo button. */
  readonly customers: readonly PastCustomer[];
  readonly stalls: readonly Stall[];
  readonly now: Date;
  /** When today began in the market's time zone. */
  readonly dayStart: Date;
  readonly chance: Chance;
}

/** An order's age and those of its steps, in hours. */
interface Plan {
  readonly placed: number;
  readonly steps: readonly (readonly [to: PastStep['to'], hours: number])[];
}

const HOUR_MS = 3_600_000;

/** One farm's orders: some in each column of its board. Those that are placed or delivered are so today. */
const BOARD: readonly Plan[] = [
  { placed: 0.2, steps: [] },
  { placed: 0.7, steps: [] },
  { placed: 2.5, steps: [['accepted', 2]] },
  {
    placed: 5,
    steps: [
      ['accepted', 4.5],
      ['packed', 1.5],
    ],
  },
  {
    placed: 20,
    steps: [
      ['accepted', 19],
      ['packed', 6],
      ['handover', 1],
    ],
  },
  {
    placed: 26,
    steps: [
      ['accepted', 25],
      ['packed', 9],
      ['handover', 4],
      ['delivered', 2],
    ],
  },
];
/** The demo customer's order of two farms: how long ago it was placed, and how far each farm is. In hours. */
const OWN_PLACED = 3;
const OWN: readonly Plan['steps'][] = [
  [['accepted', 2.5]],
  [
    ['accepted', 2.8],
    ['packed', 1.2],
    ['handover', 0.4],
  ],
];

/** The orders that are under way when the demo shop opens, at whatever time of the day. People are notified of them. */
export function currentOrders({
  customers: [own, ...others],
  stalls,
  now,
  dayStart,
  chance,
}: CurrentOrdersOptions): PastOrder[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const elapsed = (now.getTime() - dayStart.getTime()) / HOUR_MS;
  // Less than both `hours` and the hours since the day began, and in the same order for all `hours`.
  const agoToday = (hours: number) => ago((hours * elapsed) / (hours + elapsed));
  const stepsOf = (steps: Plan['steps']) =>
    steps.map(([to, hours]): PastStep => {
      return { to, at: to === 'delivered' ? agoToday(hours) : ago(hours) };
    });
  const orderOf = (
    at: Date,
    customer: PastCustomer,
    sellers: readonly (Stall & Pick<PastOrder['sellers'][number], 'steps'>)[],
  ): PastOrder => ({
    at,
    customer,
    address: { recipient: customer.name, ...addressOf([own, ...others].indexOf(customer)) },
    lines: sellers.flatMap(({ products }) => linesOf(products, chance)),
    sellers,
    isPublished: true,
  });
  const selling = stalls.filter(({ products }) => products.length > 0);
  const ofFarms = selling.flatMap((stall) =>
    BOARD.map(({ placed, steps }) => {
      // The farms' orders differ in age by up to a fifth.
      const share = chance.between(80, 100) / 100;
      const at = steps.length === 0 ? agoToday(placed * share) : ago(placed * share);
      const scaled = steps.map(([to, hours]) => [to, hours * share] as const);
      return orderOf(at, chance.of(others), [{ ...stall, steps: stepsOf(scaled) }]);
    }),
  );
  if (!own) return ofFarms;
  const both = selling
    .slice(0, OWN.length)
    .map((stall, n) => ({ ...stall, steps: stepsOf(OWN[n] ?? []) }));
  return [...ofFarms, orderOf(ago(OWN_PLACED), own, both)];
}
