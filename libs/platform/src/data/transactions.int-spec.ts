import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Connection, createConnection, mongo } from 'mongoose';
import { testEngines } from '#libs/testing';
import { currentContext, runInContext } from '../request-context.js';
import { CommitUnknown } from './commit.js';
import { type ClientSession, Transactions } from './transactions.js';

interface Count {
  _id: string;
  n: number;
}

let connection: Connection;
let transactions: Transactions;
let called: string[];

beforeAll(async () => {
  const { mongodbUri } = await testEngines();
  connection = await createConnection(mongodbUri).asPromise();
  transactions = new Transactions(connection);
});
beforeEach(async () => {
  called = [];
  await counts().deleteMany({});
  await counts().insertOne({ _id: 'one', n: 0 });
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const counts = () => connection.collection<Count>('counts');
const n = async () => (await counts().findOne({ _id: 'one' }))?.n;

it('calls back after the commit, in order, and before its caller goes on', async () => {
  const result = await transactions.run(async (session) => {
    await counts().updateOne({ _id: 'one' }, { $inc: { n: 1 } }, { session });
    transactions.afterCommit(session, async () => {
      called.push(`first at ${await n()}`);
    });
    transactions.afterCommit(session, () => void called.push('second'));
    expect(called).toEqual([]);
    return 'done';
  });
  called.push(result);
  expect(called).toEqual(['first at 1', 'second', 'done']);
});

it('does not call back where nothing is committed', async () => {
  const failing = transactions.run(async (session) => {
    transactions.afterCommit(session, () => void called.push('committed'));
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(called).toEqual([]);
});

it('forgets the callbacks of an attempt that ran again', async () => {
  let tries = 0;
  await transactions.run(async (session) => {
    const attempt = ++tries;
    await counts().findOne({ _id: 'one' }, { session });
    transactions.afterCommit(session, () => void called.push(`try ${attempt}`));
    // Another writer is faster, once.
    if (attempt === 1) await counts().updateOne({ _id: 'one' }, { $inc: { n: 10 } });
    await counts().updateOne({ _id: 'one' }, { $inc: { n: 1 } }, { session });
  });
  expect(tries).toBe(2);
  expect(called).toEqual(['try 2']);
  expect(await n()).toBe(11);
});

describe('transactions with a key in common', () => {
  const KEYS = ['product:one'];
  /** Reads and writes the same document: such transactions collide unless they run one after the other. */
  const increment = (n: number) => async (session: ClientSession) => {
    const seen = await counts().findOne({ _id: 'one' }, { session });
    await counts().updateOne({ _id: 'one' }, { $set: { n: (seen?.n ?? 0) + n } }, { session });
    return `${currentContext().actorId} saw ${seen?.n}`;
  };
  const as = <Result>(actorId: string, work: () => Result) =>
    runInContext({ requestId: 'request', actorId }, work);

  it('run once each, one after the other, each in its own context', async () => {
    let attempts = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        as(`person ${at}`, () =>
          transactions.run((session) => {
            attempts++;
            return increment(1)(session);
          }, KEYS),
        ),
      ),
    );
    expect(results).toEqual(results.map((_, at) => `person ${at} saw ${at}`));
    expect([attempts, await n()]).toEqual([20, 20]);
  });

  it('do not suffer from one that fails', async () => {
    const refused = async (session: ClientSession) => {
      await increment(10)(session);
      throw new Error('refused');
    };
    const results = await Promise.allSettled([
      transactions.run(increment(1), KEYS),
      transactions.run(refused, KEYS),
      transactions.run(increment(100), KEYS),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await n()).toBe(101);
  });

  it('begin after the callbacks of the one before', async () => {
    const work = (name: string) => async (session: ClientSession) => {
      called.push(`${name} begins`);
      transactions.afterCommit(session, async () => {
        await n();
        called.push(`${name} is committed`);
      });
    };
    await Promise.all([transactions.run(work('a'), KEYS), transactions.run(work('b'), KEYS)]);
    expect(called).toEqual(['a begins', 'a is committed', 'b begins', 'b is committed']);
  });
});

describe('a commit', () => {
  let runs: number;
  beforeEach(() => {
    runs = 0;
  });
  /** Runs a transaction whose commits end in these ways, in this order; the last one repeats. */
  const place = (...endings: ((commit: () => Promise<void>) => Promise<void>)[]) =>
    runInContext({ requestId: 'request', actorId: null, timeoutMs: 200 }, () =>
      transactions.run(async (session) => {
        runs++;
        await counts().updateOne({ _id: 'one' }, { $inc: { n: 1 } }, { session });
        transactions.afterCommit(session, () => void called.push('committed'));
        const commit = session.commitTransaction.bind(session);
        session.commitTransaction = async () => {
          const ending = endings.length > 1 ? endings.shift() : endings[0];
          await (ending ?? ((done) => done()))(commit);
        };
        return 'done';
      }),
    );
  const noServer = () => new mongo.MongoServerSelectionError('none', {} as never);
  const loseAnswer = async (commit: () => Promise<void>) => {
    await commit();
    throw noServer();
  };
  const loseRequest = async () => {
    throw noServer();
  };
  const goOn = (commit: () => Promise<void>) => commit();

  it.each([
    ['its answer', loseAnswer],
    ['its request', loseRequest],
  ])('is sent again where %s was lost, and is done once', async (_, lose) => {
    await expect(place(lose, lose, goOn)).resolves.toBe('done');
    expect([runs, called, await n()]).toEqual([1, ['committed'], 1]);
  });

  it('is not known to have failed where there is no answer until the deadline', async () => {
    await expect(place(loseAnswer)).rejects.toThrow(CommitUnknown);
    expect([runs, called, await n()]).toEqual([1, [], 1]);
  });

  it('has failed where the database says so', async () => {
    const full = new mongo.MongoServerError({ code: 14_031, errmsg: 'no room' });
    const refuse = async () => {
      throw full;
    };
    await expect(place(refuse)).rejects.toBe(full);
    expect([runs, called]).toEqual([1, []]);
  });
});
