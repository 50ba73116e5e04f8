import { setTimeout } from 'node:timers/promises';
import { type ClientSession, mongo } from 'mongoose';
import { Backoff } from './backoff.js';

const LOOK_FIRST = 'This may have been stored. Please look before you try again';
/** Milliseconds before a commit without an answer is sent again, at first and at the most. */
const RETRY_MS = { first: 10, most: 500 };

/** Nobody knows whether a transaction was committed; the message is for people, `cause` the last error. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/**
 * Commits, and sends the commit again until the database says what has become of it: it does so for each commit that it
 * is asked about. Returns an error where there was no answer until `deadline` (`performance.now()`). Throws the refusal
 * of the database, after which nothing is stored.
 *
 * The driver repeats a commit too, but for two minutes, and not where it finds no server meanwhile.
 */
export async function commitUntil(
  session: ClientSession,
  deadline: number,
): Promise<CommitUnknown | null> {
  const backoff = new Backoff(RETRY_MS.first, RETRY_MS.most);
  for (;;) {
    try {
      await session.commitTransaction();
      return null;
    } catch (error) {
      if (isRefusal(error)) throw error;
      const waitMs = backoff.nextMs();
      if (isClosed(error) || performance.now() + waitMs > deadline)
        return new CommitUnknown(LOOK_FIRST, { cause: error });
      await setTimeout(waitMs);
    }
  }
}

const MAX_TIME_EXCEEDED = 50;

/** Whether it is the database's own answer that nothing was committed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError &&
  !(error instanceof mongo.MongoWriteConcernError) &&
  error.code !== MAX_TIME_EXCEEDED &&
  !error.hasErrorLabel('RetryableWriteError') &&
  !error.hasErrorLabel('UnknownTransactionCommitResult');

/** Whether this process has closed its connection: nothing more can be asked. */
const isClosed = (error: unknown): boolean => error instanceof mongo.MongoAPIError;
