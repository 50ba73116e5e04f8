import { encode } from '../bson/codec.js';
import { isTruthy, optionNumber } from '../bson/numbers.js';
import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { CommandError, failedToParse } from '../errors.js';
import type { Scope } from '../expressions/compile.js';
import { compileProjection } from '../pipeline/projection.js';
import { refuseCollation } from '../storage/catalog.js';
import { View } from '../storage/view.js';
import {
  documentOption,
  type Engine,
  type Handler,
  namespaceOf,
  type Request,
  scopeOf,
} from './context.js';
import {
  insertable,
  insertDocument,
  type Outcome,
  runInTransaction,
  runStatement,
  type Statement,
} from './statements.js';

const MAX_STATEMENTS = 100_000;
const SLICE_MS = 8;

/** Errors that end the whole command instead of being reported for their statement. */
const ENDS_COMMAND = new Set([112, 246, 251]);

interface Progress {
  results: (Doc | undefined)[];
  errors: Doc[];
  retriedIds: number[];
}

type Execute = (index: number, commit: (result: Doc) => void) => Promise<Doc>;

/**
 * Runs the statements of a write command in order. Results of an earlier attempt are taken over; an error stops an
 * ordered command and is noted by an unordered one.
 */
async function runAll(request: Request, count: number, execute: Execute): Promise<Progress> {
  if (count < 1 || count > MAX_STATEMENTS) {
    throw new CommandError(
      16,
      `Write batch sizes must be between 1 and ${MAX_STATEMENTS}. Got ${count} operations.`,
    );
  }
  const progress: Progress = { results: [], errors: [], retriedIds: [] };
  const ordered = request.command.ordered !== false;
  for (let index = 0; index < count; index++) {
    const id = statementId(request.command, index);
    const earlier = request.retried?.get(id);
    if (earlier) {
      progress.results[index] = earlier;
      progress.retriedIds.push(id);
      continue;
    }
    try {
      progress.results[index] = await execute(index, (result) => request.retried?.set(id, result));
    } catch (error) {
      if (!(error instanceof CommandError) || ENDS_COMMAND.has(error.code)) throw error;
      progress.errors.push(writeError(error, index));
      // any error inside a transaction aborts it: there is nothing to go on with
      if (ordered || request.transaction) break;
    }
  }
  return progress;
}

function statementId(command: Doc, index: number): number {
  if (isArray(command.stmtIds)) return optionNumber(command.stmtIds[index], index);
  return optionNumber(command.stmtId, 0) + index;
}

const writeError = (error: CommandError, index: number): Doc => ({
  index,
  code: error.code,
  ...error.details,
  errmsg: error.message,
});

function writeReply(counts: Doc, { errors, retriedIds }: Progress): Doc {
  return {
    ...counts,
    ...(errors.length > 0 ? { writeErrors: errors } : {}),
    ...(retriedIds.length > 0 ? { retriedStmtIds: retriedIds } : {}),
  };
}

const total = ({ results }: Progress, field: string): number =>
  results.reduce<number>((sum, result) => sum + Number(result?.[field] ?? 0), 0);

/** Stores the results of a retryable write with the data. */
const saver =
  (engine: Engine, { session, retried }: Request) =>
  () => {
    if (session && retried) engine.sessions.save(session);
  };

function statementsOf(request: Request, field: string): Doc[] {
  const list = request.command[field];
  if (!isArray(list)) throw failedToParse(`BSON field '${field}' is missing but a required field`);
  return list.map((one) => {
    if (!isDoc(one)) throw new CommandError(14, `BSON field '${field}' must contain objects`);
    return one;
  });
}

const insert: Handler = async (engine, request) => {
  const ns = namespaceOf(request);
  const raws = request.sequences.get('documents') ?? statementsOf(request, 'documents').map(encode);
  const { store } = engine;
  const save = saver(engine, request);
  const { transaction } = request;
  // consecutive documents share one batch; `prepared` is where the batch before has stopped
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
            ready[prepared] = tryInsert(view, ns, raw);
            if (!(ready[prepared] instanceof CommandError)) commit(prepared);
            else if (request.command.ordered !== false) break;
          }
          prepared++;
        }
      } finally {
        if (prepared >= from) save();
      }
    });
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

/** Errors of one document become its result; waiting for a transaction must reach the batch. */
function tryInsert(view: View, ns: string, raw: Buffer): Doc | CommandError {
  try {
    insertDocument(view, ns, insertable(raw));
    return { n: 1 };
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

async function execute(
  engine: Engine,
  request: Request,
  statement: Statement,
  toResult: (outcome: Outcome) => Doc,
  commit: (result: Doc) => void,
): Promise<Doc> {
  const { store } = engine;
  if (request.transaction)
    return toResult(await runInTransaction(store, request.transaction, statement));
  const save = saver(engine, request);
  const outcome = await runStatement(store, statement, (done) => {
    if (!request.retried) return;
    commit(toResult(done));
    save();
  });
  return toResult(outcome);
}

function updateStatement(ns: string, spec: Doc, scope: Scope): Statement {
  refuseCollation(spec.collation);
  const multi = isTruthy(spec.multi);
  const replacement = isDoc(spec.u) && !Object.keys(spec.u)[0]?.startsWith('$');
  if (multi && replacement)
    throw failedToParse('multi update is not supported for replacement-style update');
  if (multi && spec.sort !== undefined) throw failedToParse('Cannot specify sort with multi=true');
  const constants = isDoc(spec.c) ? { root: undefined, vars: { ...scope.vars, ...spec.c } } : scope;
  return {
    ns,
    query: {
      filter: documentOption(spec, 'q'),
      sort: isDoc(spec.sort) ? spec.sort : undefined,
      hint: spec.hint,
      scope: constants,
    },
    update: { spec: spec.u, arrayFilters: spec.arrayFilters, upsert: isTruthy(spec.upsert) },
    multi,
  };
}

const update: Handler = async (engine, request) => {
  const ns = namespaceOf(request);
  const updates = statementsOf(request, 'updates');
  if (request.retried && updates.some(({ multi }) => isTruthy(multi))) throw multiNotRetryable();
  const scope = scopeOf(request.command);
  const toResult = ({ matched, modified, upsertedId }: Outcome): Doc =>
    upsertedId === undefined
      ? { n: matched, nModified: modified }
      : { n: 1, nModified: 0, upserted: { _id: upsertedId } };
  const progress = await runAll(request, updates.length, (index, commit) => {
    const statement = updateStatement(ns, updates[index] ?? {}, scope);
    return execute(engine, request, statement, toResult, commit);
  });
  const upserted = progress.results.flatMap((result, index) =>
    isDoc(result?.upserted) ? [{ index, _id: result.upserted._id }] : [],
  );
  const counts = { n: total(progress, 'n'), nModified: total(progress, 'nModified') };
  return writeReply(upserted.length > 0 ? { ...counts, upserted } : counts, progress);
};

const multiNotRetryable = () =>
  new CommandError(72, 'Cannot use retryable writes with multi=true or limit=0');

const remove: Handler = async (engine, request) => {
  const ns = namespaceOf(request);
  const deletes = statementsOf(request, 'deletes');
  if (request.retried && deletes.some(({ limit }) => !isTruthy(limit))) throw multiNotRetryable();
  const scope = scopeOf(request.command);
  const progress = await runAll(request, deletes.length, (index, commit) => {
    const spec = deletes[index] ?? {};
    refuseCollation(spec.collation);
    const limit = optionNumber(spec.limit, Number.NaN);
    if (limit !== 0 && limit !== 1)
      throw failedToParse(
        `The limit field in delete objects must be 0 or 1. Got ${String(spec.limit)}`,
      );
    const statement: Statement = {
      ns,
      query: { filter: documentOption(spec, 'q'), hint: spec.hint, scope },
      multi: limit === 0,
    };
    return execute(engine, request, statement, ({ matched }) => ({ n: matched }), commit);
  });
  return writeReply({ n: total(progress, 'n') }, progress);
};

function findAndModifyReply(command: Doc, scope: Scope): (outcome: Outcome) => Doc {
  const fields = documentOption(command, 'fields');
  const filter = documentOption(command, 'query');
  const project =
    Object.keys(fields).length > 0
      ? compileProjection(fields, { scope, find: { filter } })
      : undefined;
  const shown = (doc: Doc | undefined): Value => (doc && project ? project(doc) : (doc ?? null));
  return ({ matched, upsertedId, before, after }) => {
    if (isTruthy(command.remove)) return { lastErrorObject: { n: matched }, value: shown(before) };
    const inserted = upsertedId !== undefined;
    return {
      lastErrorObject: {
        n: inserted ? 1 : matched,
        updatedExisting: matched > 0,
        ...(inserted ? { upserted: upsertedId } : {}),
      },
      value: shown(isTruthy(command.new) ? after : before),
    };
  };
}

const findAndModify: Handler = async (engine, request) => {
  const { command } = request;
  refuseCollation(command.collation);
  const removing = isTruthy(command.remove);
  if (removing === (command.update !== undefined)) {
    throw failedToParse(
      removing
        ? 'Cannot specify both an update and remove=true'
        : 'Either an update or remove=true must be specified',
    );
  }
  if (removing && isTruthy(command.upsert))
    throw failedToParse('Cannot specify both upsert=true and remove=true');
  if (removing && isTruthy(command.new))
    throw failedToParse(
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  const scope = scopeOf(command);
  const earlier = request.retried?.get(0);
  if (earlier) return { ...earlier, retriedStmtId: 0 };
  const sort = documentOption(command, 'sort');
  const statement: Statement = {
    ns: namespaceOf(request),
    query: {
      filter: documentOption(command, 'query'),
      sort: Object.keys(sort).length > 0 ? sort : undefined,
      hint: command.hint,
      scope,
    },
    update: removing
      ? undefined
      : {
          spec: command.update,
          arrayFilters: command.arrayFilters,
          upsert: isTruthy(command.upsert),
        },
    multi: false,
  };
  return execute(engine, request, statement, findAndModifyReply(command, scope), (result) =>
    request.retried?.set(0, result),
  );
};

export const writeCommands: Readonly<Record<string, Handler>> = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
};
