import { Binary, Long } from 'bson';
import { decode } from '../bson/decode.js';
import { encode } from '../bson/encode.js';
import { keyText } from '../bson/keys.js';
import { optionNumber } from '../bson/numbers.js';
import { type Doc, isDoc, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { applyOverlay } from '../storage/document-write.js';
import type { Store } from '../storage/store.js';
import { noSuchTransaction, Transaction } from '../storage/transaction.js';
import type { Connection } from './connection.js';

/** Maximum age of a transaction in ms; limited because its snapshot keeps old pages alive. */
const TRANSACTION_MS = 60_000;
const SESSION_MS = 30 * 60_000;
/** After a connection closes, its client has this long to continue on another one before its transaction is aborted. */
const ORPHAN_MS = 1_000;

/** Results of the statements of one retryable command, by statement number. */
export type StatementResults = Map<number, Doc>;

export class Session {
  /** The highest transaction number seen; lower ones are refused. */
  number = -1;
  results: StatementResults = new Map();
  transaction: Transaction | undefined;
  committed = false;
  timer: NodeJS.Timeout | undefined;
  /** The connection of the transaction's last statement. */
  connection: Connection | undefined;
  /** The retryable command in progress; a retry waits for it. */
  running: Promise<unknown> = Promise.resolve();
  lastUsed = Date.now();

  constructor(readonly id: Buffer) {}
}

/**
 * Sessions with their transaction and the results of their last retryable write. Results are stored in the same commit
 * as their data, so a retry after a crash returns them instead of writing again.
 */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  /** Client -> when its monitoring connection was closed, in epoch ms. */
  private readonly gone = new Map<string, number>();

  constructor(
    private readonly store: Store,
    private readonly onTransactionEnd: (transaction: Transaction) => void,
  ) {}

  get(lsid: Value): Session {
    const id = sessionId(lsid);
    const key = keyText(id);
    let session = this.sessions.get(key);
    if (!session) {
      session = this.load(id);
      this.sessions.set(key, session);
    }
    session.lastUsed = Date.now();
    return session;
  }

  private load(id: Buffer): Session {
    const session = new Session(id);
    const stored = this.store.sessions.get(id);
    if (!stored) return session;
    const { number, committed, results } = decode(stored);
    session.number = optionNumber(number, -1);
    session.committed = committed === true;
    for (const [statement, result] of Object.entries(isDoc(results) ? results : {})) {
      if (isDoc(result)) session.results.set(Number(statement), result);
    }
    return session;
  }

  /** Stores the session's results; call it inside the batch that stores the data. */
  save(session: Session): void {
    const results: Doc = {};
    for (const [id, result] of session.results) results[id] = result;
    const { number, committed } = session;
    const record = { number: Long.fromNumber(number), committed, at: new Date(), results };
    // not awaited: the caller awaits the batch's commit
    void this.store.sessions.put(session.id, encode(record));
  }

  /** Prepares a retryable write and returns the results of an earlier attempt. */
  beginRetryable(session: Session, number: number): StatementResults {
    if (number < session.number) throw tooOld(number, session);
    if (number > session.number) this.advance(session, number);
    else if (session.transaction || session.committed)
      throw new CommandError(72, `txnNumber ${number} belongs to a transaction`);
    return session.results;
  }

  private advance(session: Session, number: number): void {
    this.abort(session);
    session.number = number;
    session.results = new Map();
    session.committed = false;
    session.transaction = undefined;
  }

  beginTransaction(session: Session, number: number): Transaction {
    if (number < session.number) throw tooOld(number, session);
    const isUsed =
      session.transaction?.state === 'active' || session.committed || session.results.size > 0;
    if (number === session.number && isUsed)
      throw new CommandError(
        50911,
        `Cannot start transaction ${number}: a transaction or retryable write with this number exists`,
      );
    this.advance(session, number);
    const transaction = new Transaction(this.store, number);
    session.transaction = transaction;
    session.timer = setTimeout(() => this.abort(session), TRANSACTION_MS);
    session.timer.unref();
    return transaction;
  }

  /** The open transaction with this number. */
  activeTransaction(session: Session, number: number): Transaction {
    if (number < session.number) throw tooOld(number, session);
    const { transaction } = session;
    if (session.number === number && (session.committed || transaction?.state === 'committed')) {
      throw new CommandError(256, `Transaction ${number} has been committed.`);
    }
    if (session.number !== number || transaction?.state !== 'active')
      throw noSuchTransaction(number);
    return transaction;
  }

  async commit(session: Session, number: number): Promise<void> {
    if (session.number === number && session.committed) return;
    if (session.number === number && session.transaction?.state === 'committing') {
      await session.transaction.finished;
      if (session.committed) return;
    }
    const transaction = this.activeTransaction(session, number);
    clearTimeout(session.timer);
    transaction.state = 'committing';
    try {
      if (transaction.hasChanges) {
        await this.store.batch(() => {
          if (transaction.state !== 'committing') throw noSuchTransaction(number);
          applyOverlay(this.store, transaction);
          session.committed = true;
          this.save(session);
        });
      }
      session.committed = true;
      transaction.end('committed');
    } catch (error) {
      session.committed = false;
      transaction.end('aborted');
      throw error;
    } finally {
      this.onTransactionEnd(transaction);
    }
  }

  abort(session: Session): void {
    const { transaction } = session;
    if (transaction?.state !== 'active') return;
    clearTimeout(session.timer);
    transaction.end('aborted');
    this.onTransactionEnd(transaction);
  }

  /** `endSessions`, `killSessions`: aborts an open transaction; results of retryable writes stay until they expire. */
  end(lsid: Value): void {
    const session = this.sessions.get(keyText(sessionId(lsid)));
    if (session) this.abort(session);
  }

  /** Aborts the transactions of a killed client, whose changed documents would otherwise stay locked for a minute. */
  connectionClosed(connection: Connection): void {
    const closedAt = Date.now();
    const { client, watches, dropped } = connection;
    if (dropped) return;
    if (watches && client !== undefined) this.gone.set(client, closedAt);
    // A live client closes idle connections, but not the one that monitors the server.
    const isGone = () =>
      client === undefined || (this.gone.get(client) ?? 0) >= closedAt - ORPHAN_MS;
    for (const session of this.sessions.values()) {
      if (session.connection !== connection || session.transaction?.state !== 'active') continue;
      const timer = setTimeout(() => {
        if (session.connection === connection && isGone()) this.abort(session);
      }, ORPHAN_MS);
      timer.unref();
    }
  }

  abortAll(): void {
    for (const session of this.sessions.values()) this.abort(session);
  }

  /** Deletes sessions that were idle for half an hour, in memory and on disk. */
  async expire(now = Date.now()): Promise<void> {
    for (const [client, at] of this.gone) if (now - at > SESSION_MS) this.gone.delete(client);
    for (const [key, session] of this.sessions) {
      const idle = now - session.lastUsed > SESSION_MS && session.transaction?.state !== 'active';
      if (idle) this.sessions.delete(key);
    }
    const stale: Buffer[] = [];
    for (const { key, value } of this.store.sessions.getRange({})) {
      const { at } = decode(value);
      const live = this.sessions.has(keyText(key));
      if (!live && !(at instanceof Date && now - at.getTime() < SESSION_MS)) stale.push(key);
    }
    if (stale.length > 0) {
      await this.store.batch(() => stale.forEach((key) => void this.store.sessions.remove(key)));
    }
  }
}

function sessionId(lsid: Value): Buffer {
  const id = isDoc(lsid) ? lsid.id : undefined;
  if (!(id instanceof Binary))
    throw new CommandError(9, 'lsid must be a document with a UUID in its field id');
  return Buffer.from(id.value());
}

const tooOld = (number: number, session: Session) =>
  new CommandError(
    225,
    `Cannot use transaction number ${number}: the session has already used ${session.number}`,
  );
