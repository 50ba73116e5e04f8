import {
  orderTotals,
  type PaymentMethodName,
  paidOnHandover,
  partPaidOnHandover,
} from '#libs/contracts';
import type { Order } from './order.model.js';

/** A way to pay. Its state is stored with the order and brought in line in the transaction of every step. */
export interface PaymentMethod {
  readonly name: PaymentMethodName;
  /** The order with its payment as its parts have it now; settling a second time changes nothing. */
  settle(order: Order): Order;
}

/** Cash, or whatever the farm takes, at the door or at pickup: paid with each part that is handed over. */
const payOnHandover: PaymentMethod = {
  name: 'pay_on_handover',
  settle(order) {
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

/** The order with its payment in line with its parts. */
export function settled(order: Order): Order {
  // Orders that were stored before there were payments are paid at handover.
  const payment = order.payment as Order['payment'] | undefined;
  return methods[payment?.method ?? 'pay_on_handover'].settle(order);
}
