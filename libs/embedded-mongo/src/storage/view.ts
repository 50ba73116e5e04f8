import type { Transaction as Snapshot } from 'lmdb';
import type { CompareTexts } from '../bson/collation.js';
import { keyText } from '../bson/keys.js';
import type { Doc, Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import type { Scope } from '../expressions/compile.js';
import { fieldsRead } from '../query/fields-read.js';
import { wholeRange } from '../query/key-ranges.js';
import { compileMatch, type Matcher } from '../query/match.js';
import { type Plan, planQuery } from '../query/planner.js';
import type { Collection, Index } from './catalog.js';
import { Row } from './row.js';
import { type Entry, isNew, Scan, type ScanSource } from './scan.js';
import type { Store } from './store.js';
import type { Transaction } from './transaction.js';

export interface Query {
  filter: Doc;
  sort?: Doc | undefined;
  hint?: Value;
  scope?: Scope | undefined;
  /** Compares strings by a collation; no index has this order. */
  texts?: CompareTexts | undefined;
}

const shuttingDown = () => new CommandError(91, 'The server is shutting down');
const indexDropped = ({ name }: Index) =>
  new CommandError(175, `query plan killed :: index '${name}' dropped`);

/** The indexes that a plan reads. */
const indexesOf = ({ index, branches }: Plan): Index[] => [index, ...branches.flatMap(indexesOf)];

/**
 * The state that one reader sees: the writer's own inside a batch, a snapshot outside, or a transaction's snapshot
 * overlaid with its changes. Scans return rows in chunks, between which the caller may pause.
 */
export class View implements ScanSource {
  private released = false;
  private refreshed = false;

  constructor(
    readonly store: Store,
    private snapshot?: Snapshot,
    readonly transaction?: Transaction,
    private readonly takenAt = Number.POSITIVE_INFINITY,
  ) {}

  get options(): { transaction?: Snapshot } {
    return this.snapshot ? { transaction: this.snapshot } : {};
  }

  static ofTransaction(store: Store, txn: Transaction): View {
    return new View(store, txn.snapshot, txn, txn.startedAt);
  }

  /** The current state, outside a batch: it does not change until this turn of the event loop ends. */
  static ofPresent(store: Store): View {
    return new View(store, undefined, undefined, store.visible);
  }

  /** A view of a new snapshot; must be released. */
  static ofSnapshot(store: Store): View {
    const view = View.ofPresent(store);
    view.keep();
    return view;
  }

  /** Turns the current state into a snapshot, unless it is one already; must be released. */
  keep(): void {
    this.snapshot ??= this.store.snapshot();
  }

  /** Moves to the latest committed state. A running scan keeps its position if its index still exists. */
  refresh(): void {
    this.assertOpen();
    this.snapshot?.done();
    this.snapshot = this.store.snapshot();
    this.refreshed = true;
  }

  /** Ends the snapshot, unless it is a transaction's; reads that are still running then fail. */
  release(): void {
    if (this.released || this.transaction) return;
    this.released = true;
    this.snapshot?.done();
  }

  assertOpen(): void {
    if (this.store.closing) throw shuttingDown();
    this.transaction?.assertActive();
    if (this.released) throw new CommandError(237, 'the cursor was killed');
  }

  collection(ns: string): Collection | undefined {
    const found = this.transaction?.created.get(ns) ?? this.store.collections.get(ns);
    if (found) this.transaction?.touched.add(found.id);
    return found;
  }

  get(collection: Collection, key: Buffer): Buffer | undefined {
    const own = this.transaction?.overlay.get(collection.id)?.get(keyText(key));
    return own ? own.after?.raw : this.store.documents.get(key, this.options);
  }

  plan(collection: Collection, query: Query): Plan {
    const usable = (index: Index) => this.isUsable(index);
    const sizeOf = (one: Plan, most: number) => new Scan(this, one).size(most);
    const textsOf = (one: Plan) => new Scan(this, one).texts();
    const plan = planQuery({ collection, ...query, usable, sizeOf, textsOf });
    const changed = this.transaction?.overlay.get(collection.id)?.size ?? 0;
    if (changed === 0) return plan;
    return { ...plan, sorted: plan.sorted && query.sort === undefined, merge: false };
  }

  private isUsable({ building, readySince }: Index): boolean {
    return !building && readySince <= this.takenAt;
  }

  matcher({ textFields }: Collection, { filter, scope, texts }: Query): Matcher {
    return compileMatch(filter, { scope, textFields, texts });
  }

  /**
   * The matching rows in the order of the plan, one chunk of scanned documents at a time. `wanted` is the number of
   * rows that the caller will take, 0 for all.
   */
  *find(collection: Collection, query: Query, plan: Plan, wanted = 0): Generator<Row[]> {
    const matches = this.matcher(collection, query);
    const fields = fieldsRead(query.filter);
    const overlay = this.transaction?.overlay.get(collection.id);
    for (const keys of this.scan(plan, wanted)) {
      if (this.refreshed) {
        const dropped = indexesOf(plan).find((index) => !collection.indexes.includes(index));
        if (dropped) throw indexDropped(dropped);
      }
      const rows: Row[] = [];
      for (const { key, value } of keys) {
        if (overlay?.has(keyText(key))) continue;
        const row = new Row(key, value);
        if (plan.covered || matches(row.docOf(fields))) rows.push(row);
      }
      yield rows;
    }
    if (!overlay) return;
    yield [...overlay.values()].flatMap(({ after }) =>
      after && matches(after.doc) ? [after] : [],
    );
  }

  /** The documents in the plan's ranges, each once; unless the plan covers the filter, they must still be tested. */
  private *scan(plan: Plan, wanted: number): Generator<Entry[]> {
    const branches = plan.branches.length > 0 ? plan.branches : [plan];
    const seen = branches.length > 1 || plan.index.multikey ? new Set<string>() : undefined;
    for (const branch of branches) {
      const scan = new Scan(this, branch, wanted);
      for (const chunk of scan.chunks())
        yield branch.index.isId && !seen ? chunk : this.fetch(scan, chunk, seen);
    }
  }

  private fetch(scan: Scan, chunk: Entry[], seen: Set<string> | undefined): Entry[] {
    const found: Entry[] = [];
    for (const entry of chunk) {
      const key = scan.documentKey(entry);
      if (seen && !isNew(seen, key)) continue;
      const value = key === entry.key ? entry.value : this.store.documents.get(key, this.options);
      if (value) found.push({ key, value });
    }
    return found;
  }

  /**
   * Number of matching documents, as partial counts to be added up; stops near `limit`. If the index is sufficient, no
   * document is read.
   */
  *count(
    collection: Collection,
    query: Query,
    limit = Number.POSITIVE_INFINITY,
  ): Generator<number> {
    const plan = this.countPlan(collection, query);
    const isCovered = plan.covered && !this.transaction?.overlay.has(collection.id);
    const wanted = Number.isFinite(limit) ? limit : 0;
    let total = 0;
    for (const part of isCovered
      ? new Scan(this, plan).count(limit)
      : this.find(collection, query, plan, wanted)) {
      const n = typeof part === 'number' ? part : part.length;
      yield n;
      total += n;
      if (total >= limit) return;
    }
  }

  /** The plan of a count: all documents are counted by an index with one entry each, because entries are small. */
  private countPlan(collection: Collection, query: Query): Plan {
    const plan = this.plan(collection, { ...query, sort: undefined });
    const index = collection.indexes.find(
      (one) =>
        this.isUsable(one) &&
        !(one.isId || one.isText || one.sparse || one.partial || one.multikey),
    );
    if (!plan.full || !plan.covered || !index) return plan;
    return { ...plan, index, ranges: [wholeRange(index.id)] };
  }
}
