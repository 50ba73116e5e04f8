import { expect, it } from '@jest/globals';
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
