import { type Doc, isDoc } from '../bson/types.js';
import { CommandError, typeMismatch } from '../errors.js';
import type { Scope } from '../expressions/compile.js';
import { scopeOfLet } from '../pipeline/variables.js';
import type { Cursors } from '../server/cursors.js';
import type { Session, Sessions, StatementResults } from '../server/sessions.js';
import type { TimeLimit } from '../server/time-limit.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transaction.js';
import { View } from '../storage/view.js';

/** The state that all commands share. */
export interface Engine {
  store: Store;
  cursors: Cursors;
  sessions: Sessions;
  /** `host:port` at which clients connect. */
  address: string;
  nextConnectionId(): number;
}

/** One received command. */
export interface Request {
  name: string;
  /** Its `documents`, to insert, are encoded. */
  command: Doc;
  database: string;
  session: Session | undefined;
  transaction: Transaction | undefined;
  /** Results of an earlier attempt of this retryable write; undefined if it is not retryable. */
  retried: StatementResults | undefined;
  /** Called before each statement of a retryable write; throws where a fail point is active. */
  beforeWrite: (() => void) | undefined;
  /** From `maxTimeMS`; undefined: no limit. */
  limit: TimeLimit | undefined;
}

export type Handler = (engine: Engine, request: Request) => Doc | Promise<Doc>;

/** The namespace of a command such as `{ find: 'orders' }`. */
export function namespaceOf({ name, command, database }: Request): string {
  const collection = command[name];
  if (typeof collection !== 'string' || collection === '') {
    throw new CommandError(
      73,
      `Invalid namespace specified: collection name has invalid type in '${name}'`,
    );
  }
  return `${database}.${collection}`;
}

/** The view of a read: its transaction's, or the current state, which `keep` turns into a snapshot. */
export const readView = (engine: Engine, { transaction }: Request): View =>
  transaction ? View.ofTransaction(engine.store, transaction) : View.ofPresent(engine.store);

/** Whether a read outside a transaction asks for a snapshot; its reply then contains `atClusterTime`. */
export const isSnapshot = ({ command: { readConcern }, transaction }: Request): boolean =>
  !transaction && isDoc(readConcern) && readConcern.level === 'snapshot';

export const scopeOf = (command: Doc): Scope => scopeOfLet(command.let);

export function documentOption(command: Doc, name: string): Doc {
  const value = command[name] ?? {};
  if (!isDoc(value))
    throw typeMismatch(`BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}
