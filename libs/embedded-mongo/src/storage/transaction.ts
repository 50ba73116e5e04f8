import type { Transaction as Snapshot } from 'lmdb';
import type { Doc } from '../bson/types.js';
import { CommandError } from '../errors.js';
import type { Collection, Index } from './catalog.js';

/** A document as a transaction sees it: `base` is the version it replaces; `raw` is undefined if it is deleted. */
interface OverlayEntry {
  collection: Collection;
  key: Buffer;
  base: Buffer | undefined;
  /** `base`, decoded. */
  baseDoc: Doc | undefined;
  raw: Buffer | undefined;
  doc: Doc | undefined;
  /** The keys of `doc`, for the indexes in which they are computed. */
  keys: ReadonlyMap<Index, readonly Buffer[]>;
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
  readonly overlay = new Map<number, Map<string, OverlayEntry>>();
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

  put(entry: OverlayEntry, keyText: string): void {
    const entries = this.overlay.get(entry.collection.id) ?? new Map<string, OverlayEntry>();
    this.overlay.set(entry.collection.id, entries);
    const earlier = entries.get(keyText);
    const { base, baseDoc } = earlier ?? entry;
    entries.set(keyText, { ...entry, base, baseDoc });
  }

  *changes(): Generator<OverlayEntry> {
    for (const entries of this.overlay.values()) yield* entries.values();
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
