import type { Connection, Query, Schema } from 'mongoose';
import { currentContext } from '../request-context.js';

/** Milliseconds that a MongoDB command may take in jobs and at start, where no client waits. */
const BACKGROUND_MS = 60_000;

/** A retried transaction has exceeded its caller's deadline; `cause` is the last error. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** Milliseconds that one MongoDB command may take in the current context. */
export function commandTimeoutMs(): number {
  return currentContext().timeoutMs ?? BACKGROUND_MS;
}

/**
 * Wraps `attempt` for a caller that retries it: once the context's `timeoutMs` has passed since this call, it throws
 * {@link DeadlineExceeded} instead of starting again. Without a `timeoutMs` it always starts again.
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
 * Sets `maxTimeMS` on every query and aggregation of this connection's models, so that MongoDB itself ends those that
 * no client waits for any more. The driver's heartbeat detects a server that does not respond at all.
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
