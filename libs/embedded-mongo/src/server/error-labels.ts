import type { Doc } from '../bson/types.js';
import type { CommandError } from '../errors.js';

/** Errors after which the same command may succeed: those that the drivers' specification names. */
export const RETRYABLE_CODES: ReadonlySet<number> = new Set([
  6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);
/** A conflict, a snapshot that is gone, a transaction that is gone. */
const TRANSIENT = new Set([24, 112, 246, 251, 267]);
export const RETRYABLE_COMMANDS = new Set(
  'insert update delete findAndModify findandmodify'.split(' '),
);
const ENDINGS = new Set(['commitTransaction', 'abortTransaction']);

const nameOf = (command: Doc): string => Object.keys(command)[0] ?? '';

/** A write with a number that may be sent again, or the end of a transaction. */
function isRetryable(command: Doc): boolean {
  const name = nameOf(command);
  if (ENDINGS.has(name)) return true;
  return (
    RETRYABLE_COMMANDS.has(name) &&
    command.txnNumber !== undefined &&
    command.autocommit === undefined
  );
}

/** The labels of an error by the command it answers. */
export function labelsOf(command: Doc, { code, labels }: CommandError): readonly string[] {
  if (labels) return labels;
  const inTransaction = command.autocommit === false;
  const ending = ENDINGS.has(nameOf(command));
  if (inTransaction && (TRANSIENT.has(code) || (RETRYABLE_CODES.has(code) && !ending)))
    return ['TransientTransactionError'];
  return RETRYABLE_CODES.has(code) && isRetryable(command) ? ['RetryableWriteError'] : [];
}

/** The same for a write concern error, which does not say that the command has failed. */
export const labelsOfConcern = (command: Doc, code: number): readonly string[] =>
  RETRYABLE_CODES.has(code) && isRetryable(command) ? ['RetryableWriteError'] : [];
