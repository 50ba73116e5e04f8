import type { CardPaymentDto, Id } from '#libs/contracts';
import { byId, newest, simpleEntity } from '../../../realtime/entity';
import { liveList } from '../../../realtime/live-query';

export const cardPayments = simpleEntity<CardPaymentDto>('card-payments', byId, newest);

liveList({
  key: ['order-payments', 'list'],
  rows: 'payments',
  entity: cardPayments,
  current: (payment: CardPaymentDto, known) => newest(payment, known),
  facetsOf: (payment) => payment,
  toRow: (known) => known,
  matches: (orderId: Id) => (payment) => payment.orderId === orderId,
  isRemoved: ({ isReplaced }) => isReplaced,
  compare: (a, b) => (a._id < b._id ? -1 : 1),
});
