import type { Connection, Query, Schema } from 'mongoose';
import { currentContext } from '../request-context.js';

/** Milliseconds that a command to MongoDB may take where nobody waits for an answer: in jobs and at start. */
const BACKGROUND_MS = 60_000;

/** A transaction was retried for longer than its caller waits; `cause` is the last error. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** Milliseconds that one command to MongoDB may take for the work at hand. */
export function commandTimeoutMs(): number {
  return currentContext().timeoutMs ?? BACKGROUND_MS;
}

/**
 * Wraps `attempt` for a caller that retries it: it throws {@link DeadlineExceeded} instead of starting again once the
 * caller of this function has waited for longer than one command may take. Without a `timeoutMs` in the context it
 * always starts again.
 */
export function untilDeadline<Argument, Result>(
  attempt: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  const startedAt = performance.now();
  const { timeoutMs = Number.POSITIVE_INFINITY } = currentContext();
  let cause: unknown;
  return async (argument) => {
    if (performance.now() - startedAt > timeoutMs)
      throw new DeadlineExceeded('the database took too long', { cause });
    try {
      return await attempt(argument);
    } catch (error) {
      cause = error;
      throw error;
    }
  };
}

const QUERIES = /^(count|delete|distinct|estimated|find|replace|update)/;

/**
 * Gives every query and aggregation of this connection's models `maxTimeMS`, so that MongoDB itself ends what nobody
 * waits for any more. A server that does not respond at all is noticed by the driver's heartbeat.
 */
export function limitQueries(connection: Connection): Connection {
  connection.plugin((schema: Schema) => {
    schema.pre(QUERIES, function (this: Query<unknown, unknown>) {
      this.setOptions({ maxTimeMS: commandTimeoutMs(), ...this.getOptions() });
    });
    schema.pre('aggregate', function () {
      this.options.maxTimeMS ??= commandTimeoutMs();
    });
  });
  return connection;
}
