import { BSONRegExp, ObjectId } from 'bson';
import { encodeKey, isLongKey, keyText } from '../bson/keys.js';
import type { Path } from '../bson/paths.js';
import { type Doc, getField, isArray, isDoc, typeName, type Value } from '../bson/types.js';
import { CommandError, writeConflict } from '../errors.js';
import type { Collection, Index } from './catalog.js';
import { indexKeys, keyValues } from './index-keys.js';
import { OwnedByTransaction, type Store } from './store.js';
import type { DocumentChange, Transaction } from './transaction.js';
import type { View } from './view.js';

type IndexEntry = { index: Index; key: Buffer };

/** The index changes of a document change, computed and checked before anything is written. */
interface WriteSet {
  removed: IndexEntry[];
  added: IndexEntry[];
}

/** The key under which a document is stored; also the suffix of its entries in indexes that are not unique. */
export function documentKey(collection: Collection, id: Value): Buffer {
  if (isArray(id) || id instanceof BSONRegExp || id === undefined) {
    throw new CommandError(53, `The '_id' value cannot be of type ${typeName(id)}`);
  }
  const key = encodeKey(collection.id, [id]);
  // documents are ordered by this key, so it cannot be cut as index keys are
  if (isLongKey(key))
    throw new CommandError(
      17280,
      `an _id of more than 1000 bytes is not supported by the embedded server`,
    );
  return key;
}

export const entryKey = ({ index, key }: IndexEntry, docKey: Buffer): Buffer =>
  index.unique ? key : Buffer.concat([key, docKey]);

function keysOf(index: Index, doc: Doc | undefined): Buffer[] {
  if (!doc) return [];
  const found = indexKeys(index, doc);
  index.learn(found);
  return found.keys;
}

/** Whether no indexed field has changed; false if comparing would cost as much as encoding the keys. */
const untouched = ({ parts, partial }: Index, before: Doc, after: Doc): boolean =>
  !partial && parts.every(({ path }) => isSameAt(before, after, path, 0));

function isSameAt(before: Value, after: Value, path: Path, depth: number): boolean {
  const name = path[depth];
  if (name !== undefined)
    return (
      isDoc(before) &&
      isDoc(after) &&
      isSameAt(getField(before, name), getField(after, name), path, depth + 1)
    );
  if (before instanceof ObjectId) return after instanceof ObjectId && before.equals(after);
  if (before instanceof Date) return after instanceof Date && before.getTime() === after.getTime();
  return (before === null || typeof before !== 'object') && before === after;
}

function computeWriteSet({ collection, before, after }: DocumentChange): WriteSet {
  const set: WriteSet = { removed: [], added: [] };
  for (const index of collection.indexes) {
    if (index.isId || (before && after && untouched(index, before.doc, after.doc))) continue;
    const old = keysOf(index, before?.doc);
    const next = keysOf(index, after?.doc);
    const kept = (keys: readonly Buffer[], key: Buffer) => keys.some((one) => one.equals(key));
    for (const key of old) if (!kept(next, key)) set.removed.push({ index, key });
    for (const key of next) if (!kept(old, key)) set.added.push({ index, key });
  }
  return set;
}

/** Checks a change against unique indexes and other transactions, then applies it. Throws before any write. */
export function writeDocument(view: View, change: DocumentChange): void {
  const { store, transaction } = view;
  const { collection, key, before, after } = change;
  claim(store, transaction, keyText(key));
  const set = computeWriteSet(change);
  for (const entry of set.added) if (entry.index.unique) checkUnique(view, entry, change);
  if (!before) {
    const present = view.get(collection, key);
    if (present) throw duplicateKey(collection, idIndexOf(collection), after?.doc ?? {});
    if (transaction && isDeletedSince(view, collection, key)) throw writeConflict();
  }
  if (transaction) overlayChange(transaction, change, set);
  else applyChange(store, change, set);
}

const idIndexOf = (collection: Collection): Index => {
  const index = collection.indexes.find((one) => one.isId);
  if (!index) throw new Error(`collection ${collection.ns} has no _id index`);
  return index;
};

const isDeletedSince = (view: View, collection: Collection, key: Buffer): boolean =>
  !view.transaction?.overlay.get(collection.id)?.has(keyText(key)) &&
  view.store.documents.get(key) !== undefined;

/** Throws if another transaction holds the key: a write conflict in a transaction, OwnedByTransaction outside one. */
export function claim(store: Store, transaction: Transaction | undefined, key: string): void {
  const owner = store.intents.get(key);
  if (owner && owner !== transaction) {
    if (transaction) throw writeConflict();
    throw new OwnedByTransaction(owner);
  }
  if (transaction && (store.lastWrite.get(key) ?? 0) > transaction.startedAt) throw writeConflict();
}

function checkUnique(view: View, entry: IndexEntry, change: DocumentChange): void {
  const { store, transaction } = view;
  const text = keyText(entry.key);
  claim(store, transaction, text);
  const own = transaction?.uniqueKeys.get(text);
  const holder = own === undefined ? store.entries.get(entry.key) : own;
  if (holder && keyText(holder) !== keyText(change.key)) {
    throw duplicateKey(change.collection, entry.index, change.after?.doc ?? {});
  }
}

function overlayChange(transaction: Transaction, change: DocumentChange, set: WriteSet): void {
  transaction.put(change);
  const holdUnique = ({ index, key }: IndexEntry, holder: Buffer | null) => {
    if (!index.unique) return;
    transaction.uniqueKeys.set(keyText(key), holder);
    transaction.hold(keyText(key));
  };
  for (const entry of set.removed) holdUnique(entry, null);
  for (const entry of set.added) holdUnique(entry, change.key);
}

function applyChange(
  store: Store,
  { collection, key, after }: DocumentChange,
  set: WriteSet,
): void {
  store.sequence++;
  store.recordWrite(keyText(key));
  // inside a batch the promises of `put` and `remove` are ignored; the caller awaits the batch's commit
  if (after) void store.documents.put(key, after.raw);
  else void store.documents.remove(key);
  for (const entry of set.removed) removeEntry(store, entry, key);
  for (const entry of set.added) {
    void store.entries.put(entryKey(entry, key), key);
    if (entry.index.unique) store.recordWrite(keyText(entry.key));
  }
  if (collection.indexes.some((index) => index.flagsUnsaved)) store.saveCollection(collection);
}

function removeEntry(store: Store, entry: IndexEntry, docKey: Buffer): void {
  void store.entries.remove(entryKey(entry, docKey));
  if (entry.index.unique) store.recordWrite(keyText(entry.key));
}

/**
 * Writes a transaction's overlay; call it inside a batch. Old index entries are removed first, so that two documents
 * can swap a unique value.
 */
export function applyOverlay(store: Store, transaction: Transaction): void {
  for (const collection of transaction.created.values()) {
    store.collections.set(collection.ns, collection);
    store.saveCollection(collection);
    store.sequence++;
    store.recordWrite(namespaceKey(collection.ns));
  }
  const changes = [...transaction.overlay.values()]
    .flatMap((ofCollection) => [...ofCollection.values()])
    .filter(({ before, after }) => before || after)
    .map((change) => ({ change, ...computeWriteSet(change) }));
  for (const { change, removed } of changes)
    for (const entry of removed) removeEntry(store, entry, change.key);
  for (const { change, added } of changes) applyChange(store, change, { removed: [], added });
}

export const namespaceKey = (ns: string): string => `ns:${ns}`;

const shown = (value: Value): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (isArray(value)) return `[ ${value.map(shown).join(', ')} ]`;
  if (isDoc(value))
    return `{ ${Object.entries(value)
      .map(([k, v]) => `${k}: ${shown(v)}`)
      .join(', ')} }`;
  return String(value);
};

function duplicateKey(collection: Collection, index: Index, doc: Doc): CommandError {
  const values = keyValues(index, doc);
  const pairs = Object.entries(values).map(([name, value]) => `${name}: ${shown(value)}`);
  return new CommandError(
    11000,
    `E11000 duplicate key error collection: ${collection.ns} index: ${index.name} dup key: { ${pairs.join(', ')} }`,
    { details: { keyPattern: index.key, keyValue: values } },
  );
}

/** Adds the entries of one document to an index under construction; idempotent. */
export function addToIndex(
  store: Store,
  collection: Collection,
  index: Index,
  key: Buffer,
  doc: Doc,
): void {
  for (const one of keysOf(index, doc)) {
    const holder = index.unique ? store.entries.get(one) : undefined;
    if (holder && keyText(holder) !== keyText(key)) throw duplicateKey(collection, index, doc);
    void store.entries.put(entryKey({ index, key: one }, key), key);
  }
}
