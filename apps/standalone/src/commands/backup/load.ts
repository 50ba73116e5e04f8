import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import { SECRET_BOUND_COLLECTIONS } from '#libs/identity';
import { LEASE_MS, openProcesses } from '#libs/platform';
import { CommandError } from '../command.js';
import {
  collectionFile,
  type DumpedCollection,
  fingerprint,
  holdsSignIn,
  type Manifest,
  manifestFile,
  manifestSchema,
  picturesDir,
} from './backup-format.js';
import { copy, unpack } from './files.js';
import { readOnlyQueue } from './open-engines.js';

export interface Target {
  readonly client: mongo.MongoClient;
  readonly redis: Redis;
  readonly pictures: string | null;
  readonly secret: string;
}

/** Maximum documents and bytes per batch. */
const BATCH = 1_000;
const BATCH_BYTES = 8 * 1024 * 1024;
/** If any of these is not empty, the database holds a shop. */
const SHOP_COLLECTIONS = ['users', 'farms', 'products', 'orders', 'authUsers'];

/** Reads the manifest and compares every file with it; changes nothing. Throws {@link CommandError}. */
export async function verify(dir: string): Promise<Manifest> {
  const text = await readFile(manifestFile(dir), 'utf8').catch(() => {
    throw new CommandError(`There is no finished backup in ${dir}.`);
  });
  const parsed = manifestSchema.safeParse(readJson(text));
  if (!parsed.success)
    throw new CommandError(
      `${manifestFile(dir)} does not belong to a backup that this version can read.`,
    );
  const { collections, pictures } = parsed.data;
  for (const { name, sha256, bytes } of collections)
    await compare(collectionFile(dir, name), unpack(collectionFile(dir, name)), { sha256, bytes });
  for (const { name, sha256, bytes } of pictures ?? []) {
    const file = join(picturesDir(dir), name);
    await compare(file, [await readFile(file).catch(() => Buffer.alloc(0))], { sha256, bytes });
  }
  return parsed.data;
}

/** Throws {@link CommandError} if the shop is open, or if the database or Redis holds data and `overwrite` is false. */
export async function checkTarget({ client, redis }: Target, overwrite: boolean): Promise<void> {
  const queue = readOnlyQueue('domain-events', redis);
  const workers = await queue.getWorkers();
  await queue.close();
  const open = await openProcesses(client.db());
  if (open.length > 0)
    throw new CommandError(
      `The shop is open: close ${open.join(', ')} first. One that was killed counts for ${LEASE_MS / 1_000} s.`,
    );
  // One Redis may hold the queues of several shops, each in its own database.
  if (workers.some(({ db }) => Number(db) === (redis.options.db ?? 0)))
    throw new CommandError('The shop is open: close it first (every api, gateway and worker).');
  if (overwrite) return;
  const db = client.db();
  const found = await Promise.all(SHOP_COLLECTIONS.map((name) => db.collection(name).findOne({})));
  if (found.some((one) => one !== null))
    throw new CommandError('The database holds a shop. To overwrite it, pass --overwrite.');
  if ((await redis.dbsize()) > 0)
    throw new CommandError('Redis is not empty. To empty it, pass --overwrite.');
}

/** Throws {@link CommandError} if people could not sign in as before, unless `withoutSignIn` accepts that. */
export function checkSecret(manifest: Manifest, secret: string, withoutSignIn: boolean): void {
  if (withoutSignIn || !isLocked(manifest, secret)) return;
  throw new CommandError(
    `AUTH_SECRET is not the one of the backup (fingerprint ${manifest.secret}): its keys, sessions and second factors would be lost. Set that one, or say --without-sign-in.`,
  );
}

const isLocked = (manifest: Manifest, secret: string) =>
  holdsSignIn(manifest.collections) && manifest.secret !== fingerprint(secret);

/** Replaces all data with the backup. Returns sentences about what was omitted. */
export async function load(dir: string, manifest: Manifest, target: Target): Promise<string[]> {
  const db = target.client.db();
  const notes: string[] = [];
  // The jobs in Redis belong to the data that is replaced.
  await target.redis.flushdb();
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    if (!name.startsWith('system.')) await db.dropCollection(name);
  const isDropped = isLocked(manifest, target.secret);
  if (isDropped)
    notes.push('AUTH_SECRET has changed since the backup: everybody has to sign in again.');
  for (const collection of manifest.collections) {
    const skip = isDropped && SECRET_BOUND_COLLECTIONS.includes(collection.name);
    await loadCollection(db, dir, collection, skip);
  }
  await loadPictures(dir, manifest, target.pictures, notes);
  return notes;
}

async function loadCollection(
  db: mongo.Db,
  dir: string,
  { name, documents, indexes }: DumpedCollection,
  skip: boolean,
): Promise<void> {
  const collection = await db.createCollection(name);
  let written = 0;
  let batch: mongo.Document[] = [];
  let size = 0;
  const flush = async () => {
    if (batch.length > 0) written += (await collection.insertMany(batch)).insertedCount;
    batch = [];
    size = 0;
  };
  if (!skip) {
    for await (const bytes of documentsIn(unpack(collectionFile(dir, name)))) {
      // Keeps the types of numbers.
      batch.push(mongo.BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true }));
      size += bytes.length;
      if (batch.length >= BATCH || size >= BATCH_BYTES) await flush();
    }
    await flush();
    if (written !== documents)
      throw new CommandError(`${written} of ${documents} documents of ${name} were written.`);
  }
  for (const { key, name: index, ...options } of indexes)
    await collection.createIndex(key as mongo.IndexSpecification, { ...options, name: index });
}

/** Splits a stream into BSON documents, each of which begins with its length. */
export async function* documentsIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new CommandError('A file of the backup ends within a document.');
}

async function loadPictures(
  dir: string,
  { pictures }: Manifest,
  to: string | null,
  notes: string[],
): Promise<void> {
  if (pictures === null) notes.push('The pictures were in a bucket, and are not in this backup.');
  else if (to === null)
    notes.push(`Pictures are kept in a bucket here: put the files of ${picturesDir(dir)} into it.`);
  else {
    await mkdir(to, { recursive: true, mode: 0o700 });
    for (const { name } of pictures) await copy(join(picturesDir(dir), name), join(to, name));
  }
}

async function compare(
  file: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  expected: { sha256: string; bytes: number },
): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch {
    bytes = -1;
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw new CommandError(`${file} is damaged: it is not what was backed up.`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
