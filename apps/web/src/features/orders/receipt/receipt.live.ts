import type { CardPaymentDto, OrderReceiptDto } from '#libs/contracts';
import { byId, newest } from '../../../realtime/entity';
import { liveValue, type StoreView } from '../../../realtime/live-query';
import { currentOrder } from '../current-order';
import { orders } from '../orders.live';
import { cardPayments } from '../payment/payments.live';

liveValue<OrderReceiptDto>({
  key: ['receipt'],
  reads: [orders, cardPayments],
  current: (receipt, view) => {
    const order = currentOrder(receipt.order, view.get(orders, receipt.order._id), view.viewer);
    const payments = currentPayments(receipt, view);
    return order === receipt.order && payments === receipt.payments
      ? receipt
      : { ...receipt, order, payments };
  },
});

function currentPayments({ order, payments }: OrderReceiptDto, view: StoreView): CardPaymentDto[] {
  const now = new Map(payments.map((payment) => [payment._id, payment]));
  for (const [id, known] of view.all(cardPayments))
    if (known.orderId === order._id) now.set(id, newest(known, now.get(id)));
  const shown = [...now.values()].filter(({ isReplaced }) => !isReplaced);
  const isSame = shown.length === payments.length && shown.every((one, at) => one === payments[at]);
  return isSame ? payments : shown.sort((a, b) => (byId(a) < byId(b) ? -1 : 1));
}
