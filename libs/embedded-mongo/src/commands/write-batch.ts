import { optionNumber } from '../bson/numbers.js';
import { type Doc, isArray, isDoc } from '../bson/types.js';
import { CommandError, failedToParse, typeMismatch } from '../errors.js';
import { RETRYABLE_CODES } from '../server/error-labels.js';
import type { Engine, Request } from './context.js';

const MAX_STATEMENTS = 100_000;

/** Errors that end the whole command instead of being reported for their statement. */
const ENDS_COMMAND = new Set([50, 112, 246, 251, ...RETRYABLE_CODES]);

interface Progress {
  results: (Doc | undefined)[];
  errors: Doc[];
  retriedIds: number[];
}

type Execute = (index: number, commit: (result: Doc) => void) => Promise<Doc>;

/**
 * Runs the statements of a write command in order and reuses the results of an earlier attempt. An error stops an
 * ordered command; an unordered one records it and continues.
 */
export async function runAll(request: Request, count: number, execute: Execute): Promise<Progress> {
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
      request.limit?.check();
      progress.results[index] = await execute(index, (result) => request.retried?.set(id, result));
    } catch (error) {
      if (!(error instanceof CommandError) || ENDS_COMMAND.has(error.code)) throw error;
      progress.errors.push(writeError(error, index));
      // any error aborts the transaction, so no further statement can run
      if (ordered || request.transaction) break;
    }
  }
  return progress;
}

export function statementId(command: Doc, index: number): number {
  if (isArray(command.stmtIds)) return optionNumber(command.stmtIds[index], index);
  return optionNumber(command.stmtId, 0) + index;
}

const writeError = (error: CommandError, index: number): Doc => ({
  index,
  code: error.code,
  ...error.details,
  errmsg: error.message,
});

export function writeReply(counts: Doc, { errors, retriedIds }: Progress): Doc {
  return {
    ...counts,
    ...(errors.length > 0 ? { writeErrors: errors } : {}),
    ...(retriedIds.length > 0 ? { retriedStmtIds: retriedIds } : {}),
  };
}

export const total = ({ results }: Progress, field: string): number =>
  results.reduce<number>((sum, result) => sum + Number(result?.[field] ?? 0), 0);

/** Stores the results of a retryable write; called in the batch of its data. */
export function saveResults({ sessions }: Engine, { session, retried }: Request): void {
  if (session && retried) sessions.save(session);
}

export function statementsOf(request: Request, field: string): Doc[] {
  const list = request.command[field];
  if (!isArray(list)) throw failedToParse(`BSON field '${field}' is missing but a required field`);
  return list.map((one) => {
    if (!isDoc(one)) throw typeMismatch(`BSON field '${field}' must contain objects`);
    return one;
  });
}
