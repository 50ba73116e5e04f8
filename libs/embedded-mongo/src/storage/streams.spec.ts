import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Direction, encodeKey, endOf } from '../bson/keys.js';
import type { KeyRange } from '../query/key-ranges.js';
import { runs } from '../testing/runs.js';
import type { Table } from './store.js';
import {
  inAll,
  KeyReader,
  type KeyStream,
  RangeStream,
  type ScanSource,
  UnionStream,
} from './streams.js';

/** Numbers that come in crowds, close together or far apart, with gaps between them. */
const numbers = fc
  .array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 300 }), fc.constantFrom(1, 5, 25, 100)), {
    maxLength: 3,
  })
  .map((crowds) =>
    crowds.flatMap(([from, count, step]) =>
      Array.from({ length: count }, (_, n) => from * 100 + n * step),
    ),
  );
const spanned = fc.record({
  /** One list for each value of the first part of the key. */
  lists: fc.array(numbers, { minLength: 1, maxLength: 3 }),
  from: fc.oneof(fc.constant(0), fc.nat(500)),
  to: fc.oneof(fc.constant(40_000), fc.nat(3_000)),
  knowsHead: fc.boolean(),
});
type Spanned = { lists: number[][]; from: number; to: number; knowsHead: boolean };

const isWithin = ({ from, to }: Spanned, n: number) => n >= from && n < to;

/** A table of these keys, in memory. */
function tableOf(keys: Buffer[]): Table {
  const sorted = keys.toSorted(Buffer.compare);
  type Asked = NonNullable<Parameters<Table['getKeys']>[0]>;
  const getKeys = ({
    start,
    end,
    limit,
    offset = 0,
    reverse,
    exclusiveStart,
    inclusiveEnd,
  }: Asked) => {
    const way = reverse ? -1 : 1;
    const ordered = reverse ? sorted.toReversed() : sorted;
    const found = ordered.filter((key) => {
      const [low, high] = [
        Buffer.compare(key, start as Buffer),
        Buffer.compare(key, end as Buffer),
      ];
      return (
        (exclusiveStart ? low * way > 0 : low * way >= 0) &&
        (inclusiveEnd ? high * way <= 0 : high * way < 0)
      );
    });
    return found.slice(offset, offset + (limit ?? found.length));
  };
  const get = (key: Buffer) => sorted.find((one) => one.equals(key));
  return { getKeys, get } as unknown as Table;
}

function streamOf(spec: Spanned, direction: Direction, reverse: boolean): KeyStream {
  const directions: Direction[] = [1, direction];
  const key = (value: number, n: number) => encodeKey(1, [value, n], directions);
  const keys = spec.lists.map((list, value) => [...new Set(list)].map((n) => key(value, n)));
  const source = { assertOpen: () => {}, options: {} } as unknown as ScanSource;
  const reader = new KeyReader(source, tableOf(keys.flat()), { directions, from: 1, reverse });
  const ranges = keys.map((list, value): KeyRange => {
    const [first, last] = [key(value, spec.from), key(value, spec.to)];
    const [start, end] = direction === 1 ? [first, last] : [endOf(last), endOf(first)];
    const within = list.filter(
      (one) => Buffer.compare(one, start) >= 0 && Buffer.compare(one, end) < 0,
    );
    const [head] = within.toSorted(Buffer.compare);
    return { start, end, ...(spec.knowsHead && head && { head: { key: head, value: head } }) };
  });
  const streams = ranges.map((range) => new RangeStream(reader, range));
  return streams.length === 1 ? (streams[0] as KeyStream) : new UnionStream(streams, reverse);
}

it('finds what all streams have, in order, once', () => {
  const specs = fc.array(spanned, { minLength: 2, maxLength: 3 });
  fc.assert(
    fc.property(
      specs,
      fc.constantFrom<Direction>(1, -1),
      fc.boolean(),
      (all, direction, reverse) => {
        const streams = all.map((spec) => streamOf(spec, direction, reverse));
        const tails = [...inAll(streams, reverse)].flatMap((key) => (key ? [tailOf(key)] : []));
        const [first, ...others] = all.map(
          (spec) => new Set(spec.lists.flat().filter((n) => isWithin(spec, n))),
        );
        const common = [...(first ?? [])].filter((n) => others.every((other) => other.has(n)));
        const way = reverse ? -direction : direction;
        expect(tails).toEqual(
          common
            .toSorted((a, b) => (a - b) * way)
            .map((n) => tailOf(encodeKey(1, [0, n], [1, direction]))),
        );
      },
    ),
    { numRuns: runs(200) },
  );
});

it.each([false, true])('finds nothing behind the end of a range (reverse: %s)', (reverse) => {
  const all = Array.from({ length: 1_000 }, (_, n) => n);
  const [from, to] = reverse ? [500, 1_000] : [0, 500];
  const dense = streamOf({ lists: [all], from, to, knowsHead: false }, 1, reverse);
  const few = { lists: [reverse ? [100, 200] : [700, 800]], from: 0, to: 1_000, knowsHead: false };
  expect([...inAll([dense, streamOf(few, 1, reverse)], reverse)]).toEqual([]);
});

it('lets others have their turn while it finds nothing', () => {
  const every = (offset: number) => Array.from({ length: 100 }, (_, n) => 2 * n + offset);
  const streams = [0, 1].map((offset) =>
    streamOf({ lists: [every(offset)], from: 0, to: 1_000, knowsHead: false }, 1, false),
  );
  const found = [...inAll(streams, false)];
  expect(new Set(found)).toEqual(new Set([null]));
  expect(found.length).toBeGreaterThan(5);
});

/** What stands behind the first value of a key, which is a small number. */
const tailOf = (key: Buffer): string => key.subarray(encodeKey(1, [0], [1]).length).toString('hex');
