import { isTruthy, optionNumber } from '../bson/numbers.js';
import { type Doc, isDoc, type Value } from '../bson/types.js';
import { CommandError, failedToParse } from '../errors.js';
import type { Scope } from '../expressions/compile.js';
import { compileProjection } from '../pipeline/projection.js';
import {
  documentOption,
  type Engine,
  type Handler,
  namespaceOf,
  type Request,
  scopeOf,
} from './context.js';
import { insert } from './insert.js';
import { queryOf } from './read.js';
import { type Outcome, runInTransaction, runStatement, type Statement } from './statements.js';
import { runAll, saveResults, statementsOf, total, writeReply } from './write-batch.js';

async function execute(
  engine: Engine,
  request: Request,
  statement: Statement,
  toResult: (outcome: Outcome) => Doc,
  commit: (result: Doc) => void,
): Promise<Doc> {
  const { store } = engine;
  const { transaction, retried, beforeWrite, limit } = request;
  const limited = { ...statement, limit };
  if (transaction) return toResult(await runInTransaction(store, transaction, limited));
  if (retried) beforeWrite?.();
  const outcome = await runStatement(store, limited, (done) => {
    commit(toResult(done));
    saveResults(engine, request);
  });
  return toResult(outcome);
}

function updateStatement(ns: string, spec: Doc, scope: Scope): Statement {
  const multi = isTruthy(spec.multi);
  const replacement = isDoc(spec.u) && !Object.keys(spec.u)[0]?.startsWith('$');
  if (multi && replacement)
    throw failedToParse('multi update is not supported for replacement-style update');
  const constants = isDoc(spec.c) ? { root: undefined, vars: { ...scope.vars, ...spec.c } } : scope;
  return {
    ns,
    query: queryOf(spec, 'q', constants),
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
    const limit = optionNumber(spec.limit, Number.NaN);
    if (limit !== 0 && limit !== 1)
      throw failedToParse(
        `The limit field in delete objects must be 0 or 1. Got ${String(spec.limit)}`,
      );
    const statement: Statement = {
      ns,
      query: queryOf(spec, 'q', scope),
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
  const { update: spec, arrayFilters, upsert } = command;
  const statement: Statement = {
    ns: namespaceOf(request),
    query: queryOf(command, 'query', scope),
    update: removing ? undefined : { spec, arrayFilters, upsert: isTruthy(upsert) },
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
