import * as z from 'zod/mini';
import type { EventName } from './events.js';
import { isLive, partStatusSchema } from './order-state.js';

/** A part of an order before parts had changes. */
const partSchema = z.looseObject({
  _id: z.string(),
  status: partStatusSchema,
  subtotal: z.number(),
  lines: z.array(z.looseObject({ productId: z.string(), quantity: z.number(), total: z.number() })),
  timeline: z.array(
    z.looseObject({
      status: partStatusSchema,
      at: z.string(),
      by: z.unknown(),
      reason: z.unknown(),
      declineReason: z.unknown(),
      goods: z.unknown(),
    }),
  ),
});
type Part = z.infer<typeof partSchema>;

/** The part with one change if it has ended, because then nothing of it comes. */
function toPart(data: unknown) {
  const part = partSchema.parse(data);
  const isEnded = !isLive(part.status);
  return {
    ...part,
    subtotal: isEnded ? 0 : part.subtotal,
    orderedTotal: part.subtotal,
    lines: part.lines.map((line) => ({
      ...line,
      ordered: line.quantity,
      ...(isEnded && { quantity: 0, total: 0 }),
    })),
    changes: isEnded ? [endOf(part)] : [],
  };
}

function endOf({ _id, status, lines, timeline }: Part) {
  const { at, by, reason, declineReason, goods } = timeline.at(-1) ?? {};
  const changed = lines.map(({ productId, quantity, total }) => ({
    productId,
    from: quantity,
    to: 0,
    cost: -total,
  }));
  return { _id, at, by, kind: status, lines: changed, reason, declineReason, goods };
}

const orderSchema = z.looseObject({ parts: z.array(z.unknown()) });
function toOrder(data: unknown) {
  const order = orderSchema.parse(data);
  return { ...order, parts: order.parts.map(toPart) };
}

const changed = (name: EventName) => (payload: Readonly<Record<string, unknown>>) => {
  const part = toPart(payload.part);
  const from = part.timeline.at(-2)?.status;
  return { name, payload: { ...payload, part, from, changes: part.changes } };
};

/** Parts of orders got changes, and their lines what was ordered. */
export const toFormat2 = {
  'order.placed': ({ order }: Readonly<Record<string, unknown>>) => ({
    payload: { order: toOrder(order) },
  }),
  'order.part-placed': ({ order, farmId }: Readonly<Record<string, unknown>>) => ({
    payload: { order: toOrder(order), farmId },
  }),
  'order.reminded': ({ reminder }: Readonly<Record<string, unknown>>) => ({
    payload: { reminder: toOrder(reminder) },
  }),
  'order.part-status-changed': changed('order.part-changed'),
  'order.part-moved': changed('order.farm-part-changed'),
};
