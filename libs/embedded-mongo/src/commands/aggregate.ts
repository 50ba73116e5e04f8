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
  const pacer = new Pacer(request.limit);
  const context = contextOf({ view, database, scope, pacer });
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
    typeof collection === 'string'
      ? readStored(ns, pipeline, context, { hint: command.hint, texts })
      : undefined;
  if (stored) {
    const options = { ...cursor, source: stored, keep: () => view.keep() };
    return engine.cursors.start(options, batchSizeOf(command.cursor));
  }
  if (texts) throw notSupported('a collation of other stages than those of a query');
  const output = outputOf(engine, request, pipeline, scope);
  if (output && snapshot)
    throw notSupported('$out and $merge with readConcern level snapshot', 246);
  view.keep();
  if (output) {
    try {
      await output(run(pipeline.slice(0, -1)));
    } finally {
      release();
    }
    return { cursor: { firstBatch: [], id: Long.ZERO, ns } };
  }
  return engine.cursors.start(
    { ...cursor, source: encoded(lazily(() => run(pipeline), release)) },
    batchSizeOf(command.cursor),
  );
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
