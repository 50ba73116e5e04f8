import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EJSON } from 'bson';
import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../index.js';

/** The server under test: the one at MONGODB_URI, or an embedded one started for this file. */
export interface ContractServer {
  client: MongoClient;
  db: Db;
  /** False when MONGODB_URI names a real MongoDB. */
  embedded: boolean;
  /** A new collection with these documents. */
  collectionOf(documents: readonly Document[]): Promise<Collection<Document>>;
  /** The same documents in two collections, with and without indexes: both must give the same results. */
  pairOf(
    documents: readonly Document[],
    indexes: readonly Document[],
  ): Promise<[indexed: Collection<Document>, unindexed: Collection<Document>]>;
  stop(): Promise<void>;
}

export async function startContractServer(external: string | undefined): Promise<ContractServer> {
  const dir = external ? undefined : await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  const server = dir ? await startEmbeddedMongo({ dir, port: 0, durability: 'none' }) : undefined;
  // keep types as sent: Int32 and Double instead of a JavaScript number
  const client = new MongoClient(external ?? server?.uri ?? '', { promoteValues: false });
  await client.connect();
  const db = client.db(`contract_${process.pid}_${Date.now()}`);
  let collections = 0;
  const collectionOf = async (documents: readonly Document[]) => {
    const collection = db.collection<Document>(`c${collections++}`);
    if (documents.length > 0) await collection.insertMany(documents.map((one) => ({ ...one })));
    return collection;
  };
  return {
    client,
    db,
    embedded: server !== undefined,
    collectionOf,
    async pairOf(documents, indexes) {
      const indexed = await collectionOf(documents);
      await db.command({ createIndexes: indexed.collectionName, indexes });
      return [indexed, await collectionOf(documents)];
    },
    async stop() {
      await db.dropDatabase();
      await client.close();
      await server?.close();
      if (dir) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A value with its BSON types spelled out, for comparing: 5 is an int32, 5.5 a double. */
export const canonical = (value: unknown): unknown =>
  JSON.parse(EJSON.stringify({ value }, { relaxed: false })).value;

/** Stands for a missing field. */
export const MISSING = Symbol('missing');

/** Documents `{ _id: 0, a: first }, { _id: 1, a: second }, …`. */
export const documentsOf = (values: readonly unknown[]): Document[] =>
  values.map((a, _id) => (a === MISSING ? { _id } : { _id, a }));

/** The code of the error with which an action fails; throws if it succeeds. */
export async function errorCode(action: () => Promise<unknown>): Promise<unknown> {
  try {
    await action();
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  }
  return 'no error';
}

/** A reply with its numbers as JavaScript numbers, for tests in which their types do not matter. */
export const plain = (value: unknown): unknown => {
  const text = EJSON.stringify({ value }, { relaxed: true });
  return JSON.parse(text).value;
};
