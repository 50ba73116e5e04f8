import { Long } from 'bson';
import { collationOf } from '../bson/collation.js';
import { encodeAnswer } from '../bson/encode.js';
import { isDoc, type Value } from '../bson/types.js';
import { CommandError, notSupported } from '../errors.js';
import type { Stream } from '../pipeline/context.js';
import { contextOf, readStored, runPipeline } from '../pipeline/pipeline.js';
import { Pacer } from '../pipeline/read.js';
import { compileStages, requirePipeline, streamOf } from '../pipeline/stages.js';
import { type Handler, isSnapshot, readView, scopeOf } from './context.js';
import { outputOf } from './output.js';
import { batchSizeOf } from './read.js';

export const aggregate: Handler = async (engine, request) => {
  const { command, database } = request;
  const texts = collationOf(command.collation);
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
  const scope = scopeOf(command);
  const context = contextOf({ view, database, scope, pacer: new Pacer(request.limit) });
  const { aggregate: collection, hint } = command;
  const hasCollection = typeof collection === 'string';
  const ns = `${database}.${hasCollection ? collection : '$cmd.aggregate'}`;
  const run = (stages: Value[]): Stream =>
    hasCollection
      ? runPipeline(ns, stages, context, {}, hint)
      : compileStages(stages, context)(streamOf([]));
  const release = () => view.release();
  const { transaction, limit } = request;
  const snapshot = isSnapshot(request);
  const cursor = { ns, release, transaction, limit, snapshot };
  const batchSize = batchSizeOf(command.cursor);
  const stored = hasCollection ? readStored(ns, pipeline, context, { hint, texts }) : undefined;
  if (stored)
    return engine.cursors.start({ ...cursor, source: stored, keep: () => view.keep() }, batchSize);
  if (texts) throw notSupported('a collation of other stages than those of a query');
  const output = outputOf(engine, request, pipeline, scope);
  if (output && snapshot)
    throw notSupported('$out and $merge with readConcern level snapshot', 246);
  view.keep();
  if (!output) {
    const source = encoded(lazily(() => run(pipeline), release));
    return engine.cursors.start({ ...cursor, source }, batchSize);
  }
  try {
    await output(run(pipeline.slice(0, -1)));
  } finally {
    release();
  }
  return { cursor: { firstBatch: [], id: Long.ZERO, ns } };
};

/** Releases the view when compilation fails, as a failed read does. */
function lazily(start: () => Stream, release: () => void): Stream {
  try {
    return start();
  } catch (error) {
    release();
    throw error;
  }
}

async function* encoded(stream: Stream): AsyncGenerator<Buffer[]> {
  for await (const docs of stream) yield docs.map(encodeAnswer);
}
