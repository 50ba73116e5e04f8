import { expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { Chance } from './chance.js';
import { type PastCustomer, pastOrders, type Stall } from './past-orders.js';

const NOW = Date.parse('2026-03-10T00:05:00Z');
const customers: PastCustomer[] = [{ _id: new Types.ObjectId(), name: 'Emma Castillo' }];
const product = { minimum: 1_000, step: 1_000 } as Stall['products'][number];
const stalls = [{ farm: {} as Stall['farm'], farmer: 'Ada', products: [product] }];

it('has no order and no step after the given moment, whenever it is asked', () => {
  const orders = [
    ...pastOrders({ customers, stalls, count: 500, days: 3, now: NOW, chance: new Chance(7) }),
  ];
  expect(orders.length).toBe(500);
  const moments = orders.flatMap(({ at, sellers }) => [
    at,
    ...sellers.flatMap(({ steps }) => steps.map((step) => step.at)),
  ]);
  expect(Math.max(...moments.map(Number))).toBe(NOW);
});
