import { Long } from 'bson';
import { MAX_DOCUMENT_BYTES } from '../bson/encode.js';
import { CommandError } from '../errors.js';
import { Pacer } from '../pipeline/read.js';
import type { Transaction } from '../storage/transaction.js';
import type { TimeLimit } from './time-limit.js';
import type { LogicalClock } from './wire.js';

type Chunk = IteratorResult<Buffer[], unknown>;

/** The source of a cursor's encoded documents. */
interface DocumentSource {
  next(): Chunk | Promise<Chunk>;
}

/** A batch under construction; `done` when the source has ended. */
interface Taken {
  documents: Buffer[];
  bytes: number;
  done: boolean;
}

interface CursorOptions {
  ns: string;
  source: DocumentSource;
  /** Called before the source is paused, to keep its view unchanged meanwhile. */
  keep?: () => void;
  /** Releases what the source holds; called once. */
  release: () => void;
  transaction?: Transaction | undefined;
  noTimeout?: boolean;
  /** Whether the client requested a snapshot read, whose time is reported in the reply. */
  snapshot?: boolean;
  /** Time limit for all batches together. */
  limit?: TimeLimit | undefined;
}

const FIRST_BATCH = 101;
const IDLE_MS = 10 * 60_000;

class Cursor {
  buffer: Buffer[] = [];
  position = 0;
  lastUsed = Date.now();
  busy = false;

  constructor(readonly options: CursorOptions) {}

  /** Up to `count` documents and 16 MiB. The view is kept before anything else can run. */
  async take(count: number): Promise<Taken> {
    const { source, keep, limit } = this.options;
    const taken: Taken = { documents: [], bytes: 0, done: false };
    const pacer = new Pacer(limit);
    while (count > 0 && !this.fill(taken, count)) {
      if (pacer.due) {
        keep?.();
        await pacer.pause();
      }
      const next = source.next();
      const { done, value } = next instanceof Promise ? await next : next;
      if (done) taken.done = true;
      else {
        this.buffer = value;
        this.position = 0;
      }
    }
    if (!taken.done) keep?.();
    return taken;
  }

  /** Moves documents into the batch; true if the batch is complete. */
  private fill(taken: Taken, count: number): boolean {
    for (; this.position < this.buffer.length; this.position++) {
      const next = this.buffer[this.position];
      if (!next) break;
      const { length } = taken.documents;
      if (length >= count || (length > 0 && taken.bytes + next.length > MAX_DOCUMENT_BYTES))
        return true;
      taken.documents.push(next);
      taken.bytes += next.length;
    }
    return taken.done;
  }
}

/** The open cursors of the server. A cursor holds its position and a snapshot, never its result. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>();
  private nextId = BigInt(Date.now()) * 1000n;

  constructor(private readonly clock: LogicalClock) {}

  /** The reply with the first batch. */
  async start(options: CursorOptions, batchSize: number | undefined, single = false) {
    const { ns, limit, snapshot } = options;
    const cursor = new Cursor(options);
    let id = 0n;
    try {
      const { documents, done } = await cursor.take(batchSize ?? FIRST_BATCH);
      if (!done && !single) id = this.nextId++;
      const atClusterTime = snapshot ? this.clock.now() : undefined;
      return { cursor: { firstBatch: documents, id: Long.fromBigInt(id), ns, atClusterTime } };
    } finally {
      limit?.rest();
      if (id === 0n) options.release();
      else this.open.set(id, cursor);
    }
  }

  /** The reply with a later batch. */
  async more(
    id: bigint,
    ns: string,
    batchSize: number | undefined,
    transaction: Transaction | undefined,
  ) {
    const cursor = this.open.get(id);
    if (!cursor) throw new CommandError(43, `cursor id ${id} not found`);
    if (cursor.options.transaction !== transaction) {
      throw new CommandError(
        50738,
        `Cannot run getMore on cursor ${id}, which was created in another transaction`,
      );
    }
    if (cursor.options.ns !== ns) {
      throw new CommandError(
        13,
        `Requested getMore on namespace '${ns}', but cursor belongs to '${cursor.options.ns}'`,
      );
    }
    if (cursor.busy) throw new CommandError(12051, `cursor id ${id} is already in use`);
    cursor.busy = true;
    cursor.options.limit?.goOn();
    let isDone = true;
    try {
      cursor.options.limit?.check();
      const { documents, done } = await cursor.take(batchSize || Number.POSITIVE_INFINITY);
      isDone = done;
      return { cursor: { nextBatch: documents, id: Long.fromBigInt(done ? 0n : id), ns } };
    } finally {
      cursor.options.limit?.rest();
      cursor.busy = false;
      cursor.lastUsed = Date.now();
      if (isDone) this.kill(id);
    }
  }

  kill(id: bigint): boolean {
    const cursor = this.open.get(id);
    if (!cursor) return false;
    this.open.delete(id);
    cursor.options.release();
    return true;
  }

  killWhere(condition: (options: CursorOptions) => boolean): void {
    for (const [id, cursor] of this.open) if (condition(cursor.options)) this.kill(id);
  }

  /** Kills cursors that have been idle for ten minutes. */
  killIdle(now = Date.now()): void {
    for (const [id, cursor] of this.open) {
      if (!cursor.busy && !cursor.options.noTimeout && now - cursor.lastUsed > IDLE_MS)
        this.kill(id);
    }
  }

  get size(): number {
    return this.open.size;
  }
}

export const cursorId = (value: unknown): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(Math.trunc(Number(value)));
