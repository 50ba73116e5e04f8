import { ObjectId } from 'bson';
import { encode } from '../bson/encode.js';
import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { CommandError, failedToParse, notSupported } from '../errors.js';
import type { PipelineContext, Stream } from '../pipeline/context.js';
import { stageEntry } from '../pipeline/document-stages.js';
import { readStored, runPipeline } from '../pipeline/pipeline.js';
import { Pacer } from '../pipeline/read.js';
import { compileStages, requirePipeline, streamOf } from '../pipeline/stages.js';
import { refuseCollation } from '../storage/catalog.js';
import {
  createCollection,
  dropCollection,
  ensureCollection,
  renameCollection,
} from '../storage/collections.js';
import { View } from '../storage/view.js';
import {
  type Engine,
  type Handler,
  isSnapshot,
  type Request,
  readView,
  scopeOf,
} from './context.js';
import { batchSizeOf } from './read.js';
import { insertable, insertDocument, runStatement, type Statement } from './statements.js';

export const aggregate: Handler = async (engine, request) => {
  const { command, database } = request;
  refuseCollation(command.collation);
  const pipeline = requirePipeline(command.pipeline);
  if (command.explain === true)
    throw notSupported("aggregate with the option explain (use the command 'explain')");
  if (isDoc(pipeline[0]) && '$changeStream' in pipeline[0]) {
    throw new CommandError(
      40573,
      'The $changeStream stage is not supported by the embedded server',
    );
  }
  const view = readView(engine, request);
  const context: PipelineContext = {
    view,
    database,
    scope: scopeOf(command),
    pacer: new Pacer(request.limit),
    run: runPipeline,
  };
  const last = pipeline.at(-1);
  const [lastName, lastSpec] = last === undefined ? [] : stageEntry(last);
  const collection = command.aggregate;
  const ns = `${database}.${typeof collection === 'string' ? collection : '$cmd.aggregate'}`;
  const run = (stages: Value[]): Stream =>
    typeof collection === 'string'
      ? runPipeline(ns, stages, context, {}, command.hint)
      : compileStages(stages, context)(streamOf([]));
  const release = () => view.release();
  const { transaction, limit } = request;
  const snapshot = isSnapshot(request);
  const cursor = { ns, release, transaction, limit, snapshot };
  const stored =
    typeof collection === 'string' ? readStored(ns, pipeline, context, command.hint) : undefined;
  if (stored) {
    const options = { ...cursor, source: stored, keep: () => view.keep() };
    return engine.cursors.start(options, batchSizeOf(command.cursor), false);
  }
  const writes = lastName === '$out' || lastName === '$merge';
  if (writes && transaction)
    throw new CommandError(263, `Operation not permitted in transaction: ${lastName}`);
  if (writes && snapshot) throw notSupported(`${lastName} with readConcern level snapshot`, 246);
  view.keep();
  if (writes) {
    try {
      const docs = run(pipeline.slice(0, -1));
      if (lastName === '$out') await writeOut(engine, database, lastSpec, docs);
      else await writeMerge(engine, request, lastSpec, docs);
    } finally {
      release();
    }
    return { ns, id: 0n, documents: [], first: true };
  }
  return engine.cursors.start(
    { ...cursor, source: encoded(lazily(() => run(pipeline), release)) },
    batchSizeOf(command.cursor),
    false,
  );
};

/** Errors of compilation must release the view as errors of reading do. */
function lazily(start: () => Stream, release: () => void): Stream {
  try {
    return start();
  } catch (error) {
    release();
    throw error;
  }
}

async function* encoded(stream: Stream): AsyncGenerator<Buffer[]> {
  for await (const docs of stream) yield docs.map(encode);
}

function targetOf(spec: Value, database: string): string {
  if (typeof spec === 'string') return `${database}.${spec}`;
  if (
    isDoc(spec) &&
    typeof spec.coll === 'string' &&
    (spec.db === undefined || typeof spec.db === 'string')
  ) {
    return `${spec.db ?? database}.${spec.coll}`;
  }
  throw failedToParse('the target of $out or $merge must be a collection name or { db, coll }');
}

/** `$out`: fills a collection aside and puts it in the place of the target at once. */
async function writeOut(
  { store }: Engine,
  database: string,
  spec: Value,
  docs: Stream,
): Promise<void> {
  const ns = targetOf(spec, database);
  const temporary = `${ns}.tmp.${new ObjectId().toHexString()}`;
  await store.batchWaiting(() => void createCollection(new View(store), temporary, {}));
  for await (const batch of docs) {
    await store.batchWaiting(() => {
      for (const doc of batch) insertDocument(new View(store), temporary, insertable(encode(doc)));
    });
  }
  await store.batchWaiting(() => {
    const old = store.collections.get(ns);
    const fresh = store.collections.get(temporary);
    if (old && old.indexes.length > 1) throw notSupported('$out into a collection with indexes');
    if (old) dropCollection(store, old);
    if (fresh) renameCollection(store, fresh, ns);
  });
  store.purgeDropped();
}

const MERGE_OPTIONS = ['into', 'on', 'whenMatched', 'whenNotMatched', 'let'];

async function writeMerge(
  engine: Engine,
  request: Request,
  spec: Value,
  docs: Stream,
): Promise<void> {
  const options: Doc = isDoc(spec) ? spec : { into: spec };
  for (const name of Object.keys(options)) {
    if (!MERGE_OPTIONS.includes(name)) throw failedToParse(`unknown option to $merge: ${name}`);
  }
  const { on = '_id', whenMatched = 'merge', whenNotMatched = 'insert' } = options;
  const fields = (isArray(on) ? on : [on]).map(String);
  const ns = targetOf(options.into, request.database);
  const { store } = engine;
  await store.batchWaiting(() => void ensureCollection(new View(store), ns));
  requireUniqueIndex(engine, ns, fields);
  const scope = scopeOf(request.command);
  for await (const batch of docs) {
    for (const doc of batch) {
      const withId = '_id' in doc ? doc : { _id: new ObjectId(), ...doc };
      const filter = Object.fromEntries(
        fields.map((field) => [field, { $eq: withId[field] ?? null }]),
      );
      const inScope = { ...scope, vars: { ...scope.vars, new: withId } };
      const matched: Statement = {
        ns,
        query: { filter, scope: inScope },
        update: { spec: mergeUpdate(whenMatched, withId), upsert: false },
        multi: false,
        limit: request.limit,
      };
      const outcome = await runStatement(store, matched);
      if (outcome.matched > 0 && whenMatched === 'fail')
        throw new CommandError(11000, '$merge found a matching document');
      if (outcome.matched > 0 || whenNotMatched === 'discard') continue;
      if (whenNotMatched === 'fail')
        throw new CommandError(
          13113,
          '$merge could not find a matching document in the target collection',
        );
      await store.batchWaiting(() =>
        insertDocument(new View(store), ns, insertable(encode(withId))),
      );
    }
  }
}

function mergeUpdate(whenMatched: Value, doc: Doc): Value {
  const { _id, ...fields } = doc;
  if (isArray(whenMatched)) return whenMatched;
  switch (whenMatched) {
    case 'replace':
      return fields;
    case 'merge':
      return [
        { $set: Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, { $literal: v }])) },
      ];
    case 'keepExisting':
    case 'fail':
      return [];
    default:
      throw failedToParse(`unknown value of whenMatched: ${String(whenMatched)}`);
  }
}

function requireUniqueIndex({ store }: Engine, ns: string, fields: readonly string[]): void {
  const found = store.collections.get(ns)?.indexes.some((index) => {
    const names = index.parts.map((part) => part.name);
    return (
      (index.unique || index.isId) &&
      names.length === fields.length &&
      fields.every((one) => names.includes(one))
    );
  });
  if (!found)
    throw new CommandError(51183, 'Cannot find index to verify that join fields will be unique');
}
