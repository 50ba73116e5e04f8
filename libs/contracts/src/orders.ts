import * as z from 'zod/mini';
import { deliveryAddressSchema } from './addresses.js';
import { amountSchema, dollarsSchema, priceSchema, quantitySchema, unitSchema } from './amounts.js';
import { MAX_ORDER_LINES } from './constants.js';
import { daySchema, enteredMomentSchema } from './days.js';
import { fulfilmentSchema, slugSchema } from './farms.js';
import { feeRateSchema, orderMoneySchema } from './ledger.js';
import { MAX_LENGTH } from './max-length.js';
import { partChangeSchema } from './order-changes.js';
import { declineReasonSchema, goodsFateSchema } from './order-ends.js';
import {
  farmStepSchema,
  orderStatusFilterSchema,
  orderStatusSchema,
  partStatusSchema,
} from './order-state.js';
import { orderPaymentSchema, partPaymentSchema, paymentMethodSchema } from './payments.js';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  timestampSchema,
  urlSchema,
  versionSchema,
} from './primitives.js';
import { categorySchema } from './products.js';
import { partRefundSchema } from './refunds.js';
import { partSlotSchema } from './schedules.js';
import { textSchema } from './text.js';
import { roleSchema } from './users.js';

/** A note in free text; empty is the same as absent. */
const noteSchema = textSchema(MAX_LENGTH.note, { lines: true, empty: true });

export const orderItemSchema = z.strictObject({
  productId: idSchema,
  quantity: quantitySchema,
  /**
   * Dollars per unit that the customer saw; the order is refused (`PRICE_CHANGED`) if the price is different now.
   * If absent, the price that the server last showed counts as seen: in the given hold, else in the cart.
   * A product in neither is sold at the current price; the shop's own checkout gives the price of every line.
   */
  price: z.optional(priceSchema),
  /** For this line, such as "ripe ones, please". */
  note: z.optional(noteSchema),
});

export const placeOrderSchema = z.strictObject({
  items: z.array(orderItemSchema).check(
    z.minLength(1, 'an order needs at least one item'),
    z.maxLength(MAX_ORDER_LINES, `an order has at most ${MAX_ORDER_LINES} lines`),
    z.refine(
      (items) => new Set(items.map((item) => item.productId)).size === items.length,
      'each product can stand in an order once',
    ),
  ),
  /** The hold that reserves some or all of these goods; its prices count as seen. */
  holdId: z.optional(idSchema),
  address: deliveryAddressSchema,
  /** Farm id → delivery or pickup; a farm that is absent delivers if it can. */
  fulfilment: z.optional(z.record(idSchema, fulfilmentSchema)),
  /** The same with a slot and a note, per farm; takes precedence over `fulfilment`. */
  farms: z.optional(
    z.record(
      idSchema,
      z.strictObject({
        fulfilment: z.optional(fulfilmentSchema),
        /** The next slot that can be had if absent and the farm has a schedule for the method. */
        slotId: z.optional(idSchema),
        note: z.optional(noteSchema),
      }),
    ),
  ),
  /** At the hand-over if absent. `card` needs the payment of `holdId` to be authorised: `POST /checkout/payments`. */
  payment: z.optional(paymentMethodSchema),
  /**
   * Dollars of the customer's store credit that pay for it, exactly. Refused if there is not that much
   * (`CREDIT_NOT_ENOUGH`), or the order does not cost that much (`AMOUNT_TOO_HIGH`).
   */
  credit: z.optional(dollarsSchema.check(z.gt(0))),
  /** For every farm of the order. */
  notes: z.optional(noteSchema),
});
export type PlaceOrder = z.infer<typeof placeOrderSchema>;

/** The value of the header `Idempotency-Key`, chosen once per attempt to order. */
export const idempotencyKeySchema = z
  .string()
  .check(z.regex(/^[\w-]{8,100}$/, 'must be 8 to 100 letters, digits, - or _'));

/** `PATCH /orders/:id/parts/:partId`: the farm's next step. */
export const takeStepSchema = z.strictObject({
  status: farmStepSchema,
  /** The part's version that the caller saw; an older one is refused. */
  version: versionSchema,
});
export type TakeStep = z.infer<typeof takeStepSchema>;

export const orderLineSchema = z.object({
  productId: idSchema,
  name: z.string(),
  /** The product's category at the time of the order. */
  category: categorySchema,
  image: urlSchema,
  unit: unitSchema,
  /** What comes; 0 if nothing does any more. */
  quantity: amountSchema,
  /** What the customer ordered last; 0 for a line that they removed. */
  ordered: amountSchema,
  price: dollarsSchema,
  /** Of what comes. */
  total: dollarsSchema,
  note: z.nullable(z.string()),
});

/** One step in a part's life: what, when, who, why. */
export const timelineEntrySchema = z.object({
  status: partStatusSchema,
  at: timestampSchema,
  by: z.object({ role: roleSchema, name: z.string() }),
  reason: z.nullable(z.string()),
  declineReason: z.nullable(declineReasonSchema),
  /** What happened to the goods of a declined or cancelled part. */
  goods: z.nullable(goodsFateSchema),
  /** Of a hand-over: whether the customer showed the part's code. */
  byCode: z.optional(z.boolean()),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const orderPartSchema = z.object({
  _id: idSchema,
  farmId: idSchema,
  farmName: z.string(),
  farmSlug: slugSchema,
  fulfilment: fulfilmentSchema,
  pickupPlace: z.nullable(z.string()),
  /** Null if the farm tells the customer the day. */
  slot: z._default(z.nullable(partSlotSchema), null),
  status: partStatusSchema,
  /** Of what comes; 0 for a declined or cancelled part. */
  subtotal: dollarsSchema,
  /** The price of what the customer ordered. */
  orderedTotal: dollarsSchema,
  /** The customer's note to this farm. */
  note: z.nullable(z.string()),
  payment: partPaymentSchema,
  lines: z.array(orderLineSchema),
  timeline: z.array(timelineEntrySchema),
  /** What happened to the lines since they were placed, oldest first. */
  changes: z.array(partChangeSchema),
  /** What was given back after the hand-over, oldest first. */
  refunds: z._default(z.array(partRefundSchema), []),
  version: versionSchema,
});
export type OrderPart = z.infer<typeof orderPartSchema>;

/** An order as the caller may see it: a farmer gets only their own farm's part, and totals of that part. */
export const orderDtoSchema = z.object({
  _id: idSchema,
  /** The short code for people, such as `FG-7K3Q9M`. */
  code: z.string(),
  createdAt: timestampSchema,
  status: orderStatusSchema,
  isDelivered: z.boolean(),
  customer: z.object({ _id: idSchema, name: z.string() }),
  /** Null for a farmer whose part is picked up, because the farm does not need it. */
  address: z.nullable(deliveryAddressSchema),
  notes: z.nullable(z.string()),
  goodsTotal: dollarsSchema,
  deliveryFee: dollarsSchema,
  totalPrice: dollarsSchema,
  payment: orderPaymentSchema,
  /** The market's fee on its goods; absent in events that are older than the ledger. */
  feeRate: z.optional(feeRateSchema),
  parts: z.array(orderPartSchema),
  version: versionSchema,
});
export type OrderDto = z.infer<typeof orderDtoSchema>;

/** The day of a part's slot in the market's time zone; `none` for parts without a slot. */
export const partDaySchema = z.union([daySchema, z.literal('none')]);
export type PartDay = z.infer<typeof partDaySchema>;

const ordersFilterShape = {
  /** The order's status as the caller sees it; for a farm, that of its own part. */
  status: z.optional(orderStatusFilterSchema),
  /** Orders with a part in this status: for a farm its own part, else that of `farm` if given. */
  partStatus: z.optional(partStatusSchema),
  fulfilment: z.optional(fulfilmentSchema),
  /** Orders with a part on this day: for a farm its own part, else that of `farm` if given. */
  day: z.optional(partDaySchema),
  farm: z.optional(idSchema),
  customer: z.optional(idSchema),
  /** A prefix of the code or of a name; for admins also a customer's complete e-mail address. */
  q: z.optional(textSchema(MAX_LENGTH.email).check(z.minLength(2))),
  /** Placed from this moment on. */
  from: z.optional(enteredMomentSchema),
  /** Placed before this moment. */
  to: z.optional(enteredMomentSchema),
};
export const ordersFilterSchema = z.strictObject(ordersFilterShape);
export type OrdersFilter = z.infer<typeof ordersFilterSchema>;
export const ordersQuerySchema = z.strictObject({ ...pageQueryShape, ...ordersFilterShape });
export type OrdersQuery = z.infer<typeof ordersQuerySchema>;
export const ordersPageSchema = z.object({ orders: z.array(orderDtoSchema), ...pageShape });
export type OrdersPage = z.infer<typeof ordersPageSchema>;

/** Payload of `order.farm-part-changed`: a step, a change or a refund of a part, as its farm may see it. */
export const farmPartChangedSchema = z.object({
  orderId: idSchema,
  code: z.string(),
  farmId: idSchema,
  /** After it. */
  part: orderPartSchema,
  /** The part's status before. */
  from: partStatusSchema,
  /** What it did to the lines; empty for a step. They are the last ones of `part.changes`. */
  changes: z.array(partChangeSchema),
  /** What it gave back; the last ones of `part.refunds`. Absent if it gave nothing back. */
  refunds: z.optional(z.array(partRefundSchema)),
});
export type FarmPartChanged = z.infer<typeof farmPartChangedSchema>;

/** Payload of `order.part-changed`: the same, with the order as a whole, for its customer and the admins only. */
export const partChangedSchema = z.extend(farmPartChangedSchema, {
  customerId: idSchema,
  /** After it. */
  order: z.object({
    status: orderStatusSchema,
    isDelivered: z.boolean(),
    goodsTotal: dollarsSchema,
    deliveryFee: dollarsSchema,
    totalPrice: dollarsSchema,
    payment: orderPaymentSchema,
    version: versionSchema,
  }),
  /** What the ledger books by, of the whole order; absent in events that are older than it. */
  money: z.optional(orderMoneySchema),
  /** The same before it; absent in events that are older than refunds. */
  moneyBefore: z.optional(orderMoneySchema),
  /** Dollars by which the order's total changed. */
  totalChange: dollarsSchema,
});
export type PartChanged = z.infer<typeof partChangedSchema>;

/** `GET /orders/:id/calendar.ics`: the days of all parts, or of one. */
export const orderCalendarQuerySchema = z.strictObject({ part: z.optional(idSchema) });
export type OrderCalendarQuery = z.infer<typeof orderCalendarQuerySchema>;

/** What the customer of an order is reminded of: its parts that are handed over on one day. */
export const orderReminderSchema = z.object({
  orderId: idSchema,
  code: z.string(),
  customerId: idSchema,
  address: deliveryAddressSchema,
  /** Whether the day is today already; else it is tomorrow. */
  isToday: z.boolean(),
  parts: z.array(orderPartSchema),
});
export type OrderReminder = z.infer<typeof orderReminderSchema>;

/** Payload of `order.closing`: the parts whose time to be changed is nearly over. */
export const orderClosingSchema = z.object({
  orderId: idSchema,
  code: z.string(),
  customerId: idSchema,
  parts: z.array(orderPartSchema),
});
export type OrderClosing = z.infer<typeof orderClosingSchema>;
