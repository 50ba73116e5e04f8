import { Long } from 'bson';
import { MAX_DOCUMENT_BYTES } from '../bson/encode.js';
import { CommandError } from '../errors.js';
import { Pacer } from '../pipeline/read.js';
import type { Transaction } from '../storage/transaction.js';
import type { TimeLimit } from './time-limit.js';

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

export interface Batch {
  ns: string;
  /** 0 if the cursor is exhausted. */
  id: bigint;
  documents: Buffer[];
  first: boolean;
  /** Whether the reply contains `atClusterTime`. */
  snapshot?: boolean | undefined;
}

const FIRST_BATCH = 101;
const IDLE_MS = 10 * 60_000;

class Cursor {
  buffer: Buffer[] = [];
  position = 0;
  lastUsed = Date.now();
  busy = false;
  private released = false;

  constructor(
    readonly id: bigint,
    readonly options: CursorOptions,
  ) {}

  close(): void {
    if (this.released) return;
    this.released = true;
    this.options.release();
  }

  /** Up to `count` documents and 16 MiB; synchronous if the source has them ready within the time slice. */
  take(count: number): Taken | Promise<Taken> {
    const taken: Taken = { documents: [], bytes: 0, done: false };
    const pacer = new Pacer(this.options.limit);
    while (!this.fill(taken, count)) {
      if (pacer.due) return this.takeSlowly(taken, count, pacer);
      const next = this.options.source.next();
      if (next instanceof Promise) return this.takeSlowly(taken, count, pacer, next);
      this.receive(taken, next);
    }
    return taken;
  }

  /** Continues a batch asynchronously, yielding to other clients. */
  private async takeSlowly(
    taken: Taken,
    count: number,
    pacer: Pacer,
    pending?: Promise<Chunk>,
  ): Promise<Taken> {
    this.options.keep?.();
    if (pending) this.receive(taken, await pending);
    while (!this.fill(taken, count)) {
      if (pacer.due) await pacer.pause();
      this.receive(taken, await this.options.source.next());
    }
    return taken;
  }

  private receive(taken: Taken, next: Chunk): void {
    if (next.done) taken.done = true;
    else {
      this.buffer = next.value;
      this.position = 0;
    }
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

  start(
    options: CursorOptions,
    batchSize: number | undefined,
    single: boolean,
  ): Batch | Promise<Batch> {
    const cursor = new Cursor(this.nextId++, options);
    const deliver = ({ documents, done }: Pick<Taken, 'documents' | 'done'>): Batch => {
      const keep = !done && !single;
      if (keep) {
        options.keep?.();
        options.limit?.rest();
        this.open.set(cursor.id, cursor);
      } else cursor.close();
      const { ns, snapshot } = options;
      return { ns, id: keep ? cursor.id : 0n, documents, first: true, snapshot };
    };
    const fail = (error: unknown): never => {
      cursor.close();
      throw error;
    };
    if (batchSize === 0 && !single) return deliver({ documents: [], done: false });
    try {
      const taken = cursor.take(batchSize ?? FIRST_BATCH);
      return taken instanceof Promise ? taken.then(deliver).catch(fail) : deliver(taken);
    } catch (error) {
      return fail(error);
    }
  }

  async more(id: bigint, ns: string, batchSize: number | undefined): Promise<Batch> {
    const cursor = this.open.get(id);
    if (!cursor) throw new CommandError(43, `cursor id ${id} not found`);
    if (cursor.options.ns !== ns) {
      throw new CommandError(
        13,
        `Requested getMore on namespace '${ns}', but cursor belongs to '${cursor.options.ns}'`,
      );
    }
    if (cursor.busy) throw new CommandError(12051, `cursor id ${id} is already in use`);
    cursor.busy = true;
    cursor.options.limit?.goOn();
    let keep = false;
    try {
      cursor.options.limit?.check();
      const { documents, done } = await cursor.take(batchSize || Number.POSITIVE_INFINITY);
      keep = !done;
      return { ns, id: done ? 0n : id, documents, first: false };
    } finally {
      cursor.options.limit?.rest();
      cursor.busy = false;
      cursor.lastUsed = Date.now();
      if (!keep) this.kill(id);
    }
  }

  kill(id: bigint): boolean {
    const cursor = this.open.get(id);
    if (!cursor) return false;
    this.open.delete(id);
    cursor.close();
    return true;
  }

  has(id: bigint): boolean {
    return this.open.has(id);
  }

  transactionOf(id: bigint): Transaction | undefined {
    return this.open.get(id)?.options.transaction;
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
