import { identicalValues } from '../bson/compare.js';
import { type Doc, isArray, isDoc, isNumeric, type Value } from '../bson/types.js';
import { CommandError, notSupported } from '../errors.js';
import { type Collection, Index, readIndexSpec } from '../storage/catalog.js';
import {
  addIndexInTransaction,
  buildIndex,
  dropIndex,
  ensureCollection,
  existingIndex,
} from '../storage/collections.js';
import { View } from '../storage/view.js';
import { type Handler, namespaceOf } from './context.js';
import { unknownField } from './options.js';
import { listed, requireCollection, viewFor } from './shared.js';

const createIndexes: Handler = async (engine, request) => {
  const { store } = engine;
  const ns = namespaceOf(request);
  const { indexes } = request.command;
  if (!isArray(indexes) || indexes.length === 0)
    throw new CommandError(2, 'Must specify at least one index to create');
  const specs = indexes.map(readIndexSpec);
  const view = viewFor(engine, request);
  const existed = view.collection(ns);
  const before = existed?.indexes.length ?? 1;
  if (request.transaction) {
    for (const spec of specs) addIndexInTransaction(view, ns, spec);
  } else {
    // validate all specifications before the first index is built
    for (const spec of specs) if (existed) existingIndex(existed, spec);
    if (!existed) await store.batchWaiting(() => void ensureCollection(new View(store), ns));
    for (const spec of specs) await buildIndex(store, ns, spec);
  }
  const after = view.collection(ns)?.indexes.length ?? before;
  return {
    numIndexesBefore: before,
    numIndexesAfter: after,
    createdCollectionAutomatically: existed === undefined,
    ...(after === before && existed ? { note: 'all indexes already exist' } : {}),
  };
};

const dropIndexes: Handler = async (engine, request) => {
  const ns = namespaceOf(request);
  const collection = requireCollection(engine, ns);
  const { index: wanted } = request.command;
  const names = isArray(wanted) ? wanted : [wanted];
  const chosen = collection.indexes.filter((index) =>
    names.some((name) =>
      name === '*' ? !index.isId : index.name === name || identicalValues(index.key, name),
    ),
  );
  if (chosen.some((index) => index.isId)) throw new CommandError(72, 'cannot drop _id index');
  const missing = names.find(
    (name) =>
      typeof name === 'string' && name !== '*' && !chosen.some((index) => index.name === name),
  );
  if (missing !== undefined || (chosen.length === 0 && wanted !== '*')) {
    throw new CommandError(27, `index not found with name [${String(missing ?? wanted)}]`);
  }
  const nIndexesWas = collection.indexes.length;
  await engine.store.batchWaiting(() =>
    chosen.forEach((index) => void dropIndex(engine.store, collection, index)),
  );
  engine.store.purgeDropped();
  return { nIndexesWas };
};

const listIndexes: Handler = (engine, request) => {
  const ns = namespaceOf(request);
  const collection = requireCollection(engine, ns);
  return listed(
    engine,
    ns,
    collection.indexes.filter((index) => !index.building).map(({ spec }) => ({ v: 2, ...spec })),
    request.command.cursor,
  );
};

const EXPIRY_FIELDS = ['name', 'keyPattern', 'expireAfterSeconds'];
const OTHER_CHANGES = ['hidden', 'unique', 'prepareUnique'];

export function changeExpiry(collection: Collection, change: Value): Doc {
  for (const field of Object.keys(isDoc(change) ? change : {})) {
    if (OTHER_CHANGES.includes(field)) throw notSupported(`collMod of the index option '${field}'`);
    if (!EXPIRY_FIELDS.includes(field)) throw unknownField(`collMod.index.${field}`);
  }
  if (!isDoc(change) || !isNumeric(change.expireAfterSeconds))
    throw notSupported('collMod of an index option other than expireAfterSeconds');
  const at = collection.indexes.findIndex(
    (index) => index.name === change.name || identicalValues(index.key, change.keyPattern),
  );
  const index = collection.indexes[at];
  if (!index)
    throw new CommandError(27, `cannot find index ${String(change.name)} for ns ${collection.ns}`);
  const { expireAfterSeconds } = change;
  const changed = Index.read({ ...index.stored(), expireAfterSeconds });
  changed.readySince = index.readySince;
  collection.indexes = collection.indexes.with(at, changed);
  return {
    expireAfterSeconds_old: index.expireAfterSeconds ?? null,
    expireAfterSeconds_new: expireAfterSeconds,
  };
}

export const indexCommands: Readonly<Record<string, Handler>> = {
  createIndexes,
  dropIndexes,
  listIndexes,
};
