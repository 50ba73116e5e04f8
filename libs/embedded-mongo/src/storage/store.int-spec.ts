import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../index.js';
import { createCollection } from './collections.js';
import { Store } from './store.js';
import { View } from './view.js';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function withServer<T>(dir: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const server = await startEmbeddedMongo({ dir, port: 0, durability: 'none' });
  const client = await MongoClient.connect(server.uri);
  try {
    return await use(client);
  } finally {
    await client.close();
    await server.close();
  }
}

it('keeps its data in a directory with a dot in its name', async () => {
  const dir = join(base, 'shop.v2');
  await withServer(dir, (client) => client.db('d').collection('c').insertOne({ a: 1 }));
  expect(await withServer(dir, (client) => client.db('d').collection('c').countDocuments())).toBe(
    1,
  );
});

it('removes at its start what an $out that never ended has filled', async () => {
  const store = new Store(base, 'none');
  await store.batch(() => {
    createCollection(new View(store), 'd.c.tmp.1', { temp: true });
    createCollection(new View(store), 'd.kept', {});
  });
  await store.close();
  const collections = () =>
    withServer(base, async (client) => {
      const found = await client.db('d').listCollections().toArray();
      return found.map(({ name }) => name);
    });
  expect(await collections()).toEqual(['kept']);
  expect(await collections()).toEqual(['kept']);
});
