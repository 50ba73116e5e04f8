import { type Doc, isDoc, setField, type Value } from '../bson/types.js';
import type { Scope } from '../expressions/compile.js';
import type { View } from '../storage/view.js';
import type { Pacer } from './read.js';

/** Documents passing through a pipeline in batches; only a stage that must holds the whole result. */
export type Stream = AsyncIterable<Doc[]>;
export type Stage = (input: Stream) => Stream;

export interface PipelineContext {
  view: View;
  database: string;
  scope: Scope;
  pacer: Pacer;
  /** Runs the pipeline of a join over another collection; `filter` is applied before its first stage. */
  run(ns: string, pipeline: readonly Value[], context: PipelineContext, filter?: Doc): Stream;
  /** Throws for an invalid pipeline of a join, even if it will never run. */
  check(pipeline: readonly Value[], scope: Scope): void;
}

/** A copy of the document with another value at a path; undefined removes the field. */
export function replaceAt(doc: Doc, path: readonly string[], value: Value): Doc {
  const [head = '', ...rest] = path;
  const copy: Doc = { ...doc };
  const inner =
    rest.length === 0 ? value : replaceAt(isDoc(doc[head]) ? doc[head] : {}, rest, value);
  if (inner === undefined) delete copy[head];
  else setField(copy, head, inner);
  return copy;
}
