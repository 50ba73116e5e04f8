import type { Doc } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { View } from '../storage/view.js';
import { type Handler, namespaceOf } from './context.js';
import { insertable, insertDocument } from './statements.js';
import {
  runAll,
  saveResults,
  statementId,
  statementsOf,
  total,
  writeReply,
} from './write-batch.js';

const SLICE_MS = 15;

export const insert: Handler = async (engine, request) => {
  const ns = namespaceOf(request);
  const raws = statementsOf(request, 'documents').flatMap((one) =>
    Buffer.isBuffer(one) ? [one] : [],
  );
  const { store } = engine;
  const { transaction } = request;
  // consecutive documents share one batch; `prepared` is where the previous batch stopped
  let prepared = 0;
  const ready: (Doc | CommandError)[] = [];
  const fill = async (from: number, commit: (index: number) => void) => {
    await store.batchWaiting(() => {
      const started = performance.now();
      const view = new View(store);
      try {
        while (prepared < raws.length && performance.now() - started < SLICE_MS) {
          const raw = raws[prepared];
          if (raw && !request.retried?.has(statementId(request.command, prepared))) {
            ready[prepared] = tryInsert(() => {
              if (request.retried) request.beforeWrite?.();
              insertDocument(view, ns, insertable(raw));
            });
            if (!(ready[prepared] instanceof CommandError)) commit(prepared);
            else if (request.command.ordered !== false) break;
          }
          prepared++;
        }
      } finally {
        if (prepared >= from) saveResults(engine, request);
      }
    }, request.limit);
  };
  const progress = await runAll(request, raws.length, async (index) => {
    const raw = raws[index];
    if (transaction && raw) {
      transaction.assertActive();
      insertDocument(View.ofTransaction(store, transaction), ns, insertable(raw));
      return { n: 1 };
    }
    while (!ready[index]) {
      await fill(index, (done) =>
        request.retried?.set(statementId(request.command, done), { n: 1 }),
      );
    }
    const result = ready[index];
    if (!result || result instanceof CommandError) throw result ?? new Error('no result');
    return result;
  });
  return writeReply({ n: total(progress, 'n') }, progress);
};

/** Returns the error of one document as its result; OwnedByTransaction is thrown on, so that the batch waits. */
function tryInsert(insertOne: () => void): Doc | CommandError {
  try {
    insertOne();
    return { n: 1 };
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}
