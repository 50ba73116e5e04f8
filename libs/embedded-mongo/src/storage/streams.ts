import type { Transaction as Snapshot } from 'lmdb';
import { partStart } from '../bson/key-parts.js';
import type { Direction } from '../bson/keys.js';
import type { KeyRange } from '../query/key-ranges.js';
import type { Store, Table } from './store.js';

/** The view that a scan reads in. */
export interface ScanSource {
  readonly store: Store;
  readonly options: { transaction?: Snapshot };
  assertOpen(): void;
}

/** A key, and where in it that begins by which streams are ordered: their tail. All that have one tail are of one document. */
export interface Tailed {
  readonly key: Buffer;
  readonly tail: number;
}

/** Keys in the order of their tails, each tail once. */
export interface KeyStream {
  /** Where it stands. After `has`, that may be before what was asked for. */
  readonly head: Tailed | undefined;
  next(): void;
  /** Goes on to the first tail that is not before this one; never back. */
  seek(target: Tailed): void;
  /** Whether it has this tail; what is asked for next comes behind it. */
  has(target: Tailed): boolean;
  /** The tail so many keys on, about: the further that is, the fewer keys there are. Undefined if it ends before. */
  reach(keys: number): Tailed | undefined;
}

/** A chunk has few keys while most of them are passed over, and the more the more of them are asked for. */
const LEAST = 8;
const CHUNK = 128;
const GROWTH = 4;
/** Of so many keys of a chunk one at least is asked for, or single keys are looked up for a while: so many. */
const PASSED = 8;
const LOOK_UPS = 16;

/** Mostly tails differ within a few bytes: a loop is faster than a call of native code. */
function compareTails(a: Tailed, b: Tailed): number {
  const length = Math.min(a.key.length - a.tail, b.key.length - b.tail);
  for (let i = 0; i < length; i++) {
    const difference = (a.key[a.tail + i] ?? 0) - (b.key[b.tail + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.key.length - a.tail - (b.key.length - b.tail);
}

const isBefore = (a: Tailed, b: Tailed, reverse: boolean): boolean =>
  (reverse ? compareTails(b, a) : compareTails(a, b)) < 0;

interface TailOrder {
  readonly directions: readonly Direction[];
  /** The part of the key at which tails begin. */
  readonly from: number;
  readonly reverse: boolean;
}

/** Reads keys of one index, as a reader sees them. */
export class KeyReader {
  constructor(
    private readonly source: ScanSource,
    private readonly table: Table,
    readonly order: TailOrder,
  ) {}

  tailOf(key: Buffer): number {
    return partStart(key, this.order.directions, this.order.from);
  }

  isThere(key: Buffer): boolean {
    this.source.assertOpen();
    return this.table.get(key, this.source.options) !== undefined;
  }

  /** Up to so many keys of a range, from one on or, `behind` it, from the next, after so many that are left out. */
  read(range: KeyRange, from: Buffer, behind: boolean, limit: number, offset = 0): Buffer[] {
    const { source, table } = this;
    const { reverse } = this.order;
    source.assertOpen();
    const window = { start: from, end: reverse ? range.start : range.end, offset, limit };
    const ends = { reverse, exclusiveStart: behind, inclusiveEnd: reverse };
    return [...table.getKeys({ ...window, ...ends, ...source.options })];
  }
}

/** The keys of one range, all of which are alike before their tails. */
export class RangeStream implements KeyStream {
  head: Tailed | undefined;
  private keys: Buffer[] = [];
  private at = 0;
  private tail = 0;
  private limit = LEAST;
  private ended = false;
  /** Keys of this chunk that were asked for. */
  private asked = 0;
  private lookUps = 0;

  constructor(
    private readonly reader: KeyReader,
    private readonly range: KeyRange,
  ) {
    const { reverse } = reader.order;
    if (range.head && !reverse) {
      this.keys = [range.head.key];
      this.stand();
    } else this.read(this.begin, reverse);
  }

  next(): void {
    this.asked++;
    this.at++;
    const last = this.keys.at(-1);
    if (this.at >= this.keys.length && last && !this.ended) this.read(last, true);
    else this.stand();
  }

  seek(target: Tailed): void {
    if (!this.head || !this.isBefore(this.head, target)) return;
    this.asked++;
    if (this.isBehindChunk(target)) this.readFrom(target);
    else this.seekInChunk(target);
  }

  has(target: Tailed): boolean {
    const { head } = this;
    if (!head) return false;
    const sparse = this.asked * PASSED < this.keys.length || this.keys.length < LEAST;
    if (
      sparse &&
      this.lookUps < LOOK_UPS &&
      this.isBefore(head, target) &&
      this.isBehindChunk(target)
    ) {
      this.lookUps++;
      const key = this.keyOf(head, target);
      return !this.ended && this.isWithin(key) && this.reader.isThere(key);
    }
    this.seek(target);
    return this.head !== undefined && compareTails(this.head, target) === 0;
  }

  reach(keys: number): Tailed | undefined {
    const [key] = this.reader.read(this.range, this.begin, this.reader.order.reverse, 1, keys);
    return key && { key, tail: this.reader.tailOf(key) };
  }

  private get begin(): Buffer {
    return this.reader.order.reverse ? this.range.end : this.range.start;
  }

  private isBefore(a: Tailed, b: Tailed): boolean {
    return isBefore(a, b, this.reader.order.reverse);
  }

  private isBehindChunk(target: Tailed): boolean {
    const last = this.keys.at(-1);
    return last !== undefined && this.isBefore({ key: last, tail: this.tail }, target);
  }

  /** Not behind the range, in the way it is read. */
  private isWithin(key: Buffer): boolean {
    const { start, end } = this.range;
    return this.reader.order.reverse
      ? Buffer.compare(key, start) >= 0
      : Buffer.compare(key, end) < 0;
  }

  /** The key that this range would have for a tail. */
  private keyOf(head: Tailed, target: Tailed): Buffer {
    return Buffer.concat([head.key.subarray(0, head.tail), target.key.subarray(target.tail)]);
  }

  private seekInChunk(target: Tailed): void {
    let end = this.keys.length - 1;
    for (this.at++; this.at < end; ) {
      const middle = (this.at + end) >> 1;
      const one = { key: this.keys[middle] as Buffer, tail: this.tail };
      if (this.isBefore(one, target)) this.at = middle + 1;
      else end = middle;
    }
    this.stand();
  }

  private readFrom(target: Tailed): void {
    if (this.head && !this.ended) this.read(this.keyOf(this.head, target), false);
    else {
      this.at = this.keys.length;
      this.stand();
    }
  }

  private read(from: Buffer, behind: boolean): void {
    const dense = this.asked * PASSED > this.keys.length;
    const limit = dense ? this.limit * GROWTH : this.limit / GROWTH;
    this.limit = Math.max(LEAST, Math.min(CHUNK, limit));
    this.keys = this.reader.read(this.range, from, behind, this.limit);
    this.ended = this.keys.length < this.limit;
    this.asked = 0;
    this.lookUps = 0;
    this.at = 0;
    this.stand();
  }

  private stand(): void {
    const key = this.keys[this.at];
    if (key && this.tail === 0) this.tail = this.reader.tailOf(key);
    this.head = key && { key, tail: this.tail };
  }
}

/** What is in any of several streams: a heap of them, the one that is first on top. */
export class UnionStream implements KeyStream {
  private readonly heap: KeyStream[];

  constructor(
    streams: readonly KeyStream[],
    private readonly reverse: boolean,
  ) {
    this.heap = streams.filter(({ head }) => head !== undefined);
    for (let at = (this.heap.length >> 1) - 1; at >= 0; at--) this.sink(at);
  }

  get head(): Tailed | undefined {
    return this.heap[0]?.head;
  }

  next(): void {
    const { head } = this;
    while (head && this.head && compareTails(this.head, head) === 0) {
      this.heap[0]?.next();
      this.settle();
    }
  }

  seek(target: Tailed): void {
    while (this.head && isBefore(this.head, target, this.reverse)) {
      this.heap[0]?.seek(target);
      this.settle();
    }
  }

  has(target: Tailed): boolean {
    this.seek(target);
    return this.head !== undefined && compareTails(this.head, target) === 0;
  }

  /** As if the keys were spread evenly. */
  reach(keys: number): Tailed | undefined {
    const [one] = this.heap;
    return one?.reach(Math.ceil(keys / this.heap.length));
  }

  /** The top has gone on, or has come to its end. */
  private settle(): void {
    if (!this.head) {
      const last = this.heap.pop();
      if (last && this.heap.length > 0) this.heap[0] = last;
    }
    this.sink(0);
  }

  private sink(from: number): void {
    const { heap, reverse } = this;
    const isFirst = (a: number, b: number) => {
      const [x, y] = [heap[a]?.head, heap[b]?.head];
      return x !== undefined && y !== undefined && isBefore(x, y, reverse);
    };
    for (let at = from; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = isFirst(left, at) ? left : at;
      if (isFirst(right, first)) first = right;
      if (first === at) return;
      const moved = heap[at] as KeyStream;
      heap[at] = heap[first] as KeyStream;
      heap[first] = moved;
      at = first;
    }
  }
}

/** Steps between which a reader may pause: one may have to bring many streams on. */
const STEPS = 8;
/** How many keys ahead streams are compared to find the one with the fewest keys. */
const AHEAD = 200;

/** A key for each tail that is in all streams, in their order; null where some work is done and nothing found. */
export function* inAll(streams: readonly KeyStream[], reverse: boolean): Generator<Buffer | null> {
  const reaches = new Map(streams.map((stream) => [stream, stream.reach(AHEAD)]));
  const isFewer = (a: KeyStream, b: KeyStream) => {
    const [x, y] = [reaches.get(a), reaches.get(b)];
    return y !== undefined && (x === undefined || isBefore(y, x, reverse));
  };
  const [leader, ...others] = streams.toSorted(
    (a, b) => Number(isFewer(b, a)) - Number(isFewer(a, b)),
  );
  if (!leader) return;
  for (let steps = 1; leader.head; steps++) {
    const { head } = leader;
    const without = others.find((other) => !other.has(head));
    if (!without) yield head.key;
    if (without && !without.head) return;
    if (without?.head && isBefore(head, without.head, reverse)) leader.seek(without.head);
    else leader.next();
    if (steps % STEPS === 0) yield null;
  }
}
