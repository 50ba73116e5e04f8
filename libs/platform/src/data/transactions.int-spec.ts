import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Connection, createConnection } from 'mongoose';
import { testEngines } from '#libs/testing';
import { currentContext, runInContext } from '../request-context.js';
import { type ClientSession, Transactions } from './transactions.js';

interface Count {
  _id: string;
  n: number;
}

let connection: Connection;
let transactions: Transactions;
let followed: string[];

beforeAll(async () => {
  const { mongodbUri } = await testEngines();
  connection = await createConnection(mongodbUri).asPromise();
  transactions = new Transactions(connection);
});
beforeEach(async () => {
  followed = [];
  await counts().deleteMany({});
  await counts().insertOne({ _id: 'one', n: 0 });
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const counts = () => connection.collection<Count>('counts');
const n = async () => (await counts().findOne({ _id: 'one' }))?.n;

it('does what follows from a commit after it, one after the other, and before its caller goes on', async () => {
  const result = await transactions.run(async (session) => {
    await counts().updateOne({ _id: 'one' }, { $inc: { n: 1 } }, { session });
    transactions.afterCommit(session, async () => {
      followed.push(`first at ${await n()}`);
    });
    transactions.afterCommit(session, () => void followed.push('second'));
    expect(followed).toEqual([]);
    return 'done';
  });
  followed.push(result);
  expect(followed).toEqual(['first at 1', 'second', 'done']);
});

it('does none of it where nothing is committed', async () => {
  const failing = transactions.run(async (session) => {
    transactions.afterCommit(session, () => void followed.push('told'));
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(followed).toEqual([]);
});

it('forgets what a try has left that ran again', async () => {
  let tries = 0;
  await transactions.run(async (session) => {
    const attempt = ++tries;
    await counts().findOne({ _id: 'one' }, { session });
    transactions.afterCommit(session, () => void followed.push(`try ${attempt}`));
    // somebody else is faster, once
    if (attempt === 1) await counts().updateOne({ _id: 'one' }, { $inc: { n: 10 } });
    await counts().updateOne({ _id: 'one' }, { $inc: { n: 1 } }, { session });
  });
  expect(tries).toBe(2);
  expect(followed).toEqual(['try 2']);
  expect(await n()).toBe(11);
});

describe('work that waits for the same turn', () => {
  const LANE = ['product:one'];
  const add = (n: number, session: ClientSession) =>
    counts().updateOne({ _id: 'one' }, { $inc: { n } }, { session });

  /** Runs them behind something that ends once all of them wait; each is asked for by a person of its own. */
  function behindAnother(
    works: readonly ((session: ClientSession) => Promise<unknown>)[],
  ): Promise<PromiseSettledResult<unknown>[]> {
    let go: () => void = () => {};
    void transactions.run(() => new Promise<void>((resolve) => (go = resolve)), LANE);
    return new Promise((resolve) =>
      setImmediate(() => {
        const asked = works.map((work, at) =>
          runInContext({ requestId: `request ${at}`, actorId: `person ${at}` }, () =>
            transactions.run(work, LANE),
          ),
        );
        resolve(Promise.allSettled(asked));
        go();
      }),
    );
  }

  it('shares one commit, each with its own result and in its own context', async () => {
    const sessions = new Set<ClientSession>();
    const work = async (session: ClientSession) => {
      sessions.add(session);
      const { actorId } = currentContext();
      await add(1, session);
      transactions.afterCommit(session, async () => void followed.push(`${actorId}: ${await n()}`));
      const seen = await counts().findOne({ _id: 'one' }, { session });
      return `${currentContext().actorId} saw ${seen?.n}`;
    };
    const results = await behindAnother([work, work, work]);
    expect(results).toEqual(
      [1, 2, 3].map((n) => ({ status: 'fulfilled', value: `person ${n - 1} saw ${n}` })),
    );
    expect(sessions.size).toBe(1);
    expect(followed).toEqual(['person 0: 3', 'person 1: 3', 'person 2: 3']);
  });

  it('does not suffer from what fails beside it', async () => {
    const results = await behindAnother([
      (session) => add(1, session),
      async (session) => {
        await add(10, session);
        throw new Error('refused');
      },
      (session) => add(100, session),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: new Error('refused') });
    expect(await n()).toBe(101);
  });

  it('runs again together when somebody else was faster', async () => {
    let tries = 0;
    const results = await behindAnother([
      async (session) => {
        const attempt = ++tries;
        await counts().findOne({ _id: 'one' }, { session });
        if (attempt === 1) await counts().updateOne({ _id: 'one' }, { $inc: { n: 10 } });
        await add(1, session);
      },
      (session) => add(100, session),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect([tries, await n()]).toEqual([2, 111]);
  });

  it('is not repeated where nobody knows whether it was committed', async () => {
    let runs = 0;
    const work = async (session: ClientSession) => {
      runs += 1;
      await add(1, session);
      // it came through, and its answer was lost
      const commit = session.commitTransaction.bind(session);
      session.commitTransaction = async () => {
        await commit();
        throw new Error('no answer');
      };
    };
    const results = await behindAnother([work, (session) => add(1, session)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([runs, await n()]).toEqual([1, 2]);
  });

  it('begins after all that follows from the turn before', async () => {
    const work = (name: string) => async (session: ClientSession) => {
      followed.push(`${name} begins`);
      transactions.afterCommit(session, async () => {
        await n();
        followed.push(`${name} is told`);
      });
    };
    await Promise.all([
      transactions.run(work('a'), LANE),
      new Promise(setImmediate).then(() => transactions.run(work('b'), LANE)),
    ]);
    expect(followed).toEqual(['a begins', 'a is told', 'b begins', 'b is told']);
  });
});
