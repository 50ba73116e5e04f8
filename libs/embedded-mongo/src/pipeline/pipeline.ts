import { equalValues } from '../bson/compare.js';
import { encode } from '../bson/encode.js';
import { makeInteger } from '../bson/numbers.js';
import { type Doc, isDoc, type Value } from '../bson/types.js';
import type { Scope } from '../expressions/compile.js';
import { compileMatch } from '../query/match.js';
import type { Collection } from '../storage/catalog.js';
import type { Query, View } from '../storage/view.js';
import type { PipelineContext, Stream } from './context.js';
import { specOf, stageEntry } from './document-stages.js';
import { unionOf } from './joins.js';
import { countWithin, readRows, type Window } from './read.js';
import { compileStages, stageCount, streamOf } from './stages.js';

/** A pipeline split into a query, which may use an index, and the remaining stages. */
export interface Split {
  query: Query;
  window: Window;
  rest: Value[];
  /** The count's fields, if the remaining stages only count. */
  counted: Doc | undefined;
}

export function splitPipeline(
  pipeline: readonly Value[],
  filter: Doc,
  scope: Scope,
  hint?: Value,
): Split {
  const clauses = Object.keys(filter).length > 0 ? [filter] : [];
  let sort: Doc | undefined;
  let skip: number | undefined;
  let limit: number | undefined;
  let taken = 0;
  for (const stage of pipeline) {
    const [name, spec] = stageEntry(stage);
    const before = sort === undefined && skip === undefined && limit === undefined;
    if (name === '$match' && before) clauses.push(specOf(name, spec));
    else if (name === '$sort' && before && Object.keys(specOf(name, spec)).length > 0)
      sort = specOf(name, spec);
    else if (name === '$skip' && skip === undefined && limit === undefined)
      skip = stageCount(name, spec, 0);
    else if (name === '$limit' && limit === undefined) limit = stageCount(name, spec, 1);
    else break;
    taken++;
  }
  const [only = {}] = clauses;
  const rest = pipeline.slice(taken);
  return {
    query: {
      filter: clauses.length > 1 ? { $and: clauses } : only,
      sort,
      hint,
      scope,
    },
    window: { skip: skip ?? 0, limit: limit ?? 0 },
    rest,
    counted: countField(rest),
  };
}

/** Runs a pipeline over a collection (a missing one is empty); `filter` is applied before its first stage. */
export function runPipeline(
  ns: string,
  pipeline: readonly Value[],
  context: PipelineContext,
  filter: Doc = {},
  hint?: Value,
): Stream {
  const { query, window, rest } = splitPipeline(pipeline, filter, context.scope, hint);
  const stages = compileStages(rest, context);
  const collection = context.view.collection(ns);
  if (!collection) return stages(streamOf([]));
  context.view.matcher(collection, query);
  return stages(read(collection, query, window, context));
}

export function contextOf(
  parts: Pick<PipelineContext, 'view' | 'database' | 'scope' | 'pacer'>,
): PipelineContext {
  const check = (pipeline: readonly Value[], scope: Scope) =>
    checkPipeline(pipeline, { ...context, scope });
  const context: PipelineContext = { ...parts, run: runPipeline, check };
  return context;
}

/** Compiles a pipeline only to throw its errors. */
export function checkPipeline(pipeline: readonly Value[], context: PipelineContext): void {
  const { query, rest } = splitPipeline(pipeline, {}, context.scope);
  compileMatch(query.filter, { scope: context.scope, textFields: [] });
  compileStages(rest, context);
}

/**
 * Encoded results of a pipeline that decodes no document: a query or its count, and the like from a `$unionWith` at the
 * end. Undefined for any other pipeline. A chunk may be empty: it marks progress, after which the reader may yield.
 */
export function readStored(
  ns: string,
  pipeline: readonly Value[],
  context: PipelineContext,
  { hint, texts }: Pick<Query, 'hint' | 'texts'>,
): Generator<Buffer[]> | undefined {
  const split = splitPipeline(pipeline, {}, context.scope, hint);
  const { query, rest, counted } = split;
  if (counted) compileStages(rest, context);
  const own = readEncoded(ns, { ...split, query: { ...query, texts } }, context.view);
  if (counted || rest.length === 0) return own;
  const [name, spec] = stageEntry(rest[0]);
  if (rest.length > 1 || name !== '$unionWith') return undefined;
  const { coll, pipeline: inner } = unionOf(spec);
  const others = readStored(`${context.database}.${coll}`, inner, context, { texts });
  return others && inOrder(own, others);
}

function* inOrder<T>(first: Generator<T>, second: Generator<T>): Generator<T> {
  yield* first;
  yield* second;
}

function* readEncoded(
  ns: string,
  { query, window, counted }: Split,
  view: View,
): Generator<Buffer[]> {
  const collection = view.collection(ns);
  if (!collection) return;
  view.matcher(collection, query);
  if (counted) {
    let count = 0;
    for (count of countWithin(view, collection, query, window)) yield [];
    yield countDocument(count, counted).map(encode);
  } else {
    for (const rows of readRows(view, collection, query, window)) yield rows.map(({ raw }) => raw);
  }
}

async function* read(
  collection: Collection,
  query: Query,
  window: Window,
  context: PipelineContext,
): AsyncGenerator<Doc[]> {
  for (const rows of readRows(context.view, collection, query, window)) {
    if (rows.length > 0) yield rows.map((row) => row.doc);
    if (context.pacer.due) await context.pacer.pause();
  }
}

/** Detects a pipeline that only counts and so needs no documents: `$count`, or the group of countDocuments. */
function countField(rest: readonly Value[]): Doc | undefined {
  if (rest.length !== 1) return undefined;
  const [name, spec] = stageEntry(rest[0]);
  if (name === '$count' && typeof spec === 'string') return { [spec]: 0 };
  if (name !== '$group' || !isDoc(spec)) return undefined;
  const { _id, ...fields } = spec;
  const [[field, accumulator] = [], ...others] = Object.entries(fields);
  const counts = field !== undefined && isDoc(accumulator) && equalValues(accumulator, { $sum: 1 });
  const constant = _id === null || typeof _id === 'number';
  return counts && constant && others.length === 0 ? { _id, [field]: 0 } : undefined;
}

/** The result of a count; no document if the count is 0. */
function countDocument(count: number, fields: Doc): Doc[] {
  const name = Object.keys(fields).at(-1) ?? '';
  return count > 0 ? [{ ...fields, [name]: makeInteger(count) }] : [];
}
