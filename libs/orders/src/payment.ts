import { orderTotals, paidOnHandover, partPaidOnHandover } from '#libs/contracts';
import type { Order } from './order.model.js';

/**
 * The order with the payment derived from its parts, in the transaction of every step: by either method each part is paid
 * at its handover, in cash or by the card that holds the money. Idempotent.
 */
export function withPayment(order: Order): Order {
  return {
    ...order,
    payment: {
      method: order.payment.method,
      ...paidOnHandover(order.parts, order.deliveryFee),
    },
    parts: order.parts.map((part) => ({
      ...part,
      payment: {
        ...part.payment,
        status: partPaidOnHandover(part.status),
        amount: orderTotals([part], 0).goods,
      },
    })),
  };
}
