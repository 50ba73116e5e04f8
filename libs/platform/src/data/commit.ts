import { setTimeout } from 'node:timers/promises';
import { type ClientSession, mongo } from 'mongoose';
import { Backoff } from '../timing.js';

const LOOK_FIRST = 'This may have been stored. Please look before you try again';
/** Milliseconds before an unanswered commit is sent again: first and maximum. */
const RETRY_MS = { first: 10, most: 500 };

/** It is unknown whether a transaction was committed; the message is for people, `cause` the last error. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/**
 * Commits, and repeats the commit until the database reports the outcome, as it does for every repetition. Returns an
 * error if there is no answer until `deadline` (`performance.now()`). Throws the database's refusal, after which
 * nothing is stored.
 *
 * The driver repeats a commit too, but for two minutes, and not if it finds no server meanwhile.
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

/** Whether the database itself answered that nothing was committed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError &&
  !(error instanceof mongo.MongoWriteConcernError) &&
  error.code !== MAX_TIME_EXCEEDED &&
  !error.hasErrorLabel('RetryableWriteError') &&
  !error.hasErrorLabel('UnknownTransactionCommitResult');

/** Whether this process has closed its connection, so that it cannot ask again. */
const isClosed = (error: unknown): boolean => error instanceof mongo.MongoAPIError;
