import { optionNumber } from '../bson/numbers.js';
import type { Doc } from '../bson/types.js';
import { aggregate } from '../commands/aggregate.js';
import { catalogueCommands } from '../commands/catalogue.js';
import type { Engine, Handler, Request } from '../commands/context.js';
import { diagnosticCommands } from '../commands/diagnostics.js';
import { explain } from '../commands/explain.js';
import { indexCommands } from '../commands/indexes.js';
import { checkOptions, maxTimeOf } from '../commands/options.js';
import { readCommands } from '../commands/read.js';
import { writeCommands } from '../commands/write.js';
import { CommandError } from '../errors.js';
import { wordSet } from '../word-set.js';
import type { Connection } from './connection.js';
import { RETRYABLE_COMMANDS } from './error-labels.js';
import type { Session } from './sessions.js';
import { TimeLimit } from './time-limit.js';

const COMMANDS = new Map<string, Handler>(
  Object.entries({
    ...diagnosticCommands,
    ...catalogueCommands,
    ...indexCommands,
    ...readCommands,
    ...writeCommands,
    aggregate,
    explain,
  }),
);

export const COMMAND_NAMES: readonly string[] = [
  ...COMMANDS.keys(),
  'commitTransaction',
  'abortTransaction',
].sort();

const IN_TRANSACTION = new Set([
  ...RETRYABLE_COMMANDS,
  ...wordSet('find getMore killCursors aggregate distinct create createIndexes'),
  ...wordSet('commitTransaction abortTransaction'),
]);

/**
 * Runs one command: finds its session and transaction, and applies the rules of retryable writes. `beforeWrite` is
 * called before each statement of a retryable write and before a commit; an error it throws fails them.
 */
export function dispatch(
  engine: Engine,
  command: Doc,
  connection: Connection,
  beforeWrite: (() => void) | undefined,
): Doc | Promise<Doc> {
  const [name = ''] = Object.keys(command);
  const handler = COMMANDS.get(name);
  const ending = name === 'commitTransaction' || name === 'abortTransaction';
  if (!handler && !ending) {
    throw new CommandError(59, `no such command: '${name}' (not supported by the embedded server)`);
  }
  checkOptions(command);
  const maxTimeMS = maxTimeOf(command);
  const request: Request = {
    name,
    command,
    database: String(command.$db ?? 'admin'),
    session: undefined,
    transaction: undefined,
    retried: undefined,
    beforeWrite,
    limit: maxTimeMS > 0 ? new TimeLimit(maxTimeMS) : undefined,
  };
  const run = () => handler?.(engine, request) ?? {};
  if (command.lsid === undefined || command.txnNumber === undefined) {
    if (ending || command.autocommit !== undefined)
      throw new CommandError(72, 'Transaction commands need a session and a txnNumber');
    return run();
  }
  const session = engine.sessions.get(command.lsid);
  request.session = session;
  const number = optionNumber(command.txnNumber, Number.NaN);
  if (command.autocommit === false) {
    session.connection = connection;
    return inTransaction(engine, request, session, number, run);
  }
  if (ending) throw new CommandError(72, `'${name}' needs autocommit: false`);
  if (!RETRYABLE_COMMANDS.has(name)) return run();
  return retryable(engine, request, session, number, run);
}

async function retryable(
  engine: Engine,
  request: Request,
  session: Session,
  number: number,
  run: () => Doc | Promise<Doc>,
): Promise<Doc> {
  // a retry that arrives while the first attempt still runs waits for its result
  const turn = session.running.then(async () => {
    request.limit?.check();
    request.retried = engine.sessions.beginRetryable(session, number);
    return run();
  });
  session.running = turn.catch(() => undefined);
  return turn;
}

async function inTransaction(
  engine: Engine,
  request: Request,
  session: Session,
  number: number,
  run: () => Doc | Promise<Doc>,
): Promise<Doc> {
  const { sessions } = engine;
  const { name, command } = request;
  if (!IN_TRANSACTION.has(name)) {
    throw new CommandError(263, `Cannot run '${name}' in a multi-document transaction.`);
  }
  if (name === 'commitTransaction') {
    request.beforeWrite?.();
    await sessions.commit(session, number);
    return {};
  }
  if (name === 'abortTransaction') {
    sessions.activeTransaction(session, number);
    sessions.abort(session);
    return {};
  }
  request.transaction =
    command.startTransaction === true
      ? sessions.beginTransaction(session, number)
      : sessions.activeTransaction(session, number);
  try {
    const reply = await run();
    if ('writeErrors' in reply) sessions.abort(session);
    return reply;
  } catch (error) {
    sessions.abort(session);
    throw error;
  }
}
