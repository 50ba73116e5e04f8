import type { Doc } from '../bson/types.js';
import type { CommandError } from '../errors.js';
import { wordSet } from '../word-set.js';

/** Error codes that the drivers' specification calls retryable. */
export const RETRYABLE_CODES: ReadonlySet<number> = new Set([
  6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);
/** Write conflict, snapshot no longer available, transaction no longer open. */
const TRANSIENT = new Set([24, 112, 246, 251, 267]);
export const RETRYABLE_COMMANDS = wordSet('insert update delete findAndModify findandmodify');
const ENDINGS = new Set(['commitTransaction', 'abortTransaction']);

const nameOf = (command: Doc): string => Object.keys(command)[0] ?? '';

/** Whether the command is a retryable write with a `txnNumber`, or ends a transaction. */
function isRetryable(command: Doc): boolean {
  const name = nameOf(command);
  if (ENDINGS.has(name)) return true;
  return (
    RETRYABLE_COMMANDS.has(name) &&
    command.txnNumber !== undefined &&
    command.autocommit === undefined
  );
}

/** The error labels for a failed command. */
export function labelsOf(command: Doc, { code, labels }: CommandError): readonly string[] {
  if (labels) return labels;
  const inTransaction = command.autocommit === false;
  const ending = ENDINGS.has(nameOf(command));
  if (inTransaction && (TRANSIENT.has(code) || (RETRYABLE_CODES.has(code) && !ending)))
    return ['TransientTransactionError'];
  return RETRYABLE_CODES.has(code) && isRetryable(command) ? ['RetryableWriteError'] : [];
}

/** The labels of a write concern error, with which the command itself succeeds. */
export const labelsOfConcern = (command: Doc, code: number): readonly string[] =>
  RETRYABLE_CODES.has(code) && isRetryable(command) ? ['RetryableWriteError'] : [];
