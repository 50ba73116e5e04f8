import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Long, MongoClient, UUID } from 'mongodb';
import { startEmbeddedMongo } from '../index.js';
import { RawConnection } from '../testing/raw-connection.js';

it('a transaction lives longer than the connections of its client may be idle', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  const server = await startEmbeddedMongo({ dir, port: 0, durability: 'none' });
  const client = await MongoClient.connect(server.uri, { maxIdleTimeMS: 100 });
  const things = client.db('d').collection('things');
  await things.insertMany([{ a: 1 }, { a: 2 }]);
  const session = client.startSession();
  session.startTransaction();
  const closed = once(client, 'connectionClosed');
  await things.updateOne({ a: 1 }, { $set: { b: 1 } }, { session });
  const [event] = await closed;
  expect(event.reason).toBe('idle');

  // a dead client's documents are released after a second; by then the client above would count as dead too
  const gone = await RawConnection.to(client);
  const begin = { lsid: { id: new UUID() }, txnNumber: Long.ONE, autocommit: false };
  const updates = [{ q: { a: 2 }, u: { $set: { b: 2 } } }];
  await gone.command({ update: 'things', updates, startTransaction: true, ...begin, $db: 'd' });
  gone.close();
  await things.updateOne({ a: 2 }, { $set: { b: 3 } });

  await things.updateOne({ a: 1 }, { $inc: { b: 1 } }, { session });
  await session.commitTransaction();
  await session.endSession();
  expect(await things.findOne({ a: 1 })).toMatchObject({ b: 2 });
  await client.close();
  await server.close();
  await rm(dir, { recursive: true, force: true });
});
