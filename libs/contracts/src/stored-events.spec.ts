import { describe, expect, it } from '@jest/globals';
import { EVENT_FORMAT, parseStoredEvent } from './index.js';

const id = (n: number) => n.toString(16).padStart(24, 'a');
const stored = (payload: object) => ({
  id: id(1),
  name: 'cart.changed',
  occurredAt: '2026-11-20T18:00:00.000Z',
  aggregateId: id(2),
  version: 1,
  correlationId: 'spec',
  actorId: null,
  payload,
});
const cart = { items: [], total: 0, itemCount: 0, version: 1 };

it('an event of today’s format is read as it was stored', () => {
  const event = stored({ customerId: id(2), cart });
  expect(parseStoredEvent(event, EVENT_FORMAT)).toEqual(event);
});

it('what no event is made of is refused', () => {
  for (const data of [stored({ cart }), { ...stored({}), name: 'no.such' }, {}, null])
    expect(() => parseStoredEvent(data, EVENT_FORMAT)).toThrow();
});

describe('an event of format 1', () => {
  const by = { role: 'farmer', name: 'Fern' };
  const step = (status: string) => ({
    ...{ status, at: '2026-11-20T18:00:00.000Z', by },
    ...{ reason: 'Hail', declineReason: 'other', goods: null },
  });
  const partIn = (...statuses: string[]) => ({
    _id: id(3),
    farmId: id(4),
    farmName: 'Hollow Creek',
    farmSlug: 'hollow-creek',
    fulfilment: 'pickup',
    pickupPlace: null,
    status: statuses.at(-1),
    subtotal: 5,
    note: null,
    payment: { status: 'due', amount: 5 },
    lines: [
      {
        ...{ productId: id(5), name: 'Carrots', category: 'roots', image: '/c.svg', unit: 'lb' },
        ...{ quantity: 2, price: 2.5, total: 5, note: null },
      },
    ],
    timeline: statuses.map(step),
    version: statuses.length,
  });
  const moved = (name: string, payload: object) => ({ ...stored(payload), name });
  const head = { orderId: id(2), code: 'FG-1', farmId: id(4) };

  it('that moved a part is a change of it, under the name of today', () => {
    const event = moved('order.part-moved', { ...head, part: partIn('placed', 'accepted') });
    expect(parseStoredEvent(event, 1)).toMatchObject({
      name: 'order.farm-part-changed',
      payload: {
        from: 'placed',
        changes: [],
        part: { subtotal: 5, orderedTotal: 5, lines: [{ quantity: 2, ordered: 2 }], changes: [] },
      },
    });
  });

  it('that declined a part has one change, after which nothing comes', () => {
    const event = moved('order.part-moved', { ...head, part: partIn('placed', 'declined') });
    const lines = [{ productId: id(5), from: 2, to: 0, cost: -5 }];
    const changes = [{ kind: 'declined', by, lines, reason: 'Hail', declineReason: 'other' }];
    expect(parseStoredEvent(event, 1).payload).toMatchObject({
      from: 'placed',
      changes,
      part: { subtotal: 0, orderedTotal: 5, lines: [{ quantity: 0, ordered: 2 }], changes },
    });
  });
});
