import { encode } from '../bson/codec.js';
import { identicalValues } from '../bson/compare.js';
import { isTruthy, makeLong, optionNumber } from '../bson/numbers.js';
import { type Doc, isArray, isDoc, isNumeric, type Value } from '../bson/types.js';
import { CommandError, failedToParse, notSupported } from '../errors.js';
import { compileMatch } from '../query/match.js';
import {
  type Collection,
  Index,
  readIndexSpec,
  refuseCollation,
  splitNamespace,
} from '../storage/catalog.js';
import {
  addIndexInTransaction,
  buildIndex,
  createCollection,
  dropCollection,
  dropIndex,
  ensureCollection,
  existingIndex,
  renameCollection,
} from '../storage/collections.js';
import { View } from '../storage/view.js';
import { documentOption, type Engine, type Handler, namespaceOf, type Request } from './context.js';
import { batchSizeOf } from './read.js';

const CREATE_REFUSED = [
  'capped',
  'timeseries',
  'viewOn',
  'pipeline',
  'clusteredIndex',
  'encryptedFields',
  'changeStreamPreAndPostImages',
];

const viewFor = ({ store }: Engine, { transaction }: Request): View =>
  transaction ? View.ofTransaction(store, transaction) : new View(store);

function readValidator(command: Doc): Doc {
  const options: Doc = {};
  if (command.validator !== undefined) {
    const validator = documentOption(command, 'validator');
    if ('$jsonSchema' in validator) throw notSupported('a $jsonSchema validator');
    compileMatch(validator);
    options.validator = validator;
  }
  for (const name of ['validationLevel', 'validationAction']) {
    if (command[name] !== undefined) options[name] = command[name];
  }
  if (options.validationLevel !== undefined && options.validationLevel !== 'strict') {
    throw notSupported(`validationLevel '${String(options.validationLevel)}'`);
  }
  return options;
}

const create: Handler = async (engine, request) => {
  const ns = namespaceOf(request);
  for (const option of CREATE_REFUSED)
    if (isTruthy(request.command[option])) throw notSupported(`create option '${option}'`);
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
    for (const collection of [...store.collections.values()]) {
      if (collection.database === database) dropCollection(store, collection);
    }
  });
  store.purgeDropped();
  return { dropped: database };
};

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
    // refuse all of them before the first is built
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

function requireCollection(engine: Engine, ns: string): Collection {
  const collection = engine.store.collections.get(ns);
  if (!collection) throw new CommandError(26, `ns does not exist: ${ns}`);
  return collection;
}

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

const listed = (engine: Engine, ns: string, docs: Doc[], options: Value) => {
  const source = (async function* () {
    yield docs.map(encode);
  })();
  return engine.cursors.start(
    { ns, source, release: () => undefined },
    batchSizeOf(options),
    false,
  );
};

const listIndexes: Handler = (engine, request) => {
  const ns = namespaceOf(request);
  const collection = requireCollection(engine, ns);
  return listed(
    engine,
    ns,
    collection.indexes.filter((index) => !index.building).map((index) => index.describe()),
    request.command.cursor,
  );
};

const listCollections: Handler = (engine, { command, database }) => {
  const matches = compileMatch(documentOption(command, 'filter'));
  const docs = [...engine.store.collections.values()]
    .filter((collection) => collection.database === database)
    .map((collection): Doc => {
      const base: Doc = { name: collection.name, type: 'collection' };
      if (isTruthy(command.nameOnly)) return base;
      const info = { readOnly: false, uuid: collection.uuid };
      return {
        ...base,
        options: collection.options,
        info,
        idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
      };
    })
    .filter(matches);
  return listed(engine, `${database}.$cmd.listCollections`, docs, command.cursor);
};

const listDatabases: Handler = ({ store }, { command }) => {
  const matches = compileMatch(documentOption(command, 'filter'));
  const names = [
    ...new Set([...store.collections.values()].map((collection) => collection.database)),
  ].sort();
  const databases = names
    .map((name) => ({ name, sizeOnDisk: makeLong(0n), empty: false }))
    .filter(matches);
  return { databases, totalSize: makeLong(0n) };
};

const collMod: Handler = async (engine, request) => {
  const collection = requireCollection(engine, namespaceOf(request));
  const { collMod: _name, index: change, ...options } = request.command;
  const known = [
    'validator',
    'validationLevel',
    'validationAction',
    'lsid',
    '$db',
    'txnNumber',
    'writeConcern',
    'comment',
    '$clusterTime',
    '$readPreference',
    'maxTimeMS',
    'apiVersion',
  ];
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw notSupported(`collMod option '${name}'`);
  const validator = readValidator(options);
  const reply: Doc = {};
  await engine.store.batchWaiting(() => {
    collection.options = { ...collection.options, ...validator };
    if (change !== undefined) Object.assign(reply, changeExpiry(collection, change));
    engine.store.saveCollection(collection);
  });
  return reply;
};

function changeExpiry(collection: Collection, change: Value): Doc {
  if (!isDoc(change) || !isNumeric(change.expireAfterSeconds))
    throw notSupported('collMod of an index option other than expireAfterSeconds');
  const at = collection.indexes.findIndex(
    (index) => index.name === change.name || identicalValues(index.key, change.keyPattern),
  );
  const index = collection.indexes[at];
  if (!index)
    throw new CommandError(27, `cannot find index ${String(change.name)} for ns ${collection.ns}`);
  const { id, ...spec } = index.stored();
  const changed = new Index(Number(id), { ...spec, expireAfterSeconds: change.expireAfterSeconds });
  changed.readySince = index.readySince;
  collection.indexes = collection.indexes.with(at, changed);
  return {
    expireAfterSeconds_old: index.expireAfterSeconds ?? null,
    expireAfterSeconds_new: change.expireAfterSeconds,
  };
}

const renameHandler: Handler = async ({ store }, { command }) => {
  const { renameCollection: from, to, dropTarget } = command;
  if (typeof from !== 'string' || typeof to !== 'string')
    throw failedToParse('renameCollection needs two namespaces');
  splitNamespace(to);
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

function countDocuments(view: View, collection: Collection): number {
  let count = 0;
  for (const part of view.count(collection, { filter: {} })) count += part;
  return count;
}

const collStats: Handler = (engine, request) => {
  const ns = namespaceOf(request);
  const collection = engine.store.collections.get(ns);
  const view = View.ofSnapshot(engine.store);
  try {
    const count = collection ? countDocuments(view, collection) : 0;
    return { ns, count, size: 0, storageSize: 0, nindexes: collection?.indexes.length ?? 0, ok: 1 };
  } finally {
    view.release();
  }
};

const dbStats: Handler = (engine, { database, command }) => {
  const collections = [...engine.store.collections.values()].filter(
    (one) => one.database === database,
  );
  const view = View.ofSnapshot(engine.store);
  try {
    const objects = collections.reduce((total, one) => total + countDocuments(view, one), 0);
    const indexes = collections.reduce((total, one) => total + one.indexes.length, 0);
    return {
      db: database,
      collections: collections.length,
      objects,
      indexes,
      scaleFactor: optionNumber(command.scale, 1),
    };
  } finally {
    view.release();
  }
};

export const catalogueCommands: Readonly<Record<string, Handler>> = {
  create,
  drop,
  dropDatabase,
  createIndexes,
  dropIndexes,
  listIndexes,
  listCollections,
  listDatabases,
  collMod,
  renameCollection: renameHandler,
  collStats,
  dbStats,
};
