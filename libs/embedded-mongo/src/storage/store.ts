import { mkdirSync, statSync } from 'node:fs';
import { type Database, open, type RootDatabase } from 'lmdb';
import { decode } from '../bson/decode.js';
import { encode } from '../bson/encode.js';
import { keyRangeOf } from '../bson/keys.js';
import { EmbeddedMongoError, writeConflict } from '../errors.js';
import type { TimeLimit } from '../server/time-limit.js';
import { Collection } from './catalog.js';
import { commitErrorOf } from './commit-error.js';
import { damaged, damageIn, dataFileIn } from './damage.js';
import type { Durability } from './durability.js';
import type { Transaction } from './transaction.js';

/** Thrown by a write outside a transaction for a document that a transaction has changed: wait, then retry. */
export class OwnedByTransaction extends Error {
  constructor(readonly owner: Transaction) {
    super('a transaction holds this document');
  }
}

export type Table = Database<Buffer, Buffer>;

/** Work for the writer; `run` returns the function to call after the commit. */
interface Queued {
  readonly run: () => () => void;
  readonly fail: (error: unknown) => void;
}

/** The numbers under which a collection's documents and entries are stored. */
const idsOf = ({ id, indexes }: Collection): number[] => [id, ...indexes.map((index) => index.id)];

const FORMAT_VERSION = 1;
const MAX_READERS = 500;
const PRUNE_ABOVE = 10_000;
/** Time limit of the readability check at start in ms, and entries read between two checks of the clock. */
const CHECK_MS = 250;
const CHECKED_AT_ONCE = 500;

/**
 * The LMDB environment with its tables, the catalogue in memory, and the state that transactions share. Every change of
 * data runs inside `batch`, the single writer; calls made before a commit begins share that commit.
 */
export class Store {
  readonly documents: Table;
  readonly entries: Table;
  readonly sessions: Table;
  readonly collections = new Map<string, Collection>();
  /** Document key or unique key -> the open transaction that has changed it. */
  readonly intents = new Map<string, Transaction>();
  readonly openTransactions = new Set<Transaction>();
  /** Key -> number of its last write, kept while a transaction may have an older snapshot. */
  readonly lastWrite = new Map<string, number>();
  /** Number of the last write; `visible` is the last committed one. */
  sequence = 0;
  visible = 0;
  private readonly env: RootDatabase<Buffer, Buffer>;
  private readonly catalogue: Database<Buffer, string>;
  private nextId = 1;
  private dropped: number[] = [];
  /** Whether the running batch has changed the catalogue. */
  private catalogueChanged = false;
  private purging: Promise<void> = Promise.resolve();
  private queued: Queued[] = [];
  /** The running loop of commits; null while nothing is queued. */
  private committing: Promise<void> | null = null;
  /** How often the catalogue was reloaded because a commit that changed it failed. */
  private readings = 0;
  /** Set before the environment closes, which ends LMDB's read transactions: reads must stop. */
  closing = false;

  constructor(
    private readonly directory: string,
    durability: Durability,
    private readonly onFailure: (error: unknown) => void = () => {},
  ) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // LMDB would initialise an empty file as a new database
    if (statSync(dataFileIn(directory), { throwIfNoEntry: false })?.size === 0)
      throw damaged(directory, 'it is empty; restore it, or delete it if it never held anything');
    try {
      this.env = open<Buffer, Buffer>({
        path: directory,
        // otherwise a directory with a dot in its name is taken for a file
        noSubdir: false,
        maxDbs: 8,
        maxReaders: MAX_READERS,
        noSync: durability === 'none',
        // otherwise a commit is visible before it is synced, and stays visible if the sync fails
        overlappingSync: false,
        // this class batches already; LMDB's own batching would reject a promise that nothing handles
        eventTurnBatching: false,
      });
      this.catalogue = this.env.openDB<Buffer, string>('catalogue', { encoding: 'binary' });
      const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
      this.documents = this.env.openDB<Buffer, Buffer>('documents', binary);
      this.entries = this.env.openDB<Buffer, Buffer>('entries', binary);
      this.sessions = this.env.openDB<Buffer, Buffer>('sessions', binary);
      this.checkFormat(directory);
      this.load();
      this.removeTemporary();
      this.purgeDropped();
      this.checkReadable(directory);
    } catch (error) {
      throw damageIn(error, directory) ?? error;
    }
  }

  private checkFormat(directory: string): void {
    const stored = this.catalogue.get('format');
    if (!stored) {
      this.catalogue.putSync('format', encode({ version: FORMAT_VERSION }));
      return;
    }
    const { version } = decode(stored);
    if (version === FORMAT_VERSION) return;
    throw new EmbeddedMongoError(
      'FORMAT_UNKNOWN',
      `the data in ${directory} has format ${String(version)}; this server reads format ${FORMAT_VERSION}`,
    );
  }

  /** Reads all entries, or as many as CHECK_MS allows, so that a start fails on damaged data. */
  private checkReadable(directory: string): void {
    const end = performance.now() + CHECK_MS;
    let count = 0;
    for (const table of [this.documents, this.entries, this.sessions])
      for (const { value } of table.getRange({})) {
        if (table === this.documents && (value.length < 5 || value.readInt32LE(0) !== value.length))
          throw damaged(directory, 'a document is not as long as it says');
        if (++count % CHECKED_AT_ONCE === 0 && performance.now() > end) return;
      }
  }

  private load(): void {
    this.collections.clear();
    this.dropped = [];
    for (const { key, value } of this.catalogue.getRange({ start: 'c:', end: 'c;' })) {
      const collection = Collection.read(key.slice(2), decode(value));
      this.collections.set(collection.ns, collection);
    }
    for (const key of this.catalogue.getKeys({ start: 'p:', end: 'p;' }))
      this.dropped.push(Number(key.slice(2)));
    const used = [...this.collections.values()].flatMap(idsOf).concat(this.dropped);
    this.nextId = Math.max(this.nextId, ...used.map((id) => id + 1));
  }

  private removeTemporary(): void {
    this.env.transactionSync(() => {
      for (const collection of this.collections.values())
        if (collection.isTemporary) this.discardCollection(collection);
    });
  }

  newId(): number {
    return this.nextId++;
  }

  /**
   * Runs `action` in the writer; it must not await. Resolves when its commit is on disk (or, without durability,
   * visible). A thrown error does not undo what `action` wrote before: compute first, write last.
   */
  async batch<T>(action: () => T): Promise<T> {
    type Outcome = { value: T } | { error: unknown };
    let seq = 0;
    let catalogueChanged = false;
    let readings = 0;
    const committing = this.write((): Outcome => {
      this.catalogueChanged = false;
      try {
        return { value: action() };
      } catch (error) {
        return { error };
      } finally {
        seq = this.sequence;
        readings = this.readings;
        catalogueChanged = this.catalogueChanged;
      }
    });
    const outcome = await committing
      .finally(() => {
        // failed writes count as visible too: no snapshot can have missed them
        this.visible = Math.max(this.visible, seq);
        this.forgetWrites();
      })
      .catch((error: unknown) => this.failCommit(error, catalogueChanged));
    // the action relied on a catalogue that never reached the disk
    if (readings < this.readings) throw writeConflict();
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Queues `action` for the writer, with `first` at the head of the queue. Resolves when it is on disk. */
  private write<T>(action: () => T, place?: 'first'): Promise<T> {
    return new Promise((resolve, fail) => {
      const run = () => {
        try {
          const result = action();
          return () => resolve(result);
        } catch (error) {
          return () => fail(error);
        }
      };
      if (place) this.queued.unshift({ run, fail });
      else this.queued.push({ run, fail });
      this.committing ??= this.commitQueued();
    });
  }

  /**
   * Runs one commit at a time. LMDB's binding accepts several at once, but mixes up their outcomes when one fails:
   * rejected writes may be stored, acknowledged ones lost, and some promises never settle.
   */
  private async commitQueued(): Promise<void> {
    while (this.queued.length > 0) {
      let taken: Queued[] = [];
      try {
        const results = await this.env.transaction(() => {
          taken = this.queued.splice(0);
          return taken.map(({ run }) => run());
        });
        for (const resolve of results) resolve();
      } catch (error) {
        // if the transaction could not begin, nothing was taken: fail the whole queue
        for (const { fail } of taken.length > 0 ? taken : this.queued.splice(0)) fail(error);
      }
    }
    this.committing = null;
  }

  /** Rejects a failed commit, of which nothing is on disk; first reloads the catalogue if the commit changed it. */
  private async failCommit(failed: unknown, catalogueChanged: boolean): Promise<never> {
    const reason = commitErrorOf(failed, this.directory);
    if (catalogueChanged) {
      this.readings++;
      let isReloaded = false;
      const reload = () => {
        for (const transaction of this.openTransactions) transaction.end('aborted');
        this.load();
        isReloaded = true;
      };
      // Other writes are part of this commit. If it fails as well, what was read before them stays right.
      await this.write(reload, 'first').catch((error) => {
        if (!isReloaded) throw error;
      });
    }
    const error = await reason;
    this.onFailure(error);
    throw error;
  }

  /** Like `batch`, but if a transaction holds a document, waits for it within `limit` and runs `action` again. */
  async batchWaiting<T>(action: () => T, limit?: TimeLimit): Promise<T> {
    for (;;) {
      try {
        return await this.batch(action);
      } catch (error) {
        if (!(error instanceof OwnedByTransaction)) throw error;
        const { finished } = error.owner;
        await (limit ? limit.wait(finished) : finished);
      }
    }
  }

  /**
   * Keeps the state that reads of this turn of the event loop see. Call `done` on it, because it keeps old pages alive.
   * LMDB begins a new read transaction after each commit, so it contains every acknowledged write.
   */
  snapshot() {
    return this.env.useReadTransaction();
  }

  recordWrite(key: string): void {
    this.lastWrite.set(key, this.sequence);
  }

  /** Forgets the writes that every open transaction can see. */
  forgetWrites(): void {
    if (this.openTransactions.size === 0) {
      if (this.visible === this.sequence) this.lastWrite.clear();
      return;
    }
    if (this.lastWrite.size < PRUNE_ABOVE) return;
    const started = [...this.openTransactions].map(({ startedAt }) => startedAt);
    const oldest = Math.min(this.visible, ...started);
    for (const [key, seq] of this.lastWrite) if (seq <= oldest) this.lastWrite.delete(key);
  }

  // inside a batch the promises of `put` and `remove` are ignored; the caller awaits the batch's commit
  saveCollection(collection: Collection): void {
    this.catalogueChanged = true;
    void this.catalogue.put(`c:${collection.ns}`, encode(collection.stored()));
  }

  removeCollection(collection: Collection): void {
    this.catalogueChanged = true;
    void this.catalogue.remove(`c:${collection.ns}`);
    this.collections.delete(collection.ns);
  }

  discardCollection(collection: Collection): void {
    this.removeCollection(collection);
    for (const id of idsOf(collection)) this.discard(id);
  }

  /** Marks the number of a collection or index as unused; its keys are removed later, in small batches. */
  discard(id: number): void {
    this.markUnused(id);
    this.dropped.push(id);
  }

  /** Marks a number as unused from the next start on, in case the build of its index does not finish. */
  markUnused(id: number): void {
    this.catalogueChanged = true;
    void this.catalogue.put(`p:${id}`, encode({}));
  }
  markUsed(id: number): void {
    this.catalogueChanged = true;
    void this.catalogue.remove(`p:${id}`);
  }

  purgeDropped(): void {
    const ids = this.dropped;
    this.dropped = [];
    // a purge that fails is repeated at the next start
    this.purging = this.purging.then(async () => {
      for (const id of ids) await this.purge(id).catch(() => undefined);
    });
  }

  private async purge(id: number): Promise<void> {
    const { start, end } = keyRangeOf(id);
    for (const table of [this.documents, this.entries]) {
      for (let more = true; more && !this.closing; ) {
        const keys = [...table.getKeys({ start, end, limit: 1000 })];
        more = keys.length > 0;
        if (more) await this.batch(() => keys.forEach((key) => void table.remove(key)));
      }
    }
    if (!this.closing) await this.batch(() => void this.catalogue.remove(`p:${id}`));
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.purging;
    await this.committing;
    await this.env.close();
  }
}
