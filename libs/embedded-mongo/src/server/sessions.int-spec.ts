import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Binary } from 'bson';
import { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transaction.js';
import { Connection } from './connection.js';
import { Cursors } from './cursors.js';
import { Sessions } from './sessions.js';
import { LogicalClock } from './wire.js';

/** Time-dependent behaviour, with the test's own clock. */
let dir: string;
let store: Store;
const ended: Transaction[] = [];
let sessions: Sessions;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  store = new Store(dir, 'none');
  sessions = new Sessions(store, (transaction) => ended.push(transaction));
});
afterEach(() => {
  jest.useRealTimers();
});
afterAll(async () => {
  sessions.abortAll();
  await store.close();
  await rm(dir, { recursive: true, force: true });
});

let next = 1;
const newSession = () => sessions.get({ id: new Binary(Buffer.alloc(16, next++), 4) });
const MINUTE = 60_000;

describe('transactions', () => {
  it('are aborted after a minute', () => {
    jest.useFakeTimers();
    const transaction = sessions.beginTransaction(newSession(), 1);
    jest.advanceTimersByTime(MINUTE - 1);
    expect(transaction.state).toBe('active');
    jest.advanceTimersByTime(1);
    expect(transaction.state).toBe('aborted');
    expect(ended).toContain(transaction);
    expect(() => transaction.assertActive()).toThrow(/does not match any in-progress/);
  });

  it('are aborted a second after their client is gone, unless it goes on over another connection', () => {
    jest.useFakeTimers();
    const [gone, other] = [new Connection(), new Connection()];
    const orphan = newSession();
    const moved = newSession();
    const [left, kept] = [orphan, moved].map((session) => {
      session.connection = gone;
      return sessions.beginTransaction(session, 1);
    });
    sessions.connectionClosed(gone);
    moved.connection = other;
    expect(left?.state).toBe('active');
    jest.advanceTimersByTime(1_000);
    expect([left?.state, kept?.state]).toEqual(['aborted', 'active']);
    sessions.abort(moved);
  });

  it('stay where a client closes a connection that is idle, and end with the client', () => {
    jest.useFakeTimers();
    const [watching, pooled] = [new Connection(), new Connection()];
    for (const one of [watching, pooled]) one.see({ hello: 1, client: { application: 'shop' } });
    pooled.see({ insert: 'c' });
    const session = newSession();
    const transaction = sessions.beginTransaction(session, 1);
    session.connection = pooled;
    sessions.connectionClosed(pooled);
    jest.advanceTimersByTime(10_000);
    expect(transaction.state).toBe('active');
    sessions.connectionClosed(pooled);
    sessions.connectionClosed(watching);
    jest.advanceTimersByTime(1_000);
    expect(transaction.state).toBe('aborted');
  });

  it('are aborted when their session starts another', () => {
    const session = newSession();
    const first = sessions.beginTransaction(session, 1);
    sessions.beginTransaction(session, 2);
    expect(first.state).toBe('aborted');
    sessions.abort(session);
  });

  it('set free what they hold when they end', () => {
    const session = newSession();
    const transaction = sessions.beginTransaction(session, 1);
    transaction.hold('a key');
    expect(store.intents.get('a key')).toBe(transaction);
    sessions.abort(session);
    expect(store.intents.size).toBe(0);
    expect(store.openTransactions.size).toBe(0);
  });
});

describe('results of retryable writes', () => {
  it('are read from disk by a server that was restarted, and expire after half an hour', async () => {
    const session = newSession();
    sessions.beginRetryable(session, 7).set(0, { n: 1 });
    await store.batch(() => sessions.save(session));
    const lsid = { id: new Binary(session.id, 4) };
    const restarted = new Sessions(store, () => undefined);
    expect(restarted.beginRetryable(restarted.get(lsid), 7).get(0)).toEqual({ n: 1 });
    const later = Date.now() + 31 * MINUTE;
    await restarted.expire(later);
    expect([...store.sessions.getKeys({})]).toHaveLength(0);
    expect(new Sessions(store, () => undefined).get(lsid).number).toBe(-1);
  });
});

describe('cursors', () => {
  const documents = [Buffer.from([5, 0, 0, 0, 0]), Buffer.from([5, 0, 0, 0, 0])];
  const open = async (cursors: Cursors, noTimeout: boolean, onRelease: () => void) => {
    const source = (async function* () {
      yield documents;
    })();
    const options = { ns: 'a.b', source, release: onRelease, noTimeout };
    const { cursor } = await cursors.start(options, 1, false);
    return cursor.id.toBigInt();
  };

  it('end after ten idle minutes and release what they hold', async () => {
    const cursors = new Cursors(new LogicalClock());
    const release = jest.fn();
    const id = await open(cursors, false, release);
    cursors.killIdle(Date.now() + 9 * MINUTE);
    expect(release).not.toHaveBeenCalled();
    cursors.killIdle(Date.now() + 11 * MINUTE);
    expect(release).toHaveBeenCalledTimes(1);
    await expect(cursors.more(id, 'a.b', undefined, undefined)).rejects.toMatchObject({ code: 43 });
  });

  it('with noCursorTimeout stay', async () => {
    const cursors = new Cursors(new LogicalClock());
    const id = await open(cursors, true, () => undefined);
    cursors.killIdle(Date.now() + 60 * MINUTE);
    const { cursor } = await cursors.more(id, 'a.b', undefined, undefined);
    expect(cursor.nextBatch).toHaveLength(1);
  });

  it('release once when they are read to the end', async () => {
    const cursors = new Cursors(new LogicalClock());
    const release = jest.fn();
    const id = await open(cursors, false, release);
    const { cursor } = await cursors.more(id, 'a.b', undefined, undefined);
    expect(cursor.id.isZero()).toBe(true);
    expect(release).toHaveBeenCalledTimes(1);
    expect(cursors.size).toBe(0);
  });
});
