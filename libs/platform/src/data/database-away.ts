import { mongo } from 'mongoose';
import { TriedTooLong } from './patience.js';

/** What servers say that are going away or have just lost their rank: another one answers soon. */
const GOING = new Set([91, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);
/** What it says of a command that took longer than whoever asked would wait. */
const TOO_SLOW = 50;
/** What a socket says whose other end is gone: the driver hands it on as it is when that ends a long write. */
const BROKEN = new Set<unknown>(['ECONNRESET', 'EPIPE']);

/**
 * Whether the database could not be reached, went away amid the work, or took too long for it. It says nothing against
 * what was asked: the same again later may do.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  return (
    error instanceof TriedTooLong ||
    ('code' in error && BROKEN.has(error.code)) ||
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoClientClosedError ||
    // the driver does not export it: nobody gave a connection back in time
    error.name === 'MongoWaitQueueTimeoutError' ||
    // a write of many has what went wrong inside
    (error instanceof mongo.MongoServerError &&
      (GOING.has(Number(error.code)) ||
        Number(error.code) === TOO_SLOW ||
        isDatabaseAway(error.errorResponse))) ||
    isDatabaseAway(error.cause)
  );
}
