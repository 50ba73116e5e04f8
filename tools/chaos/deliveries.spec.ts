import { describe, expect, it } from '@jest/globals';
import { ObjectId } from 'mongodb';
import { rooms } from '#libs/contracts';
import {
  type Delivery,
  judgeRound,
  latencyOf,
  missingDeliveries,
  type Observations,
  type PastRound,
  RECOVERY_MS,
} from './deliveries';

const PRODUCT = new ObjectId().toString();
/** A fault from 1 s to 5 s, then a measurement of 10 s. */
const ROUND: PastRound = {
  faults: [{ name: 'flushall: redis', from: 1_000, to: 5_000 }],
  measured: { from: 5_000 + RECOVERY_MS, to: 15_000 + RECOVERY_MS },
};
const AFTER = ROUND.measured.from;

const observer = (more: Partial<Observations>): Observations => ({
  name: 'visitor',
  rooms: new Set([rooms.public(), rooms.product(PRODUCT)]),
  deliveries: [],
  gaps: [],
  since: 0,
  ...more,
});
const delivery = (name: string, occurredAt: number, ms: number, again = false): Delivery => ({
  id: `${name} ${occurredAt}`,
  name,
  occurredAt,
  receivedAt: occurredAt + ms,
  isFirst: !again,
  isDuplicate: again,
});
const deliveries = (name: string, from: number, ms: number) =>
  Array.from({ length: 40 }, (_, n) => delivery(name, from + n, ms));
const usual = [
  ...deliveries('order.placed', AFTER, 50),
  ...deliveries('product.stock-changed', AFTER, 50),
];

it.each([
  ['nothing', [], { samples: 0, p50: 0, p95: 0, max: 0 }],
  ['one', [7], { samples: 1, p50: 7, p95: 7, max: 7 }],
  [
    'a hundred',
    Array.from({ length: 100 }, (_, n) => n + 1),
    { samples: 100, p50: 50, p95: 95, max: 100 },
  ],
])('the percentiles of %s', (_what, ms, expected) => {
  expect(latencyOf(ms)).toEqual(expected);
});

describe('a round', () => {
  const differences = (...all: Delivery[]) =>
    judgeRound([observer({ deliveries: all })], ROUND).differences;

  it('is as it has to be', () => {
    expect(differences(...usual)).toEqual([]);
  });

  it('does not judge what occurred before the time to recover is over', () => {
    expect(differences(...usual, ...deliveries('order.placed', AFTER - 1_000, 9_000))).toEqual([]);
  });

  it('shows a stream that stays slow', () => {
    const slow = deliveries('product.counted', AFTER + 100, 2_500);
    expect(differences(...usual, ...slow)).toEqual(['after flushall: redis: stock p95 is 2500 ms']);
  });

  it('shows that there was too little to judge', () => {
    expect(differences(...deliveries('order.placed', AFTER, 50))).toEqual([
      'after flushall: redis: too few deliveries of stock to judge, 0',
    ]);
  });

  it('shows duplicates, also those of the recovery', () => {
    const again = [0, 1, 2].map((n) => delivery('order.placed', 4_000 + n, 3_000, true));
    expect(differences(...usual, ...again)).toEqual(['after flushall: redis: 3.6 % duplicates']);
  });
});

describe('a committed event', () => {
  const AT = 4_000;
  const rated = {
    id: new ObjectId().toString(),
    name: 'farm.rating-changed',
    occurredAt: new Date(AT),
    payload: { farmId: PRODUCT, rating: null },
  };
  const result = (more: Partial<Observations>) =>
    missingDeliveries([rated], [observer(more)], [ROUND]);
  const arrived = (ms: number) => [{ ...delivery(rated.name, AT, ms), id: rated.id }];

  it('is missing where it was not delivered', () => {
    expect(result({}).missing).toHaveLength(1);
  });

  it('is not missing where it was delivered, is for others, or occurred before', () => {
    expect(result({ deliveries: arrived(10) })).toEqual({ missing: [], late: 0 });
    expect(result({ rooms: new Set([rooms.product(PRODUCT)]) }).missing).toEqual([]);
    expect(result({ since: AT + 1 }).missing).toEqual([]);
  });

  it('is covered by a gap until the time to recover is over, and by no later one', () => {
    expect(result({ gaps: [5_000 + RECOVERY_MS] }).missing).toEqual([]);
    expect(result({ gaps: [5_001 + RECOVERY_MS] }).missing).toHaveLength(1);
    expect(result({ gaps: [AT - 1] }).missing).toHaveLength(1);
  });

  it('counts as late after that', () => {
    expect(result({ deliveries: arrived(1_001 + RECOVERY_MS) })).toEqual({ missing: [], late: 1 });
  });
});
