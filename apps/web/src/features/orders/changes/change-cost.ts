import {
  FEE_RULE,
  feeAfter,
  foldPart,
  isLive,
  lineTotal,
  type OrderDto,
  type OrderPart,
  orderTotals,
  type Role,
  toCents,
  toDollars,
  toThousandths,
} from '#libs/contracts';

/** How much of a product the customer wants to come; 0 for nothing. */
export interface WantedLine {
  readonly productId: string;
  readonly quantity: number;
  /** Dollars per unit, of a product that the part does not have yet. */
  readonly price: number;
}

/** Dollars before a change and after it. */
export interface Change {
  readonly before: number;
  readonly after: number;
}

export interface ChangeCost {
  readonly goods: Change;
  readonly fee: Change;
  readonly total: Change;
  /** Whether anything is delivered after it. */
  readonly delivers: boolean;
  /** Dollars of goods above which delivery is free. */
  readonly freeOver: number;
}

/** What an order costs after lines of a part were changed, as the server calculates it. */
export const changeCost = (
  order: OrderDto,
  partId: string,
  lines: readonly WantedLine[],
  by: Role = 'customer',
): ChangeCost =>
  costOf(order, by, (part) => (part._id === partId ? partWith(part, lines) : partNow(part)));

/** The same, of cancelling parts. */
export const cancelCost = (
  order: OrderDto,
  partIds: readonly string[],
  by: Role = 'customer',
): ChangeCost =>
  costOf(order, by, (part) => (partIds.includes(part._id) ? cancelled(part) : partNow(part)));

/** What the totals and the fee depend on. */
type PricedPart = Parameters<typeof feeAfter>[0][number] &
  Parameters<typeof orderTotals>[0][number];

function costOf(order: OrderDto, by: Role, after: (part: OrderPart) => PricedPart): ChangeCost {
  const parts = order.parts.map(after);
  const fee = feeAfter(parts, { by, fee: toCents(order.deliveryFee), rule: FEE_RULE });
  const { goods, fee: charged, total } = orderTotals(parts, fee);
  return {
    goods: { before: order.goodsTotal, after: toDollars(goods) },
    fee: { before: order.deliveryFee, after: toDollars(charged) },
    total: { before: order.totalPrice, after: toDollars(total) },
    delivers: parts.some(({ status, fulfilment }) => isLive(status) && fulfilment === 'delivery'),
    freeOver: toDollars(FEE_RULE.freeDeliveryOver),
  };
}

const partNow = (part: OrderPart): PricedPart => ({
  status: part.status,
  fulfilment: part.fulfilment,
  subtotal: toCents(part.subtotal),
  ordered: toCents(part.orderedTotal),
  lastStepBy: part.timeline.at(-1)?.by.role ?? 'customer',
});

/** What was ordered still counts, unless the customer cancels. */
const cancelled = (part: OrderPart): PricedPart => ({
  ...partNow(part),
  status: 'cancelled',
  subtotal: 0,
  lastStepBy: 'customer',
});

/** The part with these lines; a part of which nothing is left is cancelled. */
function partWith(part: OrderPart, wanted: readonly WantedLine[]): PricedPart {
  const added = wanted.filter(
    ({ productId }) => !part.lines.some((l) => l.productId === productId),
  );
  const none = { ordered: 0, quantity: 0 };
  const lines = [...part.lines, ...added.map((line) => ({ ...line, ...none }))];
  const placed = lines.map(({ productId, price, ordered }) => ({
    productId,
    price: toCents(price),
    placed: toThousandths(ordered),
  }));
  const { lines: folded, subtotal } = foldPart(placed, [
    // what the farm took away until now
    { kind: 'shorted', lines: amountsOf(lines) },
    { kind: 'set', lines: amountsOf(wanted) },
  ]);
  if (wanted.length > 0 && folded.every(({ coming }) => coming === 0)) return cancelled(part);
  const ordered = folded.reduce(
    (sum, line, at) => sum + lineTotal(placed[at]?.price ?? 0, line.ordered),
    0,
  );
  return { ...partNow(part), subtotal, ordered };
}

const amountsOf = (lines: readonly Pick<WantedLine, 'productId' | 'quantity'>[]) =>
  lines.map(({ productId, quantity }) => ({ productId, to: toThousandths(quantity) }));
