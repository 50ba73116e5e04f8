import type { Connection, Query, Schema } from 'mongoose';
import { currentContext } from '../request-context.js';

/** Milliseconds that a command to MongoDB may take where nobody waits for an answer: in jobs and at start. */
const WORK_MS = 60_000;

/** A transaction that was tried again and again until nobody waited for it any more; `cause` is what went wrong last. */
export class TriedTooLong extends Error {
  override readonly name = 'TriedTooLong';
}

/** Milliseconds that one command to MongoDB may take for whoever waits for it. */
export function patienceMs(): number {
  return currentContext().patienceMs ?? WORK_MS;
}

/**
 * Counts the time of tries of the same thing. The function that it answers is asked before each, with what went wrong
 * before, and throws {@link TriedTooLong} where somebody has waited for long enough.
 */
export function untilImpatient(): (cause?: unknown) => void {
  const began = performance.now();
  const most = currentContext().patienceMs ?? Number.POSITIVE_INFINITY;
  return (cause) => {
    if (performance.now() - began > most)
      throw new TriedTooLong('the database took too long', { cause });
  };
}

const QUERIES = /^(count|delete|distinct|estimated|find|replace|update)/;

/**
 * Gives every query and aggregation of this connection's models `maxTimeMS`, so that MongoDB itself ends what nobody
 * waits for any more. A server that says nothing at all is noticed by the driver's heartbeat, which ends what waits
 * for it.
 */
export function limitQueries(connection: Connection): Connection {
  connection.plugin((schema: Schema) => {
    schema.pre(QUERIES, function (this: Query<unknown, unknown>) {
      this.setOptions({ maxTimeMS: patienceMs(), ...this.getOptions() });
    });
    schema.pre('aggregate', function () {
      this.options.maxTimeMS ??= patienceMs();
    });
  });
  return connection;
}
