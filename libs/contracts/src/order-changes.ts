import * as z from 'zod/mini';
import { amountSchema, dollarsSchema, priceSchema } from './amounts.js';
import { MAX_ORDER_LINES } from './constants.js';
import { MAX_LENGTH } from './max-length.js';
import { type Cents } from './money.js';
import { DECLINE_GOODS, declineReasonSchema, goodsFateSchema } from './order-ends.js';
import { deliveryFee, type FeeRule } from './order-money.js';
import { isLive, type PartStatus, partStatusSchema } from './order-state.js';
import { idSchema, timestampSchema, versionSchema } from './primitives.js';
import { textSchema } from './text.js';
import { lineTotal } from './units.js';
import { type Role, roleSchema } from './users.js';

/** What happened to the lines of a part. `substituted` and `reweighed` are reserved: nothing makes them yet. */
export const changeKindSchema = z.enum([
  'added',
  'set',
  'removed',
  'shorted',
  'requantified',
  'declined',
  'cancelled',
  'intervened',
  'substituted',
  'reweighed',
]);
export type ChangeKind = z.infer<typeof changeKindSchema>;

interface ChangeRule {
  readonly by: Role;
  /** The statuses of the part in which it is permitted. */
  readonly in: readonly PartStatus[];
  /** Whether it is permitted only until the cut-off of the part's slot. */
  readonly untilCutOff?: true;
}
const byCustomer: ChangeRule = { by: 'customer', in: ['placed', 'accepted'], untilCutOff: true };
const untilHandover = [
  'placed',
  'accepted',
  'packed',
  'out_for_delivery',
  'ready_for_pickup',
] as const;
const byFarm: ChangeRule = { by: 'farmer', in: untilHandover };

/** Who may change a part, and when. Steps to the next status are in `PART_TRANSITIONS`. */
export const CHANGE_RULES = {
  added: byCustomer,
  set: byCustomer,
  removed: byCustomer,
  cancelled: byCustomer,
  shorted: byFarm,
  requantified: byFarm,
  declined: byFarm,
  intervened: { by: 'admin', in: untilHandover },
} satisfies Partial<Record<ChangeKind, ChangeRule>>;
export type PermittedChange = keyof typeof CHANGE_RULES;

/** Why a part cannot be changed in this way. */
export type ChangeRefusal = 'cut_off' | 'packed' | 'delivered' | 'ended';

/** The fields of a part on which it depends whether it can be changed. */
export interface ChangeablePart {
  readonly status: PartStatus;
  readonly slot?: { readonly cutOffAt: string } | null;
}

/** Why a part cannot be changed now; null if it can. `now` is the server's clock, in milliseconds since 1970. */
export function changeRefusal(
  kind: PermittedChange,
  { status, slot }: ChangeablePart,
  now: number,
): ChangeRefusal | null {
  const rule: ChangeRule = CHANGE_RULES[kind];
  if (!isLive(status)) return 'ended';
  if (status === 'delivered') return 'delivered';
  if (!rule.in.includes(status)) return 'packed';
  if (rule.untilCutOff && slot && Date.parse(slot.cutOffAt) <= now) return 'cut_off';
  return null;
}

/** Whether the customer may still change or cancel a part. */
export const isOpenToCustomer = (part: ChangeablePart, now: number): boolean =>
  changeRefusal('set', part, now) === null;

/** One change of a part's lines, in the units of the API. */
export const partChangeSchema = z.object({
  _id: idSchema,
  at: timestampSchema,
  by: z.object({ role: roleSchema, name: z.string() }),
  kind: changeKindSchema,
  lines: z.array(
    z.object({
      productId: idSchema,
      /** What came of this product before and after, in its unit. */
      from: amountSchema,
      to: amountSchema,
      /** By how much the line's total changed, in dollars. */
      cost: dollarsSchema,
    }),
  ),
  reason: z.nullable(z.string()),
  declineReason: z.nullable(declineReasonSchema),
  /** Where goods went that were taken away; null if none were. */
  goods: z.nullable(goodsFateSchema),
});
export type PartChange = z.infer<typeof partChangeSchema>;

/** A line of a part as it was placed, or added later with an amount of 0. */
export interface PlacedLine {
  readonly productId: string;
  /** In cents per unit. */
  readonly price: Cents;
  /** In thousandths of the unit, as placed. */
  readonly placed: number;
}
/** What of a change its fold depends on; amounts in thousandths. */
export interface FoldedChange {
  readonly kind: ChangeKind;
  readonly lines: readonly { readonly productId: string; readonly to: number }[];
}
export interface FoldedLine {
  readonly productId: string;
  /** What the customer ordered last, in thousandths; 0 for a line that they removed. */
  readonly ordered: number;
  /** What comes, in thousandths. */
  readonly coming: number;
  /** The price of what comes. */
  readonly total: Cents;
}

/** The lines of a part after its changes, oldest first, and their sum in cents. */
export function foldPart(
  placed: readonly PlacedLine[],
  changes: readonly FoldedChange[],
): { lines: FoldedLine[]; subtotal: Cents } {
  const lines = placed.map(({ productId, price, placed: amount }) => {
    let [ordered, coming] = [amount, amount];
    for (const { kind, lines: changed } of changes) {
      const to = changed.find((line) => line.productId === productId)?.to;
      if (to === undefined) continue;
      coming = to;
      ordered = orderedAfter(kind, ordered, to);
    }
    return { productId, ordered, coming, total: lineTotal(price, coming) };
  });
  return { lines, subtotal: lines.reduce((sum, { total }) => sum + total, 0) };
}

/** Customers change what is ordered; a farm and a cancellation only what comes; an admin never makes it less. */
function orderedAfter(kind: ChangeKind, ordered: number, to: number): number {
  if (kind === 'added' || kind === 'set' || kind === 'removed') return to;
  return kind === 'intervened' ? Math.max(ordered, to) : ordered;
}

/** What the delivery fee depends on. */
export interface FeePart {
  readonly status: PartStatus;
  readonly fulfilment: 'delivery' | 'pickup';
  /** The price of what the customer ordered. */
  readonly ordered: Cents;
  /** Who made the last step of its timeline. */
  readonly lastStepBy: Role;
}

/**
 * The delivery fee after a change, in cents. Computed anew when the customer changes something, of what they ordered:
 * what a farm or an admin takes away does not count against them. Fixed once a delivery is handed over, because it is
 * collected with the first.
 */
export function feeAfter(
  parts: readonly FeePart[],
  { by, fee, rule }: { by: Role; fee: Cents; rule?: FeeRule },
): Cents {
  const isCollected = parts.some((p) => p.fulfilment === 'delivery' && p.status === 'delivered');
  if (by !== 'customer' || isCollected) return fee;
  const kept = parts.filter((p) => p.status !== 'cancelled' || p.lastStepBy !== 'customer');
  const goods = kept.reduce((sum, { ordered }) => sum + ordered, 0);
  const delivers = kept.some((p) => isLive(p.status) && p.fulfilment === 'delivery');
  return deliveryFee(goods, delivers, rule);
}

/** `POST /orders/:id/parts/:partId/changes`: other amounts of some lines, or another status. */
export const changePartSchema = z
  .strictObject({
    /** The part's version that the caller saw; an older one is refused. */
    version: versionSchema,
    lines: z.optional(
      z
        .array(
          z.strictObject({
            productId: idSchema,
            /** What is to come, in the product's unit; 0 for nothing. */
            quantity: amountSchema,
            /** Dollars per unit that the customer saw; if it is another, the change is refused (`PRICE_CHANGED`). */
            price: z.optional(priceSchema),
          }),
        )
        .check(
          z.minLength(1, 'a change needs at least one line'),
          z.maxLength(MAX_ORDER_LINES, `an order has at most ${MAX_ORDER_LINES} lines`),
          z.refine(
            (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
            'each product can stand in a change once',
          ),
        ),
    ),
    /** `cancelled` for customers, `declined` for farms; admins may set any that corrects a mistake. */
    status: z.optional(partStatusSchema),
    /** Free text for the customer and the farm; required of admins. */
    reason: z.optional(textSchema(MAX_LENGTH.reason, { lines: true })),
    /** Why a farm cannot bring what was ordered; required of farms, not allowed for customers. */
    declineReason: z.optional(declineReasonSchema),
    /** What becomes of goods that are taken away, if not the default; customers cannot choose. */
    goods: z.optional(goodsFateSchema),
  })
  .check(
    z.refine(({ lines, status }) => (lines === undefined) !== (status === undefined), {
      path: ['lines'],
      error: 'either the lines or the status is changed',
    }),
    z.refine(
      ({ declineReason, goods }) =>
        goods === undefined ||
        declineReason === undefined ||
        DECLINE_GOODS[declineReason].includes(goods),
      { path: ['goods'], error: 'the goods cannot go there for this reason' },
    ),
  );
export type ChangePart = z.infer<typeof changePartSchema>;
