import { compareValues } from '../bson/compare.js';
import { heapSize } from '../bson/heap-size.js';
import { encodeKey, keyText } from '../bson/keys.js';
import { type Doc, isArray, isNullish, setField, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { compileForDocuments } from '../expressions/compile.js';
import { Memory } from '../query/memory.js';
import { inBatches } from '../query/sorter.js';
import { compileAccumulators } from './accumulators.js';
import type { PipelineContext, Stage, Stream } from './context.js';
import { specOf } from './document-stages.js';

type Accumulators = ReturnType<typeof compileAccumulators>;
type Group = { id: Value; states: ReturnType<Accumulators[0][1]>[] };

/** Bytes of a group besides its values: its map entry, and each accumulator. */
const GROUP_BYTES = 200;
const STATE_BYTES = 150;

/** One document for each value of `idOf`, with the results of the accumulators. */
async function groupBy(
  stage: string,
  input: Stream,
  idOf: (doc: Doc) => Value,
  accumulators: Accumulators,
  { scope, pacer }: PipelineContext,
): Promise<Iterable<Doc>> {
  const groups = new Map<string, Group>();
  const memory = new Memory(stage);
  for await (const docs of input) {
    for (const doc of docs) {
      const id = idOf(doc) ?? null;
      const key = keyText(encodeKey(0, [id]));
      let group = groups.get(key);
      if (!group) {
        memory.add(GROUP_BYTES + STATE_BYTES * accumulators.length + heapSize(key) + heapSize(id));
        group = { id, states: accumulators.map(([, create]) => create(memory)) };
        groups.set(key, group);
      }
      for (const state of group.states) state.add({ root: doc, vars: scope.vars });
    }
    if (pacer.due) await pacer.pause();
  }
  return results(groups.values(), accumulators);
}

function* results(groups: Iterable<Group>, accumulators: Accumulators): Generator<Doc> {
  for (const { id, states } of groups) {
    const doc: Doc = { _id: id };
    accumulators.forEach(([name], i) => void setField(doc, name, states[i]?.result()));
    yield doc;
  }
}

export function groupStage(spec: Value, context: PipelineContext): Stage {
  const { _id: idExpression, ...fields } = specOf('$group', spec);
  if (!('_id' in specOf('$group', spec)))
    throw new CommandError(15955, 'a group specification must include an _id');
  const idOf = compileForDocuments(idExpression, context.scope);
  const accumulators = compileAccumulators(fields, context.scope);
  return async function* (input) {
    yield* inBatches(await groupBy('$group', input, idOf, accumulators, context));
  };
}

export function bucketStage(spec: Value, context: PipelineContext): Stage {
  const {
    groupBy: expression,
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
  if (boundaries.some((value, i) => i > 0 && compareValues(boundaries[i - 1], value) >= 0)) {
    throw new CommandError(40194, "The 'boundaries' option to $bucket must be sorted");
  }
  const evaluate = compileForDocuments(expression, context.scope);
  const [lowest] = boundaries;
  const highest = boundaries.at(-1);
  const label = (doc: Doc): Value => {
    const value = evaluate(doc);
    const isInside = compareValues(value, lowest) >= 0 && compareValues(value, highest) < 0;
    if (isInside && !isNullish(value))
      return boundaries.findLast((boundary) => compareValues(boundary, value) <= 0);
    if (fallback !== undefined) return fallback;
    throw new CommandError(
      40066,
      '$bucket could not find a matching bucket and no default was specified',
    );
  };
  const accumulators = compileAccumulators(specOf('$bucket', output), context.scope);
  return async function* (input) {
    const groups = await groupBy('$bucket', input, label, accumulators, context);
    yield [...groups].sort((a, b) => compareValues(a._id, b._id));
  };
}
