import { compareValues } from '../bson/compare.js';
import { encodeKey, keyText } from '../bson/keys.js';
import { type Doc, isArray, isNullish, setField, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { compileExpression } from '../expressions/compile.js';
import { inBatches } from '../query/sorter.js';
import { compileAccumulators } from './accumulators.js';
import type { PipelineContext, Stage } from './context.js';
import { specOf } from './document-stages.js';

export function groupStage(spec: Value, { scope, pacer }: PipelineContext): Stage {
  const { _id: idExpression, ...fields } = specOf('$group', spec);
  if (!('_id' in specOf('$group', spec)))
    throw new CommandError(15955, 'a group specification must include an _id');
  const evaluateId = compileExpression(idExpression, new Set(Object.keys(scope.vars)));
  const accumulators = compileAccumulators(fields, scope);
  return async function* (input) {
    const groups = new Map<
      string,
      { id: Value; states: ReturnType<(typeof accumulators)[0][1]>[] }
    >();
    for await (const docs of input) {
      for (const doc of docs) {
        const inner = { root: doc, vars: scope.vars };
        const id = evaluateId(inner) ?? null;
        const key = keyText(encodeKey(0, [id]));
        let group = groups.get(key);
        if (!group) {
          group = { id, states: accumulators.map(([, create]) => create()) };
          groups.set(key, group);
        }
        for (const state of group.states) state.add(inner);
      }
      if (pacer.due) await pacer.pause();
    }
    const results = function* () {
      for (const { id, states } of groups.values()) {
        const doc: Doc = { _id: id };
        accumulators.forEach(([name], i) => void setField(doc, name, states[i]?.result()));
        yield doc;
      }
    };
    yield* inBatches(results());
  };
}

export function bucketStage(spec: Value, context: PipelineContext): Stage {
  const {
    groupBy,
    boundaries,
    default: fallback,
    output = { count: { $sum: 1 } },
    ...other
  } = specOf('$bucket', spec);
  if (Object.keys(other).length > 0)
    throw new CommandError(40197, `Unrecognized option to $bucket: ${Object.keys(other)[0]}`);
  if (!isArray(boundaries) || boundaries.length < 2) {
    throw new CommandError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  }
  boundaries.forEach((value, i) => {
    if (i > 0 && compareValues(boundaries[i - 1], value) >= 0) {
      throw new CommandError(40194, "The 'boundaries' option to $bucket must be sorted");
    }
  });
  const evaluate = compileExpression(groupBy, new Set(Object.keys(context.scope.vars)));
  const lowest = boundaries[0];
  const highest = boundaries.at(-1);
  const label = (doc: Doc): Value => {
    const value = evaluate({ root: doc, vars: context.scope.vars });
    if (
      !isNullish(value) &&
      compareValues(value, lowest) >= 0 &&
      compareValues(value, highest) < 0
    ) {
      return boundaries.findLast((boundary) => compareValues(boundary, value) <= 0);
    }
    if (fallback !== undefined) return fallback;
    throw new CommandError(
      40066,
      '$bucket could not find a matching bucket and no default was specified',
    );
  };
  const scope = context.scope;
  const withLabel: PipelineContext = {
    ...context,
    scope: { ...scope, vars: { ...scope.vars, bucket: undefined } },
  };
  const accumulators = compileAccumulators(specOf('$bucket', output), withLabel.scope);
  return async function* (input) {
    const groups = new Map<
      string,
      { id: Value; states: ReturnType<(typeof accumulators)[0][1]>[] }
    >();
    for await (const docs of input) {
      for (const doc of docs) {
        const id = label(doc);
        const key = keyText(encodeKey(0, [id]));
        const group = groups.get(key) ?? { id, states: accumulators.map(([, create]) => create()) };
        groups.set(key, group);
        for (const state of group.states) state.add({ root: doc, vars: scope.vars });
      }
    }
    const sorted = [...groups.values()].sort((a, b) => compareValues(a.id, b.id));
    yield sorted.map(({ id, states }) => {
      const doc: Doc = { _id: id };
      accumulators.forEach(([name], i) => void setField(doc, name, states[i]?.result()));
      return doc;
    });
  };
}
