import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Connection, createConnection } from 'mongoose';
import { testEngines } from '#libs/testing';
import { Transactions } from './transactions.js';

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

it('begins nothing else in its lanes before that', async () => {
  const run = (name: string) =>
    transactions.run(
      async (session) => {
        followed.push(`${name} begins`);
        transactions.afterCommit(session, async () => {
          await n();
          followed.push(`${name} is told`);
        });
      },
      ['product:one'],
    );
  await Promise.all([run('a'), run('b')]);
  expect(followed).toEqual(['a begins', 'a is told', 'b begins', 'b is told']);
});
