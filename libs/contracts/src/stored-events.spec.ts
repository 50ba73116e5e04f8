import { expect, it } from '@jest/globals';
import { EVENT_FORMAT, parseStoredEvent } from './index.js';

const id = (n: number) => n.toString(16).padStart(24, 'a');
/** As the first builds stored them. */
const part = {
  _id: id(1),
  farmId: id(2),
  farmName: 'Hollow Creek Farm',
  farmSlug: 'hollow-creek-farm',
  fulfilment: 'delivery',
  pickupPlace: null,
  status: 'placed',
  subtotal: 7,
  lines: [
    {
      productId: id(3),
      name: 'Plums',
      image: '/produce/plum.svg',
      unit: 'each',
      quantity: 2,
      price: 3.5,
      total: 7,
    },
  ],
  timeline: [
    {
      status: 'placed',
      at: '2026-11-20T18:00:00.000Z',
      by: { role: 'customer', name: 'Ann' },
      reason: null,
    },
  ],
  version: 1,
};
const totals = { isDelivered: false, goodsTotal: 7, deliveryFee: 4.99, totalPrice: 11.99 };
const order = {
  _id: id(4),
  code: 'FG-7K3Q9M',
  createdAt: '2026-11-20T18:00:00.000Z',
  status: 'Processing',
  customer: { _id: id(5), name: 'Ann' },
  address: { line1: '1 Main St', city: 'Hudson', state: 'NY', postalCode: '12534' },
  notes: null,
  parts: [part],
  version: 1,
  ...totals,
};
const stored = (name: string, payload: unknown) => ({
  id: id(6),
  name,
  occurredAt: '2026-11-20T18:00:00.000Z',
  aggregateId: id(4),
  version: 1,
  correlationId: 'spec',
  actorId: null,
  payload,
});
const due = { method: 'pay_on_handover', status: 'due', amount: 11.99, paid: 0 };

it('reads an order from before payments, notes and reasons', () => {
  expect(parseStoredEvent(stored('order.placed', { order }), 0).payload).toMatchObject({
    order: {
      payment: due,
      parts: [
        {
          note: null,
          payment: { status: 'due', amount: 7 },
          lines: [{ note: null }],
          timeline: [{ declineReason: null, goods: null }],
        },
      ],
    },
  });
});

it('reads a step of it', () => {
  const head = { orderId: id(4), farmId: id(2), part: { ...part, status: 'declined' } };
  const step = {
    ...head,
    customerId: id(5),
    order: { ...totals, status: 'Processing', version: 2 },
    totalChange: -7,
  };
  expect(parseStoredEvent(stored('order.part-status-changed', step), 0).payload).toMatchObject({
    part: { payment: { status: 'void', amount: 0 } },
    order: { payment: due },
  });
  expect(parseStoredEvent(stored('order.part-moved', head), 0).payload).toMatchObject({
    part: { note: null },
  });
});

it('changes nothing of an event of today, and throws at what no build has stored', () => {
  const now = parseStoredEvent(stored('order.placed', { order }), 0);
  expect(parseStoredEvent(now, EVENT_FORMAT)).toEqual(now);
  expect(parseStoredEvent(now, 0)).toEqual(now);
  expect(() => parseStoredEvent(stored('order.placed', { order }), EVENT_FORMAT)).toThrow();
  for (const data of [null, stored('order.placed', {}), stored('order.placed', null), { id: 7 }])
    expect(() => parseStoredEvent(data, 0)).toThrow();
});
