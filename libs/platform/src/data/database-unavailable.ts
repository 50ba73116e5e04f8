import { mongo } from 'mongoose';
import { DeadlineExceeded } from './deadlines.js';

/** Codes of a server that shuts down or has just stepped down: another primary answers soon. */
const NOT_PRIMARY = new Set([91, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);
/** Code of a command that exceeded its `maxTimeMS`. */
const MAX_TIME_EXPIRED = 50;
/** Codes of a broken socket: the driver passes them on as they are when a long write breaks off. */
const BROKEN = new Set<unknown>(['ECONNRESET', 'EPIPE']);

/**
 * Whether the database could not be reached, was lost during the work, or took too long. The same request may succeed
 * later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  return (
    error instanceof DeadlineExceeded ||
    ('code' in error && BROKEN.has(error.code)) ||
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoClientClosedError ||
    // The driver does not export it: no connection became free in time.
    error.name === 'MongoWaitQueueTimeoutError' ||
    // A bulk write has the cause inside.
    (error instanceof mongo.MongoServerError &&
      (NOT_PRIMARY.has(Number(error.code)) ||
        Number(error.code) === MAX_TIME_EXPIRED ||
        isDatabaseUnavailable(error.errorResponse))) ||
    isDatabaseUnavailable(error.cause)
  );
}
