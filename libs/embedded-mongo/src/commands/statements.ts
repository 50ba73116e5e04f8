import { ObjectId } from 'bson';
import { equalValues } from '../bson/compare.js';
import { decode } from '../bson/decode.js';
import { encodeStored, MAX_DOCUMENT_BYTES, MAX_STORED_DEPTH, tooLarge } from '../bson/encode.js';
import { keyText } from '../bson/keys.js';
import { type Doc, isDoc, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { Pacer, readRows } from '../pipeline/read.js';
import { compileMatch, type Matcher } from '../query/match.js';
import type { TimeLimit } from '../server/time-limit.js';
import type { Collection } from '../storage/catalog.js';
import { ensureCollection } from '../storage/collections.js';
import { documentKey, writeDocument } from '../storage/document-write.js';
import { Row } from '../storage/row.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transaction.js';
import { type Query, View } from '../storage/view.js';
import { compileUpdate, immutableId, type Update } from '../update/update.js';

/** One parsed statement of a write command. */
export interface Statement {
  ns: string;
  query: Query;
  /** Undefined for a delete. */
  update?: { spec: Value; arrayFilters?: Value; upsert: boolean } | undefined;
  multi: boolean;
  limit?: TimeLimit | undefined;
}

export interface Outcome {
  matched: number;
  modified: number;
  upsertedId?: Value;
  before?: Doc;
  after?: Doc;
}

const SLICE_MS = 15;

/** The search for a document has blocked the writer for too long; it is repeated outside the writer. */
class ScanTooLong extends Error {}

const ID_NAME = Buffer.from('_id\0');
/** Offset of the first field's name in an encoded document, after the size and a type byte. */
const FIRST_NAME = 5;

/** The document as it will be stored: with an `_id`, as the first field. */
export function insertable(raw: Buffer): { raw: Buffer; doc: Doc } {
  if (raw.length > MAX_DOCUMENT_BYTES) throw tooLarge(raw.length);
  const doc = decode(raw, 0, MAX_STORED_DEPTH);
  // test the bytes, because a JavaScript object puts integer-like names first
  if (raw.subarray(FIRST_NAME, FIRST_NAME + ID_NAME.length).equals(ID_NAME)) return { raw, doc };
  const { _id = new ObjectId(), ...rest } = doc;
  const withId = { _id, ...rest };
  return { raw: encodeStored(withId), doc: withId };
}

export function insertDocument(
  view: View,
  ns: string,
  { raw, doc }: ReturnType<typeof insertable>,
): void {
  const collection = ensureCollection(view, ns);
  validate(collection, doc);
  checkId(doc._id);
  const key = documentKey(collection, doc._id);
  writeDocument(view, { collection, key, before: undefined, after: new Row(key, raw, doc) });
}

function checkId(id: Value): void {
  const dollar = isDoc(id) ? Object.keys(id).find((name) => name.startsWith('$')) : undefined;
  if (dollar !== undefined)
    throw new CommandError(
      52,
      `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`,
    );
}

function validate(collection: Collection, doc: Doc): void {
  const { validator } = collection.options;
  if (validator === undefined || collection.options.validationAction === 'warn') return;
  if (!compileMatch(validator as Doc)(doc))
    throw new CommandError(121, 'Document failed validation', {
      details: { errInfo: { failingDocumentId: doc._id, details: { specifiedAs: validator } } },
    });
}

const compile = ({ query, update }: Statement): Update | undefined =>
  update &&
  compileUpdate(update.spec, {
    filter: query.filter,
    arrayFilters: update.arrayFilters,
    scope: query.scope,
    texts: query.texts,
  });

/** Throws for an invalid filter, even where there is no document to test. */
const checkFilter = ({ query }: Statement) => void compileMatch(query.filter, query);

/** Adds the change of one document; of a statement for one document its versions are kept. */
function add(total: Outcome, one: Outcome, { multi }: Statement): void {
  total.matched += one.matched;
  total.modified += one.modified;
  if (!multi) Object.assign(total, { before: one.before, after: one.after });
}

/** Applies a statement to one document that is known to match. */
function change(view: View, collection: Collection, row: Row, update: Update | undefined): Outcome {
  const before = row.doc;
  const write = (after: Row | undefined) =>
    writeDocument(view, { collection, key: row.key, before: row, after });
  if (!update) {
    write(undefined);
    return { matched: 1, modified: 1, before };
  }
  const after = update.apply(decode(row.raw));
  if (!equalValues(after._id, before._id) || after._id === undefined) throw immutableId();
  const raw = encodeStored(after);
  const modified = !raw.equals(row.raw);
  if (modified) validate(collection, after);
  // inside a transaction even a no-op update must conflict with other writers of the document
  if (modified || view.transaction) write(new Row(row.key, raw, after));
  return { matched: 1, modified: Number(modified), before, after };
}

function upsert(view: View, statement: Statement, update: Update): Outcome {
  const { _id = new ObjectId(), ...fields } = update.insert();
  const doc = { _id, ...fields };
  insertDocument(view, statement.ns, { raw: encodeStored(doc), doc });
  return { matched: 0, modified: 0, upsertedId: _id, after: doc };
}

const NOTHING: Outcome = { matched: 0, modified: 0 };

/** Finds and changes one document in one step; throws ScanTooLong where that would block the writer. */
function changeFirst(view: View, statement: Statement, update: Update | undefined): Outcome {
  const started = performance.now();
  const collection = view.collection(statement.ns);
  if (collection) {
    for (const [row] of readRows(view, collection, statement.query, { limit: 1 })) {
      if (row) return change(view, collection, row, update);
      if (performance.now() - started > SLICE_MS) throw new ScanTooLong();
    }
  } else {
    checkFilter(statement);
  }
  return statement.update?.upsert && update ? upsert(view, statement, update) : NOTHING;
}

/**
 * Runs a statement outside a transaction. `commit` is called in the batch of the last change, so that the result is
 * stored in the same commit.
 */
export async function runStatement(
  store: Store,
  statement: Statement,
  commit: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome> {
  const update = compile(statement);
  const view = new View(store);
  if (!statement.multi) {
    try {
      return await store.batchWaiting(() => {
        const outcome = changeFirst(view, statement, update);
        commit(outcome);
        return outcome;
      }, statement.limit);
    } catch (error) {
      if (!(error instanceof ScanTooLong)) throw error;
    }
  }
  return runInSteps(store, statement, update, commit);
}

/**
 * Finds the documents outside the writer, yielding to other clients, and changes them in small batches. As in MongoDB,
 * such a write has no snapshot: each document is tested again before it is changed, and concurrent writes may or may
 * not be seen. The scan continues in a new snapshot after each batch, so that old pages can be reused.
 */
async function runInSteps(
  store: Store,
  statement: Statement,
  update: Update | undefined,
  commit: (outcome: Outcome) => void,
): Promise<Outcome> {
  const total: Outcome = { matched: 0, modified: 0 };
  const view = View.ofSnapshot(store);
  try {
    const collection = view.collection(statement.ns);
    if (collection) {
      const pacer = new Pacer(statement.limit);
      const step = new Step(store, collection, statement, update, total, commit);
      for (const rows of readRows(view, collection, statement.query)) {
        if (rows.length > 0) {
          await step.change(rows);
          if (!statement.multi && total.matched > 0) return total;
          view.refresh();
        }
        if (pacer.due) await pacer.pause();
      }
    } else checkFilter(statement);
  } finally {
    view.release();
  }
  if (total.matched > 0 || !statement.update?.upsert || !update) return total;
  return store.batchWaiting(() => {
    const outcome = changeOrInsert(new View(store), statement, update);
    commit(outcome);
    return outcome;
  }, statement.limit);
}

/** An upsert searches once more; if that takes too long it inserts, as MongoDB does without a unique index. */
function changeOrInsert(view: View, statement: Statement, update: Update): Outcome {
  try {
    return changeFirst(view, statement, update);
  } catch (error) {
    if (error instanceof ScanTooLong) return upsert(view, statement, update);
    throw error;
  }
}

/** Changes rows that were found outside the writer. */
class Step {
  private readonly view: View;
  private readonly matches: Matcher;
  /** Keys of changed documents: an update may move a document ahead in the index, where the scan meets it again. */
  private readonly changed: Set<string> | undefined;

  constructor(
    private readonly store: Store,
    private readonly collection: Collection,
    private readonly statement: Statement,
    private readonly update: Update | undefined,
    private readonly total: Outcome,
    private readonly commit: (outcome: Outcome) => void,
  ) {
    this.view = new View(store);
    this.matches = this.view.matcher(collection, statement.query);
    const { index, branches } = this.view.plan(collection, statement.query);
    if (update && (!index.isId || branches.length > 0)) this.changed = new Set();
  }

  async change(rows: readonly Row[]): Promise<void> {
    const { store, total, statement } = this;
    let next = 0;
    while (next < rows.length && (statement.multi || total.matched === 0)) {
      // `next` advances only after a document is written, so waiting for a transaction repeats no change
      await store.batchWaiting(() => {
        if (store.collections.get(statement.ns) !== this.collection) {
          // dropped or renamed in the meantime
          next = rows.length;
          return;
        }
        const started = performance.now();
        while (next < rows.length && performance.now() - started < SLICE_MS) {
          const row = rows[next];
          if (row) this.changeOne(row);
          next++;
          if (!statement.multi && total.matched > 0) break;
        }
        this.commit(total);
      }, statement.limit);
    }
  }

  private changeOne(row: Row): void {
    const { store, total } = this;
    const text = keyText(row.key);
    const raw = store.documents.get(row.key);
    if (!raw || this.changed?.has(text)) return;
    const current = raw.equals(row.raw) ? row : new Row(row.key, raw);
    if (current !== row && !this.matches(current.doc)) return;
    add(total, change(this.view, this.collection, current, this.update), this.statement);
    this.changed?.add(text);
  }
}

/** Runs a statement inside a transaction, against its snapshot and overlay. */
export async function runInTransaction(
  store: Store,
  transaction: Transaction,
  statement: Statement,
): Promise<Outcome> {
  const update = compile(statement);
  const view = View.ofTransaction(store, transaction);
  const collection = view.collection(statement.ns);
  const total: Outcome = { matched: 0, modified: 0 };
  const found: Row[] = [];
  const pacer = new Pacer(statement.limit);
  if (collection) {
    const window = { limit: statement.multi ? 0 : 1 };
    for (const rows of readRows(view, collection, statement.query, window)) {
      found.push(...rows);
      if (pacer.due) await pacer.pause();
    }
    for (const row of found) {
      transaction.assertActive();
      add(total, change(view, collection, row, update), statement);
      if (pacer.due) await pacer.pause();
    }
  }
  transaction.assertActive();
  if (total.matched === 0 && statement.update?.upsert && update)
    return upsert(view, statement, update);
  return total;
}
