import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { type DomainEvent, parseEvent } from './domain-event.js';
import { fulfilmentSchema } from './farms.js';
import { toCents, toDollars } from './money.js';
import { isLive, partStatusSchema } from './order-state.js';
import { paidOnHandover, partPaidOnHandover } from './payments.js';

/**
 * The format of the payloads that this build stores. When a stored payload no longer parses, increment it and add an
 * entry to {@link upgrades}. Rows of builds without a format count as 0.
 */
export const EVENT_FORMAT = 1;

type Payload = Readonly<Record<string, unknown>>;
type Upgrade = (payload: Payload) => Payload;

const rowsSchema = z.array(z.looseObject({}));
const partSchema = z.looseObject({
  status: partStatusSchema,
  fulfilment: fulfilmentSchema,
  subtotal: dollarsSchema,
  lines: rowsSchema,
  timeline: rowsSchema,
});
const orderSchema = z.looseObject({ parts: z.array(partSchema), deliveryFee: dollarsSchema });
const totalsSchema = z.looseObject({ isDelivered: z.boolean(), totalPrice: dollarsSchema });

/** Adds what format 0 lacked: notes, payments and decline reasons. */
function upgradePart(data: unknown): Payload {
  const part = partSchema.parse(data);
  const payment = {
    status: partPaidOnHandover(part.status),
    amount: isLive(part.status) ? part.subtotal : 0,
  };
  return {
    note: null,
    payment,
    ...part,
    lines: part.lines.map((line) => ({ note: null, ...line })),
    timeline: part.timeline.map((step) => ({ declineReason: null, goods: null, ...step })),
  };
}

function upgradeOrder(data: unknown): Payload {
  const order = orderSchema.parse(data);
  const parts = order.parts.map((part) => ({ ...part, subtotal: toCents(part.subtotal) }));
  const { status, amount, paid } = paidOnHandover(parts, toCents(order.deliveryFee));
  const payment = { status, amount: toDollars(amount), paid: toDollars(paid) };
  return {
    payment: { method: 'pay_on_handover', ...payment },
    ...order,
    parts: order.parts.map(upgradePart),
  };
}

function upgradeTotals(data: unknown): Payload {
  const order = totalsSchema.parse(data);
  const { isDelivered, totalPrice: amount } = order;
  const status = amount === 0 ? 'void' : isDelivered ? 'paid' : 'due';
  const payment = { method: 'pay_on_handover', status, amount, paid: isDelivered ? amount : 0 };
  return { payment, ...order };
}

const withOrder: Upgrade = (payload) => ({ ...payload, order: upgradeOrder(payload.order) });
const withPart: Upgrade = (payload) => ({ ...payload, part: upgradePart(payload.part) });

/** By format: upgrades a payload to the next format. Names that are absent have not changed. */
const upgrades: readonly Readonly<Record<string, Upgrade | undefined>>[] = [
  {
    'order.placed': withOrder,
    'order.part-placed': withOrder,
    'order.part-status-changed': (payload) => ({
      ...withPart(payload),
      order: upgradeTotals(payload.order),
    }),
    'order.part-moved': withPart,
  },
];

const headSchema = z.looseObject({ name: z.string(), payload: z.looseObject({}) });

/** Parses an event stored in that format; throws zod's error if it cannot be read. */
export function parseStoredEvent(data: unknown, format: number): DomainEvent {
  const parsed = headSchema.safeParse(data);
  if (!parsed.success) return parseEvent(data);
  const { name, payload } = parsed.data;
  const steps = upgrades.slice(format).map((step) => step[name] ?? ((same: Payload) => same));
  return parseEvent({ ...parsed.data, payload: steps.reduce((now, step) => step(now), payload) });
}
