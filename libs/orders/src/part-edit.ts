import { Types } from 'mongoose';
import {
  type ChangePart,
  type ChangeRefusal,
  changeRefusal,
  type DeclineReason,
  type FarmStep,
  feeAfter,
  foldPart,
  formatQuantity,
  fromThousandths,
  goodsFateOf,
  isCountable,
  isLive,
  lineTotal,
  MAX_CUSTOMER_CHANGES,
  MAX_ORDER_LINES,
  orderStatusOf,
  type PartStatus,
  type PermittedChange,
  statusesForAdmin,
  toCents,
  toDollars,
  toThousandths,
} from '#libs/contracts';
import { DomainError, decisionConflict, type Principal } from '#libs/platform';
import type { Product } from '#libs/products';
import { feeOnCard } from './card-cover.js';
import { newLine } from './new-order.js';
import type { Actor, Change, Line, Order, Part, Refund, Step } from './order.model.js';
import { orderedTotal } from './order-dto.js';
import { withPayment } from './payment.js';

/** What one commit does to a part. */
export interface PartEdit {
  /** One per kind of change. */
  readonly changes: readonly Change[];
  /** The step, if the status changes. */
  readonly step: Step | null;
  /** Lines that the part did not have. */
  readonly added: readonly Line[];
  /** What is given back of what came. */
  readonly refund?: Refund;
}

/**
 * What a request does to a part, by the rules of who may do what when. `products` are those of its lines. Throws
 * `VALIDATION_FAILED`, `VERSION_CONFLICT` (with both statuses), `ORDER_TRANSITION_INVALID`, `ORDER_CLOSED` (with
 * `details.reason`), `QUANTITY_INVALID` and `PRICE_CHANGED`.
 */
export function editOf(
  part: Part,
  actor: Principal,
  body: ChangePart,
  products: readonly Product[],
  at: Date,
): PartEdit {
  requireFields(actor, body);
  if (part.version !== body.version) throw decisionConflict(part, body.status ?? part.status);
  const { lines, added } = body.lines
    ? wantedLines(part, actor, body.lines, products)
    : { lines: [], added: [] };
  const by: Actor = {
    userId: new Types.ObjectId(actor.userId),
    role: actor.role,
    name: actor.name,
  };
  return { ...editBy(by, part, { ...body, lines }, at), added };
}

/** The end of a part, by the system in the farm's name. */
export function declinedByFarm(part: Part, reason: string, at: Date): PartEdit {
  const by: Actor = { userId: null, role: 'farmer', name: part.farmName };
  // As in a cancellation: what has left the farm does not go back on sale.
  const goods = goodsFateOf(part.status);
  const body = { status: 'declined', reason, declineReason: 'other', goods, lines: [] } as const;
  return { ...editBy(by, part, body, at), added: [] };
}

/** The change that goes with the last step of a part, when nothing of it comes any more. */
export function endOf(part: Part, { status, at, by, reason, declineReason, goods }: Step): Change {
  const kind = status === 'declined' ? status : 'cancelled';
  const lines = part.lines.map(({ productId, amount, total }) => ({
    productId,
    from: amount,
    to: 0,
    cost: -total,
  }));
  return { _id: new Types.ObjectId(), at, by, kind, lines, reason, declineReason, goods };
}

interface WantedLine {
  readonly line: Line;
  readonly to: number;
}

type Wanted = Pick<ChangePart, 'reason' | 'declineReason' | 'goods'> & {
  readonly status?: PartStatus | undefined;
  readonly lines: readonly WantedLine[];
};

function editBy(
  by: Actor,
  part: Part,
  wanted: Wanted,
  at: Date,
): Pick<PartEdit, 'changes' | 'step'> {
  const { role } = by;
  const status = wanted.status ?? (isNothingLeft(part, wanted.lines) ? END[role] : undefined);
  const ends = status !== undefined && !isLive(status);
  const lines = ends
    ? part.lines.filter(({ amount }) => amount > 0).map((line) => ({ line, to: 0 }))
    : wanted.lines;
  const kindOf = ({ line, to }: WantedLine): PermittedChange =>
    ends || role === 'admin' ? KIND_OF_END[role] : kindOfLine(role, line, to);
  const kinds = new Set(lines.length === 0 ? [KIND_OF_END[role]] : lines.map(kindOf));
  for (const kind of kinds) requireOpen(kind, part, at, wanted.status);
  if (wanted.status) requireStatus(role, part, wanted.status);
  const why = { reason: wanted.reason ?? null, declineReason: wanted.declineReason ?? null };
  const goods = goodsFateOf(part.status, wanted.declineReason, wanted.goods);
  const changes = [...kinds].map((kind): Change => {
    const changed = lines.filter((one) => lines.length > 0 && kindOf(one) === kind);
    const takesAway = changed.some(({ line, to }) => to < line.amount);
    return {
      _id: new Types.ObjectId(),
      at,
      by,
      kind,
      lines: changed.map(({ line, to }) => ({
        productId: line.productId,
        from: line.amount,
        to,
        cost: lineTotal(line.price, to) - line.total,
      })),
      ...why,
      goods: takesAway ? goods : null,
    };
  });
  const step = status ? { status, at, by, ...why, goods: ends ? goods : null } : null;
  return { changes, step };
}

/** How a part ends when nothing of it is left. */
const END = { customer: 'cancelled', farmer: 'declined', admin: 'cancelled' } as const;
const KIND_OF_END = { customer: 'cancelled', farmer: 'declined', admin: 'intervened' } as const;

function kindOfLine(
  role: Exclude<Actor['role'], 'admin'>,
  line: Line,
  to: number,
): PermittedChange {
  if (role === 'customer') return to === 0 ? 'removed' : line.ordered === 0 ? 'added' : 'set';
  return to === 0 ? 'declined' : to < line.amount ? 'shorted' : 'requantified';
}

const isNothingLeft = ({ lines }: Part, wanted: readonly WantedLine[]): boolean =>
  wanted.length > 0 &&
  wanted.every(({ to }) => to === 0) &&
  lines.every((one) => one.amount === 0 || wanted.some(({ line }) => line === one));

/**
 * The order after an edit of one of its parts, with status, totals, fee and payment derived again. Throws
 * `PAYMENT_NOT_COVERED` for more than the customer's card holds.
 */
export function withEdit(
  order: Order,
  partId: Types.ObjectId,
  { changes, step, added, refund }: PartEdit,
  role: Actor['role'],
): Order {
  const parts = order.parts.map((part) => {
    if (!part._id.equals(partId)) return part;
    const next: Part = {
      ...part,
      changes: [...part.changes, ...changes],
      timeline: step ? [...part.timeline, step] : part.timeline,
      status: step?.status ?? part.status,
      ...(refund && { refunds: [...(part.refunds ?? []), refund] }),
      version: part.version + 1,
    };
    return changes.length === 0 ? next : folded({ ...next, lines: [...part.lines, ...added] });
  });
  const fee =
    changes.length === 0
      ? order.deliveryFee
      : feeAfter(parts.map(feePartOf), { by: role, fee: order.deliveryFee });
  return withPayment({
    ...order,
    parts,
    deliveryFee: order.payment.method === 'card' ? feeOnCard(order, parts, fee) : fee,
    status: orderStatusOf(parts.map(({ status }) => status)),
    version: order.version + 1,
  });
}

/** The part with lines and subtotal as the fold of what was placed and changed. */
export function folded(part: Part): Part {
  const placed = part.lines.map(({ productId, ...line }) => ({
    ...line,
    productId: productId.toString(),
  }));
  const changes = part.changes.map(({ kind, lines }) => ({
    kind,
    lines: lines.map(({ productId, to }) => ({ productId: productId.toString(), to })),
  }));
  const { lines, subtotal } = foldPart(placed, changes);
  return {
    ...part,
    subtotal,
    lines: part.lines.map((line, at) => {
      const { ordered = 0, coming = 0, total = 0 } = lines[at] ?? {};
      return { ...line, ordered, amount: coming, total };
    }),
  };
}

const feePartOf = (part: Part) => ({
  status: part.status,
  fulfilment: part.fulfilment,
  ordered: orderedTotal(part),
  lastStepBy: part.timeline.at(-1)?.by.role ?? 'customer',
});

/** The lines of the request with what they change; those that change nothing are left out. */
function wantedLines(
  part: Part,
  { role }: Principal,
  asked: NonNullable<ChangePart['lines']>,
  products: readonly Product[],
): { lines: WantedLine[]; added: Line[] } {
  const added: Line[] = [];
  const lines = asked.flatMap(({ productId, quantity, price }, at): WantedLine[] => {
    const path = `lines.${at}.productId`;
    const to = toThousandths(quantity);
    let line = part.lines.find((one) => one.productId.toString() === productId);
    if (!line) {
      const product = products.find(({ _id }) => _id.toString() === productId);
      if (role === 'farmer' || !product?.farm._id.equals(part.farmId))
        throw invalid(path, 'is not a product of this part');
      line = { ...newLine({ product, amount: 0 }), total: 0 };
      if (to > 0) added.push(line);
    }
    if (to > line.amount && price !== undefined) requirePrice(line, price);
    requireAmount(role, line, to);
    return to === line.amount && (role !== 'customer' || to === line.ordered) ? [] : [{ line, to }];
  });
  if (lines.length === 0) throw invalid('lines', 'changes nothing');
  if (part.lines.length + added.length > MAX_ORDER_LINES)
    throw invalid('lines', `an order has at most ${MAX_ORDER_LINES} lines`);
  return { lines, added };
}

function requireAmount(role: Actor['role'], line: Line, to: number): void {
  const { name, unit, ordered } = line;
  const about = { productId: line.productId.toString(), name };
  if (!isCountable(to, unit))
    throw new DomainError('QUANTITY_INVALID', `${name} cannot be divided so`, { details: about });
  if (role === 'farmer' && to > ordered)
    throw new DomainError(
      'QUANTITY_INVALID',
      `${formatQuantity(fromThousandths(ordered), unit)} of ${name} was ordered`,
      { details: { ...about, ordered: fromThousandths(ordered) } },
    );
}

function requirePrice({ productId, name, price }: Line, seen: number): void {
  if (toCents(seen) === price) return;
  const changed = { productId: productId.toString(), name, from: seen, to: toDollars(price) };
  throw new DomainError('PRICE_CHANGED', undefined, { details: { lines: [changed] } });
}

const CLOSED: Readonly<Record<ChangeRefusal | 'limit' | 'refunded', string>> = {
  cut_off: 'Orders for this day are closed',
  packed: 'The farm has packed it already',
  delivered: 'It is delivered',
  ended: 'It is cancelled or declined',
  limit: 'It was changed too often',
  refunded: 'Some of it is refunded',
};

/** Throws `ORDER_CLOSED`. */
function requireOpen(
  kind: PermittedChange,
  part: Part,
  at: Date,
  status: PartStatus | undefined,
): void {
  const refusal = changeRefusal(kind, part, at.getTime());
  // an admin can correct what was marked as delivered by mistake
  const isCorrected = refusal === 'delivered' && kind === 'intervened' && status !== undefined;
  if (isCorrected && !part.refunds) return;
  const isTooMany =
    part.changes.filter(({ by }) => by.role === 'customer').length >= MAX_CUSTOMER_CHANGES &&
    (kind === 'added' || kind === 'set' || kind === 'removed');
  const reason = isCorrected ? 'refunded' : (refusal ?? (isTooMany ? 'limit' : null));
  if (!reason) return;
  throw new DomainError('ORDER_CLOSED', CLOSED[reason], {
    details: { reason, status: part.status, ...(part.slot && { cutOffAt: part.slot.cutOffAt }) },
  });
}

/** Throws `ORDER_TRANSITION_INVALID`. */
function requireStatus(role: Actor['role'], part: Part, to: PartStatus): void {
  const allowed: PartStatus[] =
    role === 'admin' ? statusesForAdmin(part.status, part.fulfilment) : [END[role]];
  if (!allowed.includes(to))
    throw new DomainError('ORDER_TRANSITION_INVALID', undefined, {
      details: { from: part.status, allowed },
    });
}

function requireFields({ role }: Principal, body: ChangePart): void {
  const missing = (field: keyof ChangePart, message: string) => {
    if (body[field] === undefined) throw invalid(field, message);
  };
  const refused = (field: keyof ChangePart, message: string) => {
    if (body[field] !== undefined) throw invalid(field, message);
  };
  if (role === 'admin') missing('reason', 'an admin says why');
  if (role === 'farmer') missing('declineReason', 'a farm says why');
  if (role !== 'customer') return;
  refused('goods', 'is not the customer’s to choose');
  refused('declineReason', 'is for farms');
}

const invalid = (path: string, message: string) =>
  new DomainError('VALIDATION_FAILED', undefined, { errors: [{ path, message }] });

/** A farm's next step with its part. */
export function farmStep({ userId, role, name }: Principal, status: FarmStep, at: Date): Step {
  const by = { userId: new Types.ObjectId(userId), role, name };
  return { status, at, by, reason: null, declineReason: null, goods: null };
}

/** Whether a farm's step was handled already: the last one is the same, by the same user, from the same version. */
export function isRepeatedStep(
  part: Part,
  { userId }: Principal,
  { status, version }: { readonly status: PartStatus; readonly version: number },
): boolean {
  const last = part.timeline.at(-1);
  return (
    part.version === version + 1 && last?.status === status && last.by.userId?.toString() === userId
  );
}

/** Why the stock moves, for its ledger. */
export const ledgerNote = (reason: string | null, declineReason: DeclineReason | null) =>
  [declineReason, reason].filter(Boolean).join(': ') || null;
