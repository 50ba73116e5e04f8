import type { Transaction as Snapshot } from 'lmdb';
import { keyText } from '../bson/keys.js';
import { CommandError } from '../errors.js';
import type { Collection } from './catalog.js';
import type { Row } from './row.js';

/** One document's change. `before` and `after` are undefined for an insert and a delete. */
export interface DocumentChange {
  collection: Collection;
  key: Buffer;
  before: Row | undefined;
  after: Row | undefined;
}

/** The part of the store that a transaction needs. */
interface Host {
  readonly visible: number;
  readonly openTransactions: Set<Transaction>;
  readonly intents: Map<string, Transaction>;
  snapshot(): Snapshot;
  forgetWrites(): void;
}

/** An open multi-document transaction: a snapshot to read from and an overlay of its own changes. */
export class Transaction {
  readonly snapshot: Snapshot;
  /** Number of the last write that its snapshot certainly contains. */
  readonly startedAt: number;
  /** Collection id -> document key -> the change, whose `before` is the version in the snapshot. */
  readonly overlay = new Map<number, Map<string, DocumentChange>>();
  /** Unique key -> key of the document that holds it; null if this transaction has freed it. */
  readonly uniqueKeys = new Map<string, Buffer | null>();
  readonly created = new Map<string, Collection>();
  /** Ids of collections it has read or written; changes of their indexes must wait for it. */
  readonly touched = new Set<number>();
  readonly finished: Promise<void>;
  state: 'active' | 'committing' | 'committed' | 'aborted' = 'active';
  private readonly held = new Set<string>();
  private finish: () => void = () => undefined;

  constructor(
    private readonly store: Host,
    readonly number: number,
  ) {
    this.startedAt = store.visible;
    this.snapshot = store.snapshot();
    this.finished = new Promise((resolve) => {
      this.finish = resolve;
    });
    store.openTransactions.add(this);
  }

  /** Claims a key for this transaction until it ends. */
  hold(key: string): void {
    this.held.add(key);
    this.store.intents.set(key, this);
  }

  put(change: DocumentChange): void {
    const { collection, key } = change;
    const changes = this.overlay.get(collection.id) ?? new Map<string, DocumentChange>();
    this.overlay.set(collection.id, changes);
    const text = keyText(key);
    const { before } = changes.get(text) ?? change;
    changes.set(text, { ...change, before });
    this.hold(text);
  }

  get hasChanges(): boolean {
    return this.overlay.size > 0 || this.created.size > 0;
  }

  assertActive(): void {
    if (this.state !== 'active') throw noSuchTransaction(this.number);
  }

  end(state: 'committed' | 'aborted'): void {
    if (this.state === 'committed' || this.state === 'aborted') return;
    this.state = state;
    for (const key of this.held) this.store.intents.delete(key);
    this.snapshot.done();
    this.store.openTransactions.delete(this);
    this.store.forgetWrites();
    this.finish();
  }
}

export const noSuchTransaction = (number: number) =>
  new CommandError(
    251,
    `Given transaction number ${number} does not match any in-progress transactions.`,
  );
