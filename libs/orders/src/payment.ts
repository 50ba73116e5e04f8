import {
  orderTotals,
  type PaymentMethodName,
  paidOnHandover,
  partPaidOnHandover,
} from '#libs/contracts';
import type { Order } from './order.model.js';

/** A payment method. Its state is stored with the order and derived again in the transaction of every step. */
export interface PaymentMethod {
  readonly name: PaymentMethodName;
  /** The order with the payment derived from its parts. Idempotent. */
  derive(order: Order): Order;
}

/** Paid at the door or at pickup, in cash or whatever the farm accepts; each part is paid at its handover. */
const payOnHandover: PaymentMethod = {
  name: 'pay_on_handover',
  derive(order) {
    return {
      ...order,
      payment: { method: this.name, ...paidOnHandover(order.parts, order.deliveryFee) },
      parts: order.parts.map((part) => ({
        ...part,
        payment: {
          status: partPaidOnHandover(part.status),
          amount: orderTotals([part], 0).goods,
        },
      })),
    };
  },
};

const methods: Readonly<Record<PaymentMethodName, PaymentMethod>> = {
  pay_on_handover: payOnHandover,
};

/** The order with the payment derived from its parts. */
export function withPayment(order: Order): Order {
  return methods[order.payment.method].derive(order);
}
