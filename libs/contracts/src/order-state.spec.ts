import { describe, expect, it } from '@jest/globals';
import type { Fulfilment } from './farms.js';
import {
  isLive,
  nextPartStatuses,
  type OrderStatus,
  orderStatusOf,
  PART_TRANSITIONS,
  type PartStatus,
  partStatusSchema,
} from './order-state.js';
import { type Role, roleSchema } from './users.js';

const statuses = partStatusSchema.options;
const ended: PartStatus[] = ['delivered', 'declined', 'cancelled'];

/** Status → fulfilment → role → where to; written out, so that a change of the table is a change here. */
const farmer = {
  placed: { delivery: 'accepted declined', pickup: 'accepted declined' },
  accepted: { delivery: 'packed declined', pickup: 'packed declined' },
  packed: { delivery: 'out_for_delivery', pickup: 'ready_for_pickup' },
  out_for_delivery: { delivery: 'delivered', pickup: 'delivered' },
  ready_for_pickup: { delivery: 'delivered', pickup: 'delivered' },
  delivered: { delivery: '', pickup: '' },
  declined: { delivery: '', pickup: '' },
  cancelled: { delivery: '', pickup: '' },
} satisfies Record<PartStatus, Record<Fulfilment, string>>;

function expected(status: PartStatus, fulfilment: Fulfilment, role: Role): string {
  if (role === 'farmer') return farmer[status][fulfilment];
  if (role === 'customer') return status === 'placed' ? 'cancelled' : '';
  // An admin may do what the farm may, and cancel until the end.
  return `${farmer[status][fulfilment]}${ended.includes(status) ? '' : ' cancelled'}`;
}

const cells = statuses.flatMap((status) =>
  (['delivery', 'pickup'] as const).flatMap((fulfilment) =>
    roleSchema.options.map(
      (role) => [role, status, fulfilment, expected(status, fulfilment, role)] as const,
    ),
  ),
);

describe('a part of an order', () => {
  it.each(cells)('lets a %s move it from %s (%s) to: %s', (role, status, fulfilment, to) => {
    expect(nextPartStatuses(status, fulfilment, role).join(' ')).toBe(to);
  });

  it('can reach every status from placed, and has no way out of delivered, declined and cancelled', () => {
    const reached = new Set<PartStatus>(['placed']);
    for (const status of reached) for (const step of PART_TRANSITIONS[status]) reached.add(step.to);
    expect([...reached].sort()).toEqual([...statuses].sort());
    expect(statuses.filter((status) => PART_TRANSITIONS[status].length === 0)).toEqual(ended);
  });

  it('never goes back to where it was', () => {
    const canReach = (from: PartStatus, seen = new Set<PartStatus>()): Set<PartStatus> => {
      for (const { to } of PART_TRANSITIONS[from]) if (!seen.has(to)) canReach(to, seen.add(to));
      return seen;
    };
    expect(statuses.filter((status) => canReach(status).has(status))).toEqual([]);
  });

  it('offers delivery steps to deliveries only, and pickup steps to pickups only', () => {
    for (const role of roleSchema.options) {
      expect(nextPartStatuses('packed', 'pickup', role)).not.toContain('out_for_delivery');
      expect(nextPartStatuses('packed', 'delivery', role)).not.toContain('ready_for_pickup');
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
