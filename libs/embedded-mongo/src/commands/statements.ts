import { ObjectId } from 'bson';
import { equalValues } from '../bson/compare.js';
import { decode } from '../bson/decode.js';
import { encodeStored, MAX_DOCUMENT_BYTES, tooLarge } from '../bson/encode.js';
import type { Doc, Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { Pacer, readRows, readRowsAtOnce } from '../pipeline/read.js';
import { compileMatch } from '../query/match.js';
import type { Collection } from '../storage/catalog.js';
import { ensureCollection } from '../storage/collections.js';
import { documentKey, writeDocument } from '../storage/document-write.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transaction.js';
import { type Query, Row, View } from '../storage/view.js';
import { compileUpdate, immutableId, type Update } from '../update/update.js';

/** One statement of a write command; filters, updates and options are already read from the command. */
export interface Statement {
  ns: string;
  query: Query;
  /** Undefined: delete. */
  update?: { spec: Value; arrayFilters?: Value; upsert: boolean } | undefined;
  multi: boolean;
}

export interface Outcome {
  matched: number;
  modified: number;
  upsertedId?: Value;
  before?: Doc;
  after?: Doc;
}

const SLICE_MS = 15;

/** The writer has looked for a single document for too long; it is found from a snapshot instead. */
class ScanTooLong extends Error {}

/** The document as it will be stored: with an `_id`, and that first. */
export function insertable(raw: Buffer): Row {
  if (raw.length > MAX_DOCUMENT_BYTES) throw tooLarge(raw.length);
  const doc = decode(raw);
  if (Object.keys(doc)[0] === '_id') return new Row(Buffer.alloc(0), raw, doc);
  const { _id = new ObjectId(), ...rest } = doc;
  const withId = { _id, ...rest };
  return new Row(Buffer.alloc(0), encodeStored(withId), withId);
}

export function insertDocument(view: View, ns: string, row: Row): void {
  const collection = ensureCollection(view, ns);
  validate(collection, row.doc);
  const key = documentKey(collection, row.doc._id);
  writeDocument(view, collection, { key, before: undefined, after: row });
}

function validate(collection: Collection, doc: Doc): void {
  const { validator } = collection.options;
  if (validator === undefined || collection.options.validationAction === 'warn') return;
  if (!compileMatch(validator as Doc)(doc))
    throw new CommandError(121, 'Document failed validation');
}

const compile = ({ query, update }: Statement): Update | undefined =>
  update &&
  compileUpdate(update.spec, {
    filter: query.filter,
    arrayFilters: update.arrayFilters,
    scope: query.scope,
  });

/** Applies a statement to one document that is known to match. */
function change(view: View, collection: Collection, row: Row, update: Update | undefined): Outcome {
  const before = row.doc;
  if (!update) {
    writeDocument(view, collection, {
      key: row.key,
      before: row,
      after: undefined,
    });
    return { matched: 1, modified: 1, before };
  }
  const after = update.apply(decode(row.raw));
  if (!equalValues(after._id, before._id) || after._id === undefined) throw immutableId();
  const raw = encodeStored(after);
  const modified = !raw.equals(row.raw);
  if (modified) validate(collection, after);
  // inside a transaction even a change of nothing must collide with other writers of the document
  if (modified || view.transaction) {
    writeDocument(view, collection, {
      key: row.key,
      before: row,
      after: { raw, doc: after },
    });
  }
  return { matched: 1, modified: Number(modified), before, after };
}

function upsert(view: View, statement: Statement, update: Update): Outcome {
  const doc = update.insert();
  const withId = doc._id === undefined ? { _id: new ObjectId(), ...doc } : doc;
  const row = new Row(Buffer.alloc(0), encodeStored(withId), withId);
  insertDocument(view, statement.ns, row);
  return { matched: 0, modified: 0, upsertedId: withId._id, after: withId };
}

const NOTHING: Outcome = { matched: 0, modified: 0 };

/** Finds and changes one document in one go; throws ScanTooLong when that would hold up the writer. */
function changeFirst(view: View, statement: Statement, update: Update | undefined): Outcome {
  const started = performance.now();
  const watch = () => {
    if (performance.now() - started > SLICE_MS && !statement.update?.upsert)
      throw new ScanTooLong();
  };
  const collection = view.collection(statement.ns);
  if (collection) {
    for (const [row] of readRowsAtOnce(view, collection, statement.query, { limit: 1 }, watch)) {
      if (row) return change(view, collection, row, update);
    }
  } else {
    compileMatch(
      statement.query.filter,
      statement.query.scope ? { scope: statement.query.scope } : {},
    );
  }
  return statement.update?.upsert && update ? upsert(view, statement, update) : NOTHING;
}

/**
 * Runs a statement outside a transaction. `commit` is called inside the batch of its last change, to store the
 * result in the same commit.
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
      });
    } catch (error) {
      if (!(error instanceof ScanTooLong)) throw error;
    }
  }
  return runFromSnapshot(store, statement, update, commit);
}

/**
 * Finds the documents in a snapshot, giving way to others, and changes them in small batches. As MongoDB does, each
 * is tested again when its turn comes: another client may have changed it since.
 */
async function runFromSnapshot(
  store: Store,
  statement: Statement,
  update: Update | undefined,
  commit: (outcome: Outcome) => void,
): Promise<Outcome> {
  const total: Outcome = { matched: 0, modified: 0 };
  const snapshot = View.ofSnapshot(store);
  try {
    const collection = snapshot.collection(statement.ns);
    if (collection) {
      for await (const rows of readRows(snapshot, collection, statement.query)) {
        await changeRows(store, collection, rows, statement, update, total, commit);
        if (!statement.multi && total.matched > 0) return total;
      }
    } else compileMatch(statement.query.filter);
  } finally {
    snapshot.release();
  }
  if (total.matched === 0 && statement.update?.upsert && update) {
    return store.batchWaiting(() => {
      const outcome = changeFirst(new View(store), statement, update);
      commit(outcome);
      return outcome;
    });
  }
  return total;
}

async function changeRows(
  store: Store,
  collection: Collection,
  rows: readonly Row[],
  statement: Statement,
  update: Update | undefined,
  total: Outcome,
  commit: (outcome: Outcome) => void,
): Promise<void> {
  const view = new View(store);
  const matches = view.matcher(collection, statement.query);
  let next = 0;
  while (next < rows.length && (statement.multi || total.matched === 0)) {
    // `next` moves on only after a document was written, so waiting for a transaction repeats nothing
    await store.batchWaiting(() => {
      if (store.collections.get(statement.ns) !== collection) {
        // dropped or renamed in the meantime
        next = rows.length;
        return;
      }
      const started = performance.now();
      while (next < rows.length && performance.now() - started < SLICE_MS) {
        const row = rows[next];
        const raw = row && store.documents.get(row.key);
        const current = raw && row && (raw.equals(row.raw) ? row : new Row(row.key, raw));
        if (current && (current === row || matches(current.doc))) {
          const one = change(view, collection, current, update);
          total.matched += one.matched;
          total.modified += one.modified;
          if (!statement.multi) {
            Object.assign(total, { before: one.before, after: one.after });
            commit(total);
            next = rows.length;
            return;
          }
        }
        next++;
      }
      commit(total);
    });
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
  const pacer = new Pacer();
  if (collection) {
    const window = { limit: statement.multi ? 0 : 1 };
    for await (const rows of readRows(view, collection, statement.query, window, pacer))
      found.push(...rows);
    for (const row of found) {
      transaction.assertActive();
      const one = change(view, collection, row, update);
      total.matched += one.matched;
      total.modified += one.modified;
      if (!statement.multi) Object.assign(total, { before: one.before, after: one.after });
      if (pacer.due) await pacer.pause();
    }
  }
  transaction.assertActive();
  if (total.matched === 0 && statement.update?.upsert && update)
    return upsert(view, statement, update);
  return total;
}
