import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { type Cents } from './money.js';
import { isLive, type PartStatus } from './order-state.js';

/**
 * How an order is paid: at the door or at pickup, in cash or as the farm accepts; or by card, which holds the money before
 * the order is placed and pays each part at its hand-over.
 */
export const paymentMethodSchema = z.enum(['pay_on_handover', 'card']);
export type PaymentMethodName = z.infer<typeof paymentMethodSchema>;

/** `void`: nothing to pay, because everything was declined or cancelled. */
export const paymentStatusSchema = z.enum(['due', 'paid', 'void']);
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

/** What store credit pays beside the method; absent for none. */
const creditShape = { credit: z.optional(dollarsSchema) };

/** What one farm's goods cost without `credit`, and whether that is paid; the delivery fee belongs to the order. */
export const partPaymentSchema = z.object({
  status: paymentStatusSchema,
  amount: dollarsSchema,
  ...creditShape,
});

/** For the whole order; for a farm, its own part. `amount` is `paid` plus what is still due, without `credit`. */
export const orderPaymentSchema = z.object({
  method: paymentMethodSchema,
  status: paymentStatusSchema,
  amount: dollarsSchema,
  paid: dollarsSchema,
  ...creditShape,
});
export type OrderPayment = z.infer<typeof orderPaymentSchema>;

/** The fields of a part that its payment depends on. */
export interface PricedPart {
  readonly status: PartStatus;
  readonly fulfilment: 'delivery' | 'pickup';
  /** In cents. */
  readonly subtotal: Cents;
}

/**
 * The current cost of an order, in cents: its live parts and, while any of them is to be delivered, the delivery fee.
 */
export function orderTotals(
  parts: readonly PricedPart[],
  deliveryFee: Cents,
): { goods: Cents; fee: Cents; total: Cents } {
  const live = parts.filter(({ status }) => isLive(status));
  const goods = live.reduce((sum, { subtotal }) => sum + subtotal, 0);
  const fee = live.some(({ fulfilment }) => fulfilment === 'delivery') ? deliveryFee : 0;
  return { goods, fee, total: goods + fee };
}

/** The amount paid so far, in cents: each part when it is handed over, the fee with the first delivery. */
export function paidOnHandover(
  parts: readonly PricedPart[],
  deliveryFee: Cents,
): { status: PaymentStatus; amount: Cents; paid: Cents } {
  const done = parts.filter(({ status }) => status === 'delivered');
  const amount = orderTotals(parts, deliveryFee).total;
  const paid = orderTotals(done, deliveryFee).total;
  const live = parts.filter(({ status }) => isLive(status));
  if (live.length === 0) return { status: 'void', amount, paid };
  return { status: done.length === live.length ? 'paid' : 'due', amount, paid };
}

/** Whether one part is paid for; by card too, it is at handover. */
export function partPaidOnHandover(status: PartStatus): PaymentStatus {
  if (!isLive(status)) return 'void';
  return status === 'delivered' ? 'paid' : 'due';
}
