import { Long } from 'bson';
import { MAX_DOCUMENT_BYTES } from '../bson/encode.js';
import { CommandError } from '../errors.js';
import type { Transaction } from '../storage/transaction.js';

/** Where a cursor gets its encoded documents from. */
type DocumentSource = AsyncIterator<Buffer[], unknown>;

interface CursorOptions {
  ns: string;
  source: DocumentSource;
  /** Releases what the source holds; called once. */
  release: () => void;
  session?: string | undefined;
  transaction?: Transaction | undefined;
  noTimeout?: boolean;
}

export interface Batch {
  ns: string;
  /** 0 when there is nothing more. */
  id: bigint;
  documents: Buffer[];
  first: boolean;
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

  /** Up to `count` documents and 16 MiB; `done` when the source has ended. */
  async take(count: number): Promise<{ documents: Buffer[]; done: boolean }> {
    const documents: Buffer[] = [];
    let bytes = 0;
    for (;;) {
      while (this.position < this.buffer.length) {
        const next = this.buffer[this.position];
        if (!next) break;
        const full =
          documents.length >= count ||
          (bytes + next.length > MAX_DOCUMENT_BYTES && documents.length > 0);
        if (full) return { documents, done: false };
        documents.push(next);
        bytes += next.length;
        this.position++;
      }
      const more = await this.options.source.next();
      if (more.done) return { documents, done: true };
      this.buffer = more.value;
      this.position = 0;
    }
  }
}

/** The open cursors of the server. A cursor holds its position and a snapshot, never its result. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>();
  private nextId = BigInt(Date.now()) * 1000n;

  async start(
    options: CursorOptions,
    batchSize: number | undefined,
    single: boolean,
  ): Promise<Batch> {
    const cursor = new Cursor(this.nextId++, options);
    let keep = false;
    try {
      const { documents, done } =
        batchSize === 0 && !single
          ? { documents: [], done: false }
          : await cursor.take(batchSize ?? FIRST_BATCH);
      keep = !done && !single;
      if (keep) this.open.set(cursor.id, cursor);
      return { ns: options.ns, id: keep ? cursor.id : 0n, documents, first: true };
    } finally {
      if (!keep) cursor.close();
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
    let keep = false;
    try {
      const { documents, done } = await cursor.take(batchSize || Number.POSITIVE_INFINITY);
      keep = !done;
      return { ns, id: done ? 0n : id, documents, first: false };
    } finally {
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

  /** Kills cursors that nobody has asked for ten minutes. */
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
