import { encode } from '../bson/encode.js';
import type { Doc, Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import type { Collection } from '../storage/catalog.js';
import { View } from '../storage/view.js';
import type { Engine, Request } from './context.js';
import { batchSizeOf } from './read.js';

/** The view of a command that writes outside a batch: its transaction's, or the writer's. */
export const viewFor = ({ store }: Engine, { transaction }: Request): View =>
  transaction ? View.ofTransaction(store, transaction) : new View(store);

export function requireCollection(engine: Engine, ns: string): Collection {
  const collection = engine.store.collections.get(ns);
  if (!collection) throw new CommandError(26, `ns does not exist: ${ns}`);
  return collection;
}

/** A cursor over a complete list. */
export const listed = (engine: Engine, ns: string, docs: Doc[], options: Value) => {
  return engine.cursors.start(
    { ns, source: [docs.map(encode)].values(), release: () => undefined },
    batchSizeOf(options),
  );
};
