import { describe, expect, it } from '@jest/globals';
import {
  isLive,
  nextStep,
  type OrderStatus,
  orderStatusOf,
  type PartStatus,
  partStatusSchema,
  statusesForAdmin,
} from './order-state.js';

const statuses = partStatusSchema.options;

/** Status → next step of a delivery, of a pickup, and where an admin can put either; written out. */
const table = [
  ['placed', 'accepted', 'accepted', 'accepted packed HANDOVER delivered declined cancelled'],
  ['accepted', 'packed', 'packed', 'packed HANDOVER delivered declined cancelled'],
  [
    'packed',
    'out_for_delivery',
    'ready_for_pickup',
    'accepted HANDOVER delivered declined cancelled',
  ],
  ['out_for_delivery', 'delivered', 'delivered', 'accepted packed delivered declined cancelled'],
  ['ready_for_pickup', 'delivered', 'delivered', 'accepted packed delivered declined cancelled'],
  ['delivered', null, null, 'accepted packed HANDOVER cancelled'],
  ['declined', null, null, ''],
  ['cancelled', null, null, ''],
] as const;

describe('a part of an order', () => {
  it('has a row in this table for every status', () => {
    expect(table.map(([status]) => status).sort()).toEqual([...statuses].sort());
  });

  it.each(table)('that is %s goes to %s (delivery) or %s (pickup) by its farm', (from, ...to) => {
    expect([nextStep(from, 'delivery'), nextStep(from, 'pickup')]).toEqual(to.slice(0, 2));
  });

  const handovers = [
    ['delivery', 'out_for_delivery'],
    ['pickup', 'ready_for_pickup'],
  ] as const;
  it.each(table)('that is %s can be put by an admin (… %s, %s) to %s', (from, _, __, allowed) => {
    for (const [way, handover] of handovers) {
      // the other way's hand-over is a mistake that an admin can correct, not one to make
      if (from === (way === 'delivery' ? 'ready_for_pickup' : 'out_for_delivery')) continue;
      const expected = allowed.replace('HANDOVER', handover).split(' ').filter(Boolean);
      expect([...statusesForAdmin(from, way)].sort()).toEqual(expected.sort());
    }
  });

  it('reaches delivered from placed, and never goes back', () => {
    for (const [way] of handovers) {
      const seen: string[] = [];
      let at: ReturnType<typeof nextStep> | 'placed' = 'placed';
      while (at) {
        seen.push(at);
        at = nextStep(at, way);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.at(-1)).toBe('delivered');
    }
  });
});

describe('the status of an order', () => {
  const one = statuses.map((status) => [status]);
  const two = one.flatMap((some) => statuses.map((status) => [...some, status]));
  const three = two.flatMap((some) => statuses.map((status) => [...some, status]));

  /** The rule in words: the live parts decide; none left is cancelled, all delivered is delivered. */
  function byTheRule(parts: PartStatus[]): OrderStatus {
    const counted = parts.filter((status) => status !== 'declined' && status !== 'cancelled');
    if (counted.length === 0) return 'Cancelled';
    return counted.some((status) => status !== 'delivered') ? 'Processing' : 'Delivered';
  }

  it('is derived from its parts, for every combination of up to three', () => {
    const all: PartStatus[][] = [...one, ...two, ...three];
    expect(all).toHaveLength(8 + 64 + 512);
    for (const parts of all)
      expect([parts, orderStatusOf(parts)]).toEqual([parts, byTheRule(parts)]);
  });

  it.each([
    [['delivered', 'cancelled'], 'Delivered'],
    [['delivered', 'ready_for_pickup'], 'Processing'],
    [['declined', 'cancelled'], 'Cancelled'],
    [['placed', 'declined'], 'Processing'],
    [[], 'Cancelled'],
  ] as [PartStatus[], OrderStatus][])('of %p is %s', (parts, status) => {
    expect(orderStatusOf(parts)).toBe(status);
  });

  it('counts every part that is neither declined nor cancelled', () => {
    expect(statuses.filter((status) => !isLive(status))).toEqual(['declined', 'cancelled']);
  });
});
