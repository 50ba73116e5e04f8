import { stat } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { TemporaryMongo } from './index.js';

it('is a server of its own with a database of a name, until it is stopped', async () => {
  const [one, other] = await Promise.all([
    TemporaryMongo.create({ instance: { dbName: 'shop' } }),
    TemporaryMongo.create(),
  ]);
  const client = await MongoClient.connect(one.getUri());
  expect(client.db().databaseName).toBe('shop');
  await client.db().collection('things').insertOne({ n: 1 });
  const second = await MongoClient.connect(other.getUri('shop'));
  expect(await second.db().collection('things').countDocuments()).toBe(0);
  await Promise.all([client.close(), second.close()]);
  await Promise.all([one.stop(), other.stop()]);
  await expect(stat(one.dir)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('removes its directory where it cannot start', async () => {
  const server = await TemporaryMongo.create();
  const port = Number(new URL(server.getUri()).port);
  await expect(TemporaryMongo.create({ instance: { port } })).rejects.toMatchObject({
    code: 'PORT_UNAVAILABLE',
  });
  await server.stop();
});
