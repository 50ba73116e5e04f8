import { identicalValues } from '../bson/compare.js';
import { decode } from '../bson/decode.js';
import { keyRangeOf } from '../bson/keys.js';
import type { Doc } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { Collection, checkNamespace, Index, idIndex, newUuid } from './catalog.js';
import { addToIndex, claim, namespaceKey } from './document-write.js';
import { OwnedByTransaction, type Store } from './store.js';
import type { View } from './view.js';

/** The collection of this name, created if missing; in a transaction it becomes visible with the commit. */
export function ensureCollection(view: View, ns: string): Collection {
  return view.collection(ns) ?? createCollection(view, ns, {});
}

export function createCollection(view: View, ns: string, options: Doc): Collection {
  const { store, transaction } = view;
  checkNamespace(ns);
  claim(store, transaction, namespaceKey(ns));
  const collection = new Collection(ns, store.newId(), newUuid(), options, [
    idIndex(store.newId()),
  ]);
  if (transaction) {
    transaction.hold(namespaceKey(ns));
    transaction.created.set(ns, collection);
    transaction.touched.add(collection.id);
    return collection;
  }
  store.collections.set(ns, collection);
  store.saveCollection(collection);
  store.sequence++;
  store.recordWrite(namespaceKey(ns));
  return collection;
}

/** Throws OwnedByTransaction if an open transaction has used the collection, so that a catalogue change waits. */
function waitForTransactions(store: Store, collection: Collection): void {
  for (const transaction of store.openTransactions) {
    if (transaction.touched.has(collection.id)) throw new OwnedByTransaction(transaction);
  }
}

/** Removes a collection from the catalogue; its documents are deleted afterwards, in the background. */
export function dropCollection(store: Store, collection: Collection): void {
  waitForTransactions(store, collection);
  store.discardCollection(collection);
  store.sequence++;
  store.recordWrite(namespaceKey(collection.ns));
}

export function renameCollection(store: Store, collection: Collection, ns: string): void {
  checkNamespace(ns);
  waitForTransactions(store, collection);
  store.removeCollection(collection);
  const renamed = collection.renamed(ns);
  store.collections.set(ns, renamed);
  store.saveCollection(renamed);
}

export function dropIndex(store: Store, collection: Collection, index: Index): void {
  waitForTransactions(store, collection);
  collection.indexes = collection.indexes.filter((one) => one !== index);
  store.saveCollection(collection);
  store.discard(index.id);
}

/** The existing index that equals a new one; throws if they conflict. */
export function existingIndex(collection: Collection, spec: Doc): Index | undefined {
  const sameOptions = (index: Index) => {
    const { name, ...options } = index.spec;
    const { name: wanted, ...others } = spec;
    const names = new Set([...Object.keys(options), ...Object.keys(others)]);
    return [...names].every((option) => identicalValues(options[option], others[option]));
  };
  const named = collection.indexes.find((index) => index.name === spec.name);
  if (named) {
    if (sameOptions(named) || (named.isId && identicalValues(named.key, spec.key))) return named;
    throw new CommandError(
      86,
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${String(spec.name)}`,
    );
  }
  const twin = collection.indexes.find(
    (index) =>
      identicalValues(index.key, spec.key) &&
      identicalValues(
        index.spec.partialFilterExpression ?? null,
        spec.partialFilterExpression ?? null,
      ),
  );
  if (!twin) return undefined;
  if (twin.isId) return twin;
  throw new CommandError(85, `Index already exists with a different name: ${twin.name}`);
}

/** Builds an index: registers it, fills it in small batches while writers already maintain it, then enables reads. */
export async function buildIndex(store: Store, ns: string, spec: Doc): Promise<void> {
  const started = await store.batchWaiting(() => {
    const collection = store.collections.get(ns);
    if (!collection || existingIndex(collection, spec)) return undefined;
    waitForTransactions(store, collection);
    const index = new Index(store.newId(), spec);
    index.building = !index.isText;
    collection.indexes.push(index);
    store.markUnused(index.id);
    return { collection, index };
  });
  if (!started) return;
  const { collection, index } = started;
  try {
    if (!index.isText) await fillIndex(store, collection, index);
    await store.batchWaiting(() => {
      requireStillThere(store, collection, index);
      index.building = false;
      // a transaction that began before this commit must not read the index
      index.readySince = ++store.sequence;
      store.saveCollection(collection);
      store.markUsed(index.id);
    });
  } catch (error) {
    await store.batch(() => {
      collection.indexes = collection.indexes.filter((one) => one !== index);
      store.discard(index.id);
    });
    store.purgeDropped();
    throw error;
  }
}

/** Throws if the collection or the index was dropped during the build. */
function requireStillThere(store: Store, collection: Collection, index: Index): void {
  const there = store.collections.get(collection.ns) === collection;
  if (there && collection.indexes.includes(index)) return;
  throw new CommandError(
    276,
    `Index build failed: ${index.name}: the collection or index was dropped`,
  );
}

const FILL_MS = 15;

async function fillIndex(store: Store, collection: Collection, index: Index): Promise<void> {
  let { start, end } = keyRangeOf(collection.id);
  let exclusiveStart = false;
  for (let more = true; more; ) {
    more = await store.batchWaiting(() => {
      requireStillThere(store, collection, index);
      const began = performance.now();
      for (;;) {
        const chunk = [...store.documents.getRange({ start, end, exclusiveStart, limit: 100 })];
        for (const { key, value } of chunk)
          addToIndex(store, collection, index, key, decode(value));
        const last = chunk.at(-1);
        if (!last) return false;
        start = last.key;
        exclusiveStart = true;
        if (performance.now() - began > FILL_MS) return true;
      }
    });
  }
}

/** Adds an index to a still empty collection that the transaction itself has created. */
export function addIndexInTransaction(view: View, ns: string, spec: Doc): void {
  const { transaction, store } = view;
  const collection = ensureCollection(view, ns);
  if (existingIndex(collection, spec)) return;
  const own = transaction?.created.has(ns) && !transaction.overlay.has(collection.id);
  if (!own) {
    throw new CommandError(
      263,
      'Cannot create new indexes on an existing collection in a multi-document transaction.',
    );
  }
  collection.indexes.push(new Index(store.newId(), spec));
}
