import { heapSize } from '../bson/heap-size.js';
import { isTruthy, makeInteger, makeLong, toNumber } from '../bson/numbers.js';
import { splitPath } from '../bson/paths.js';
import {
  type Doc,
  entryOf,
  getField,
  isArray,
  isDoc,
  isNullish,
  isNumeric,
  setField,
  type Value,
} from '../bson/types.js';
import { CommandError, failedToParse, notSupported } from '../errors.js';
import { parseSort } from '../expressions/sort-order.js';
import { compileMatch } from '../query/match.js';
import { Memory } from '../query/memory.js';
import { inBatches, Sorter } from '../query/sorter.js';
import { type PipelineContext, replaceAt, type Stage } from './context.js';
import { DOCUMENT_STAGES, specOf, stageEntry } from './document-stages.js';
import { bucketStage, groupStage } from './group.js';
import { lookupStage, unionStage } from './joins.js';
import { taker, type Window } from './read.js';

type StageCompiler = (spec: Value, context: PipelineContext) => Stage;

const mapBatches = (map: (docs: Doc[]) => Doc[]): Stage =>
  async function* (input) {
    for await (const docs of input) {
      const mapped = map(docs);
      if (mapped.length > 0) yield mapped;
    }
  };

function matchStage(spec: Value, { scope }: PipelineContext): Stage {
  const filter = specOf('$match', spec);
  if ('$text' in filter)
    throw new CommandError(17313, '$match with $text is only allowed as the first pipeline stage');
  const matches = compileMatch(filter, { scope });
  return mapBatches((docs) => docs.filter(matches));
}

export function stageCount(stage: string, spec: Value, min: number): number {
  const n = isNumeric(spec) ? toNumber(spec) : Number.NaN;
  if (!Number.isInteger(n) || n < min) {
    throw new CommandError(
      stage === '$limit' ? 15958 : 15956,
      `Argument to ${stage} must be an integer of at least ${min}`,
    );
  }
  return n;
}

const windowStage = (window: Window): Stage =>
  async function* (input) {
    const take = taker<Doc>(window);
    for await (const docs of input) {
      const { rest, done } = take(docs);
      if (rest.length > 0) yield rest;
      if (done) return;
    }
  };

function sortStage(spec: Value, { pacer }: PipelineContext): Stage {
  const parts = parseSort(specOf('$sort', spec));
  if (parts.length === 0)
    throw new CommandError(15976, '$sort stage must have at least one sort key');
  return async function* (input) {
    const sorter = new Sorter<Doc>(parts, 0, heapSize);
    for await (const docs of input) for (const doc of docs) sorter.add(doc, doc);
    await pacer.pause();
    yield* inBatches(sorter.sorted());
  };
}

function countStage(spec: Value): Stage {
  if (typeof spec !== 'string' || spec === '' || spec.startsWith('$') || spec.includes('.')) {
    throw new CommandError(40156, 'the count field must be a non-empty string without $ and .');
  }
  return async function* (input) {
    let count = 0;
    for await (const docs of input) count += docs.length;
    if (count > 0) yield [{ [spec]: makeInteger(count) }];
  };
}

function sortByCountStage(spec: Value, context: PipelineContext): Stage {
  const group = groupStage({ _id: spec, count: { $sum: 1 } }, context);
  const sort = sortStage({ count: -1 }, context);
  return (input) => sort(group(input));
}

function unwindStage(spec: Value): Stage {
  const options = isDoc(spec) ? spec : { path: spec };
  for (const name of Object.keys(options)) {
    if (!['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'].includes(name)) {
      throw new CommandError(28811, `unrecognized option to $unwind stage: ${name}`);
    }
  }
  if (typeof options.path !== 'string')
    throw new CommandError(28808, 'no path specified to $unwind stage');
  if (!options.path.startsWith('$'))
    throw new CommandError(28818, "path option to $unwind stage should be prefixed with a '$'");
  const path = splitPath(options.path.slice(1));
  const keep = isTruthy(options.preserveNullAndEmptyArrays);
  const index =
    typeof options.includeArrayIndex === 'string' ? options.includeArrayIndex : undefined;
  const unwind = (doc: Doc): Doc[] => {
    const value = valueInside(doc, path);
    const withIndex = (copy: Doc, at: Value) =>
      index ? replaceAt(copy, splitPath(index), at) : copy;
    if (isArray(value) && value.length > 0) {
      return value.map((item, i) => withIndex(replaceAt(doc, path, item), makeLong(BigInt(i))));
    }
    if (!keep && (isNullish(value) || isArray(value))) return [];
    return [withIndex(isArray(value) ? replaceAt(doc, path, undefined) : doc, null)];
  };
  return async function* (input) {
    for await (const docs of input) yield* inBatches(docs.flatMap(unwind));
  };
}

function valueInside(doc: Doc, path: readonly string[]): Value {
  let value: Value = doc;
  for (const part of path) value = isDoc(value) ? getField(value, part) : undefined;
  return value;
}

function facetStage(spec: Value, context: PipelineContext): Stage {
  const facets = Object.entries(specOf('$facet', spec)).map(([name, pipeline]): [string, Stage] => {
    if (!isArray(pipeline))
      throw new CommandError(40169, `arguments to $facet must be arrays, ${name} is not`);
    for (const stage of pipeline) {
      const [operator] = stageEntry(stage);
      if (['$facet', '$out', '$merge', '$collStats', '$geoNear'].includes(operator)) {
        throw new CommandError(
          40600,
          `${operator} is not allowed to be used within a $facet stage`,
        );
      }
    }
    return [name, compileStages(pipeline, context)];
  });
  if (facets.length === 0)
    throw new CommandError(40169, 'the $facet specification must be a non-empty object');
  return async function* (input) {
    const all: Doc[][] = [];
    const memory = new Memory('$facet');
    for await (const docs of input) {
      all.push(docs);
      memory.add(heapSize(docs));
    }
    const result: Doc = {};
    for (const [name, stage] of facets) {
      const docs: Doc[] = [];
      for await (const batch of stage(streamOf(all))) docs.push(...batch);
      setField(result, name, docs);
    }
    yield [result];
  };
}

export async function* streamOf(batches: Iterable<Doc[]>): AsyncGenerator<Doc[]> {
  yield* batches;
}

function sampleStage(spec: Value): Stage {
  const size = stageCount('$sample', specOf('$sample', spec).size, 1);
  return async function* (input) {
    const chosen: Doc[] = [];
    const memory = new Memory('$sample');
    let seen = 0;
    for await (const docs of input) {
      for (const doc of docs) {
        seen++;
        const at = chosen.length < size ? chosen.length : Math.floor(Math.random() * seen);
        if (at >= size) continue;
        memory.add(heapSize(doc) - heapSize(chosen[at] ?? null));
        chosen[at] = doc;
      }
    }
    yield chosen;
  };
}

const STAGES: Readonly<Record<string, StageCompiler>> = {
  $match: matchStage,
  $limit: (spec) => windowStage({ limit: stageCount('$limit', spec, 1) }),
  $skip: (spec) => windowStage({ skip: stageCount('$skip', spec, 0) }),
  $sort: sortStage,
  $group: groupStage,
  $bucket: bucketStage,
  $count: countStage,
  $sortByCount: sortByCountStage,
  $unwind: unwindStage,
  $facet: facetStage,
  $sample: sampleStage,
  $lookup: lookupStage,
  $unionWith: unionStage,
};

export const STAGE_NAMES: readonly string[] = [
  ...Object.keys(STAGES),
  ...Object.keys(DOCUMENT_STAGES),
  '$out',
  '$merge',
].sort();

/** Compiles a pipeline and validates every stage before the first document is read. */
export function compileStages(pipeline: readonly Value[], context: PipelineContext): Stage {
  const stages = pipeline.map((entry) => {
    const [name, spec] = stageEntry(entry);
    const document = entryOf(DOCUMENT_STAGES, name);
    if (document) {
      const transform = document(spec, context.scope);
      return mapBatches((docs) => docs.map(transform));
    }
    const compile = entryOf(STAGES, name);
    if (compile) return compile(spec, context);
    if (name === '$out' || name === '$merge') {
      throw new CommandError(40601, `${name} can only be the final stage in the pipeline`);
    }
    if (name === '$changeStream') throw notSupported('$changeStream inside a pipeline');
    throw new CommandError(
      40324,
      `Unrecognized pipeline stage name: '${name}': not supported by the embedded server`,
    );
  });
  return (input) => stages.reduce((stream, stage) => stage(stream), input);
}

export const requirePipeline = (pipeline: Value): Value[] => {
  if (!isArray(pipeline)) throw failedToParse("'pipeline' option must be specified as an array");
  return pipeline;
};
