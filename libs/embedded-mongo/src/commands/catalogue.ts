import { identicalValues } from '../bson/compare.js';
import { isTruthy, makeLong, optionNumber } from '../bson/numbers.js';
import { type Doc } from '../bson/types.js';
import { CommandError, failedToParse, notSupported } from '../errors.js';
import { compileMatch } from '../query/match.js';
import { type Collection, checkNamespace, refuseCollation } from '../storage/catalog.js';
import { createCollection, dropCollection, renameCollection } from '../storage/collections.js';
import type { Store } from '../storage/store.js';
import { View } from '../storage/view.js';
import { documentOption, type Handler, namespaceOf } from './context.js';
import { changeExpiry } from './indexes.js';
import { listed, requireCollection, viewFor } from './shared.js';

function readValidator(command: Doc): Doc {
  const validator = documentOption(command, 'validator');
  if ('$jsonSchema' in validator) throw notSupported('a $jsonSchema validator');
  compileMatch(validator);
  const { validationLevel = 'strict' } = command;
  if (validationLevel !== 'strict')
    throw notSupported(`validationLevel '${String(validationLevel)}'`);
  const names = ['validator', 'validationLevel', 'validationAction'];
  const given = names.filter((name) => command[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, command[name] ?? {}]));
}

const create: Handler = async (engine, request) => {
  const ns = namespaceOf(request);
  refuseCollation(request.command.collation);
  const options = readValidator(request.command);
  const view = viewFor(engine, request);
  const act = () => {
    const existing = view.collection(ns);
    if (!existing) createCollection(view, ns, options);
    else if (!identicalValues(existing.options, options))
      throw new CommandError(48, `Collection ${ns} already exists.`);
  };
  if (request.transaction) act();
  else await engine.store.batchWaiting(act);
  return {};
};

const collectionsOf = (store: Store, database: string): Collection[] =>
  [...store.collections.values()].filter((collection) => collection.database === database);

const drop: Handler = async ({ store }, request) => {
  const ns = namespaceOf(request);
  const collection = await store.batchWaiting(() => {
    const found = store.collections.get(ns);
    if (found) dropCollection(store, found);
    return found;
  });
  store.purgeDropped();
  return collection ? { ns, nIndexesWas: collection.indexes.length } : {};
};

const dropDatabase: Handler = async ({ store }, { database }) => {
  await store.batchWaiting(() => {
    for (const collection of collectionsOf(store, database)) dropCollection(store, collection);
  });
  store.purgeDropped();
  return { dropped: database };
};

const listCollections: Handler = (engine, { command, database }) => {
  const matches = compileMatch(documentOption(command, 'filter'));
  const docs = collectionsOf(engine.store, database)
    .map(({ name, options, uuid }): Doc => {
      const base = { name, type: 'collection' };
      if (isTruthy(command.nameOnly)) return base;
      const idIndex = { v: 2, key: { _id: 1 }, name: '_id_' };
      return { ...base, options, info: { readOnly: false, uuid }, idIndex };
    })
    .filter(matches);
  return listed(engine, `${database}.$cmd.listCollections`, docs, command.cursor);
};

const listDatabases: Handler = ({ store }, { command }) => {
  const nameOnly = isTruthy(command.nameOnly);
  const matches = compileMatch(documentOption(command, 'filter'));
  const names = new Set([...store.collections.values()].map(({ database }) => database));
  const databases = [...names]
    .sort()
    .map((name) => (nameOnly ? { name } : { name, sizeOnDisk: makeLong(0n), empty: false }))
    .filter(matches);
  return nameOnly ? { databases } : { databases, totalSize: makeLong(0n) };
};

const collMod: Handler = async (engine, request) => {
  const collection = requireCollection(engine, namespaceOf(request));
  const { index: change } = request.command;
  const validator = readValidator(request.command);
  const reply: Doc = {};
  await engine.store.batchWaiting(() => {
    collection.options = { ...collection.options, ...validator };
    if (change !== undefined) Object.assign(reply, changeExpiry(collection, change));
    engine.store.saveCollection(collection);
  });
  return reply;
};

const renameHandler: Handler = async ({ store }, { command }) => {
  const { renameCollection: from, to, dropTarget } = command;
  if (typeof from !== 'string' || typeof to !== 'string')
    throw failedToParse('renameCollection needs two namespaces');
  checkNamespace(to);
  await store.batchWaiting(() => {
    const source = store.collections.get(from);
    if (!source) throw new CommandError(26, `Source collection ${from} does not exist`);
    const target = store.collections.get(to);
    if (target && !isTruthy(dropTarget)) throw new CommandError(48, 'target namespace exists');
    if (target) dropCollection(store, target);
    renameCollection(store, source, to);
  });
  store.purgeDropped();
  return {};
};

function countDocuments(store: Store, collections: readonly Collection[]): number {
  const view = View.ofSnapshot(store);
  let count = 0;
  try {
    for (const collection of collections)
      for (const part of view.count(collection, { filter: {} })) count += part;
    return count;
  } finally {
    view.release();
  }
}

const collStats: Handler = (engine, request) => {
  const ns = namespaceOf(request);
  const collection = engine.store.collections.get(ns);
  const count = countDocuments(engine.store, collection ? [collection] : []);
  return { ns, count, size: 0, storageSize: 0, nindexes: collection?.indexes.length ?? 0 };
};

const dbStats: Handler = (engine, { database, command }) => {
  const collections = collectionsOf(engine.store, database);
  return {
    db: database,
    collections: collections.length,
    objects: countDocuments(engine.store, collections),
    indexes: collections.flatMap(({ indexes }) => indexes).length,
    scaleFactor: optionNumber(command.scale, 1),
  };
};

export const catalogueCommands: Readonly<Record<string, Handler>> = {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  collMod,
  renameCollection: renameHandler,
  collStats,
  dbStats,
};
