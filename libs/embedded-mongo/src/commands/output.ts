import { ObjectId } from 'bson';
import { encode } from '../bson/encode.js';
import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { badValue, CommandError, failedToParse, notSupported } from '../errors.js';
import type { Scope } from '../expressions/compile.js';
import type { Stream } from '../pipeline/context.js';
import { stageEntry } from '../pipeline/document-stages.js';
import { compileVariables } from '../pipeline/variables.js';
import {
  createCollection,
  dropCollection,
  ensureCollection,
  renameCollection,
} from '../storage/collections.js';
import type { Store } from '../storage/store.js';
import { View } from '../storage/view.js';
import type { Engine, Request } from './context.js';
import { insertable, insertDocument, runStatement, type Statement } from './statements.js';

/** Writes the results of a pipeline. */
type Output = (docs: Stream) => Promise<void>;

/** The validated `$out` or `$merge` at the end of a pipeline; undefined if there is none. */
export function outputOf(
  engine: Engine,
  request: Request,
  pipeline: readonly Value[],
  scope: Scope,
): Output | undefined {
  const last = pipeline.at(-1);
  const [name, spec] = last === undefined ? [] : stageEntry(last);
  if (name !== '$out' && name !== '$merge') return undefined;
  const { readConcern } = request.command;
  if (isDoc(readConcern) && readConcern.level === 'linearizable')
    throw new CommandError(72, `${name} cannot be used with a 'linearizable' read concern level`);
  if (request.transaction)
    throw new CommandError(263, `Operation not permitted in transaction: ${name}`);
  return name === '$out'
    ? replaceCollection(engine, targetOf(spec, request.database))
    : mergeInto(engine, request, spec, scope);
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

/** `$out`: fills a temporary collection, then replaces the target with it in one commit. */
function replaceCollection({ store }: Engine, ns: string): Output {
  const requireNoIndexes = () => {
    const old = store.collections.get(ns);
    if (old && old.indexes.length > 1) throw notSupported('$out into a collection with indexes');
    return old;
  };
  requireNoIndexes();
  return async (docs) => {
    const temporary = `${ns}.tmp.${new ObjectId().toHexString()}`;
    await store.batchWaiting(
      () => void createCollection(new View(store), temporary, { temp: true }),
    );
    try {
      for await (const batch of docs) {
        await store.batchWaiting(() => {
          for (const doc of batch)
            insertDocument(new View(store), temporary, insertable(encode(doc)));
        });
      }
      await store.batchWaiting(() => {
        const old = requireNoIndexes();
        const fresh = store.collections.get(temporary);
        if (old) dropCollection(store, old);
        if (fresh) renameCollection(store, fresh, ns);
      });
    } finally {
      await dropTemporary(store, temporary);
      store.purgeDropped();
    }
  };
}

/** Drops the temporary collection of an `$out` that failed; after success there is none. */
async function dropTemporary(store: Store, ns: string): Promise<void> {
  if (!store.collections.has(ns)) return;
  await store.batchWaiting(() => {
    const collection = store.collections.get(ns);
    if (collection) dropCollection(store, collection);
  });
}

const MERGE_OPTIONS = ['into', 'on', 'whenMatched', 'whenNotMatched', 'let'];
const WHEN_MATCHED = ['replace', 'keepExisting', 'merge', 'fail'];
const WHEN_NOT_MATCHED = ['insert', 'discard', 'fail'];

function requireOneOf(name: string, value: Value, allowed: readonly string[]): void {
  if (typeof value === 'string' && allowed.includes(value)) return;
  throw badValue(
    `Enumeration value '${String(value)}' for field '$merge.${name}' is not a valid value.`,
  );
}

function mergeInto(engine: Engine, request: Request, spec: Value, scope: Scope): Output {
  const options: Doc = isDoc(spec) ? spec : { into: spec };
  for (const name of Object.keys(options)) {
    if (!MERGE_OPTIONS.includes(name)) throw failedToParse(`unknown option to $merge: ${name}`);
  }
  const { on = '_id', whenMatched = 'merge', whenNotMatched = 'insert' } = options;
  if (!isArray(whenMatched)) requireOneOf('whenMatched', whenMatched, WHEN_MATCHED);
  requireOneOf('whenNotMatched', whenNotMatched, WHEN_NOT_MATCHED);
  const fields = (isArray(on) ? on : [on]).map(String);
  const ns = targetOf(options.into, request.database);
  const variables = mergeVariables(options, scope);
  const { store } = engine;
  const mergeOne = async (doc: Doc): Promise<void> => {
    const withId = '_id' in doc ? doc : { _id: new ObjectId(), ...doc };
    const filter = Object.fromEntries(
      fields.map((field) => [field, { $eq: withId[field] ?? null }]),
    );
    const inScope = { ...scope, vars: { ...scope.vars, ...variables(withId) } };
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
    if (outcome.matched > 0 || whenNotMatched === 'discard') return;
    if (whenNotMatched === 'fail') {
      throw new CommandError(
        13113,
        '$merge could not find a matching document in the target collection',
      );
    }
    await store.batchWaiting(() => insertDocument(new View(store), ns, insertable(encode(withId))));
  };
  return async (docs) => {
    await store.batchWaiting(() => void ensureCollection(new View(store), ns));
    requireUniqueIndex(engine, ns, fields);
    for await (const batch of docs) for (const doc of batch) await mergeOne(doc);
  };
}

/** Variables of the `whenMatched` pipeline: those of `let`, by default the document as `$$new`. */
function mergeVariables(options: Doc, scope: Scope): (doc: Doc) => Doc {
  if (options.let === undefined) return (doc) => ({ new: doc });
  if (!isArray(options.whenMatched)) {
    throw new CommandError(
      51199,
      `Cannot use 'let' variables with 'whenMatched: ${String(options.whenMatched ?? 'merge')}' mode`,
    );
  }
  if (isDoc(options.let) && ![undefined, '$$ROOT'].includes(options.let.new as string))
    throw new CommandError(51273, "'let' may not define a value for the reserved 'new' variable");
  return compileVariables('$merge', options.let, scope);
}

function mergeUpdate(whenMatched: Value, doc: Doc): Value {
  const { _id, ...fields } = doc;
  if (isArray(whenMatched)) return whenMatched;
  if (whenMatched === 'replace') return fields;
  if (whenMatched !== 'merge') return [];
  return [
    { $set: Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, { $literal: v }])) },
  ];
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
