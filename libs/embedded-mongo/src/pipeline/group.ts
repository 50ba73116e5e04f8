import { compareValues } from '../bson/compare.js';
import { heapSize } from '../bson/heap-size.js';
import { encodeKey, keyText } from '../bson/keys.js';
import { type Doc, isArray, isNullish, setField, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { compileExpression, type Scope } from '../expressions/compile.js';
import { Memory } from '../query/memory.js';
import { inBatches } from '../query/sorter.js';
import { compileAccumulators } from './accumulators.js';
import type { PipelineContext, Stage } from './context.js';
import { specOf } from './document-stages.js';

type Accumulators = ReturnType<typeof compileAccumulators>;
type Group = { id: Value; states: ReturnType<Accumulators[0][1]>[] };

/** Bytes of a group besides its values: its map entry, and each accumulator. */
const GROUP_BYTES = 200;
const STATE_BYTES = 150;

/** The groups of a stage by their `_id`. */
class Groups {
  private readonly groups = new Map<string, Group>();
  private readonly memory: Memory;

  constructor(
    stage: string,
    private readonly accumulators: Accumulators,
  ) {
    this.memory = new Memory(stage);
  }

  add(id: Value, scope: Scope): void {
    const key = keyText(encodeKey(0, [id]));
    const group = this.groups.get(key) ?? this.begin(key, id);
    for (const state of group.states) state.add(scope);
  }

  private begin(key: string, id: Value): Group {
    const { accumulators, memory } = this;
    memory.add(GROUP_BYTES + STATE_BYTES * accumulators.length + heapSize(key) + heapSize(id));
    const group = { id, states: accumulators.map(([, create]) => create(memory)) };
    this.groups.set(key, group);
    return group;
  }

  *results(): Generator<Doc> {
    for (const { id, states } of this.groups.values()) {
      const doc: Doc = { _id: id };
      this.accumulators.forEach(([name], i) => void setField(doc, name, states[i]?.result()));
      yield doc;
    }
  }
}

export function groupStage(spec: Value, { scope, pacer }: PipelineContext): Stage {
  const { _id: idExpression, ...fields } = specOf('$group', spec);
  if (!('_id' in specOf('$group', spec)))
    throw new CommandError(15955, 'a group specification must include an _id');
  const evaluateId = compileExpression(idExpression, new Set(Object.keys(scope.vars)));
  const accumulators = compileAccumulators(fields, scope);
  return async function* (input) {
    const groups = new Groups('$group', accumulators);
    for await (const docs of input) {
      for (const doc of docs) {
        const inner = { root: doc, vars: scope.vars };
        groups.add(evaluateId(inner) ?? null, inner);
      }
      if (pacer.due) await pacer.pause();
    }
    yield* inBatches(groups.results());
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
    const groups = new Groups('$bucket', accumulators);
    for await (const docs of input)
      for (const doc of docs) groups.add(label(doc), { root: doc, vars: scope.vars });
    yield [...groups.results()].sort((a, b) => compareValues(a._id, b._id));
  };
}
