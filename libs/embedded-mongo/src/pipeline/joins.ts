import { heapSize } from '../bson/heap-size.js';
import { expressionPath, splitPath } from '../bson/paths.js';
import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { CommandError, failedToParse } from '../errors.js';
import { Memory } from '../query/memory.js';
import { isRegex } from '../query/regex.js';
import { type PipelineContext, replaceAt, type Stage } from './context.js';
import { specOf } from './document-stages.js';
import { compileVariables } from './variables.js';

const OPTIONS = ['from', 'localField', 'foreignField', 'as', 'let', 'pipeline'];

/** `$lookup` by equality of two fields, by a pipeline with variables, or both. */
export function lookupStage(spec: Value, context: PipelineContext): Stage {
  const options = specOf('$lookup', spec);
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw failedToParse(`unknown argument to $lookup: ${name}`);
  }
  const { from, as, localField, foreignField } = options;
  if (typeof from !== 'string')
    throw failedToParse("missing 'from' option to $lookup stage specification");
  if (typeof as !== 'string') throw failedToParse("must specify 'as' field for a $lookup");
  if ((localField === undefined) !== (foreignField === undefined)) {
    throw failedToParse(
      '$lookup requires both or neither of "localField" and "foreignField" to be specified',
    );
  }
  if (localField === undefined && options.pipeline === undefined) {
    throw failedToParse('$lookup requires either localField and foreignField or a pipeline');
  }
  if (options.pipeline !== undefined && !isArray(options.pipeline)) {
    throw failedToParse("'pipeline' option must be specified as an array");
  }
  const pipeline = options.pipeline ?? [];
  const variables = compileVariables('$lookup', options.let, context.scope);
  const declared = isDoc(options.let) ? options.let : {};
  context.check(pipeline, { ...context.scope, vars: { ...context.scope.vars, ...declared } });
  const ns = `${context.database}.${from}`;
  return async function* (input) {
    for await (const docs of input) {
      const joined: Doc[] = [];
      for (const doc of docs) {
        const filter =
          localField === undefined ? {} : joinFilter(doc, String(localField), String(foreignField));
        const vars = { ...context.scope.vars, ...variables(doc) };
        const inner = { ...context, scope: { root: undefined, vars } };
        const found: Doc[] = [];
        const memory = new Memory('$lookup');
        for await (const batch of context.run(ns, pipeline, inner, filter)) {
          found.push(...batch);
          memory.add(heapSize(batch));
        }
        joined.push(replaceAt(doc, splitPath(as), found));
        if (context.pacer.due) await context.pacer.pause();
      }
      yield joined;
    }
  };
}

/** Filters the foreign documents of one local value: any element of an array matches; a missing field joins null. */
function joinFilter(doc: Doc, localField: string, foreignField: string): Doc {
  const value = expressionPath(doc, splitPath(localField));
  if (!isArray(value)) return { [foreignField]: { $eq: value ?? null } };
  const values = value.flat();
  // `$in` would apply a regular expression instead of comparing it
  if (values.some(isRegex)) return { $or: values.map((one) => ({ [foreignField]: { $eq: one } })) };
  return { [foreignField]: { $in: values } };
}

/** The collection and the pipeline of a `$unionWith`. */
export function unionOf(spec: Value): { coll: string; pipeline: readonly Value[] } {
  const options = typeof spec === 'string' ? { coll: spec } : specOf('$unionWith', spec);
  const { coll, pipeline = [] } = options;
  if (typeof coll !== 'string' || !isArray(pipeline)) {
    throw new CommandError(9, "$unionWith needs 'coll' and, if given, an array 'pipeline'");
  }
  return { coll, pipeline };
}

/** `$unionWith`: appends the documents of another collection to the input. */
export function unionStage(spec: Value, context: PipelineContext): Stage {
  const { coll, pipeline } = unionOf(spec);
  context.check(pipeline, context.scope);
  return async function* (input) {
    yield* input;
    yield* context.run(`${context.database}.${coll}`, pipeline, context);
  };
}
