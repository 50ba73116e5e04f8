import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { mongo } from 'mongoose';
import { isSecretOfKeys } from '#libs/identity';
import { LEASES_COLLECTION } from '#libs/platform';
import { CommandError } from '../command.js';
import {
  collectionFile,
  type DumpedCollection,
  FORMAT_VERSION,
  fingerprint,
  type Manifest,
  manifestFile,
} from './backup-format.js';
import { copyPictures, pack } from './files.js';

export interface Source {
  readonly client: mongo.MongoClient;
  /** The folder of the pictures; null if they are in a bucket. */
  readonly pictures: string | null;
  /** AUTH_SECRET, which encrypts the identity provider's keys. */
  readonly secret: string;
  /** Whether no other process uses the data. */
  readonly isClosed: boolean;
}

/** Documents per batch. */
const BATCH = 1_000;

/** Writes all data into an empty folder; the shop may be open. Throws {@link CommandError}. */
export async function dump(dir: string, source: Source): Promise<Manifest> {
  await makeEmpty(dir);
  const db = source.client.db();
  await checkSource(db, source);
  await mkdir(dirname(collectionFile(dir, '')), { mode: 0o700 });
  const at = new Date().toISOString();
  const names = (await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && name !== LEASES_COLLECTION)
    .sort();
  const indexes = await Promise.all(names.map((name) => indexesOf(db, name)));
  const { session, consistency, end } = await openSnapshot(source);
  const collections: DumpedCollection[] = [];
  try {
    for (const [n, name] of names.entries()) {
      const dumped = await dumpCollection(db, name, collectionFile(dir, name), session);
      collections.push({ ...dumped, indexes: indexes[n] ?? [] });
    }
  } catch (error) {
    throw new CommandError(
      consistency === 'closed'
        ? `The data could not be read: ${String(error)}`
        : `The data could not be read in one state (${String(error)}). Close the shop and try again, or see docs/operations.md.`,
    );
  } finally {
    await end();
  }
  // After the snapshot: every picture that it refers to exists then, and pictures never change.
  const pictures = source.pictures === null ? null : await copyPictures(source.pictures, dir);
  const manifest: Manifest = {
    format: 'farmgate-backup',
    version: FORMAT_VERSION,
    at,
    consistency,
    secret: fingerprint(source.secret),
    collections,
    pictures,
  };
  await writeFile(manifestFile(dir), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  return manifest;
}

/** Refuses a backup that its own shop could not restore. */
async function checkSource(db: mongo.Db, { secret, pictures }: Source): Promise<void> {
  if (!(await isSecretOfKeys(db, secret)))
    throw new CommandError(
      'AUTH_SECRET is not the one that the stored keys were made with: set the one that the shop has.',
    );
  if (pictures === null || (await db.collection('uploads').findOne({})) === null) return;
  await access(pictures).catch(() => {
    throw new CommandError(
      `There are pictures, and not in ${pictures}: set PICTURES_DIR as the shop has it.`,
    );
  });
}

async function makeEmpty(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if ((await readdir(dir)).length > 0)
    throw new CommandError(`${dir} is not empty; a backup wants a folder of its own.`);
}

/** A session that reads all collections in one consistent state, in the best way that the server supports. */
async function openSnapshot({ client, isClosed }: Source) {
  if (isClosed) return { session: undefined, consistency: 'closed' as const, end: async () => {} };
  const snapshot = client.startSession({ snapshot: true });
  try {
    // The first read returns the snapshot's time, and the second one requests it.
    for (let n = 0; n < 2; n++)
      await client.db().collection('users').findOne({}, { session: snapshot });
    return {
      session: snapshot,
      consistency: 'snapshot' as const,
      end: () => snapshot.endSession(),
    };
  } catch {
    // The embedded server supports snapshots only inside transactions, which live for a minute.
    await snapshot.endSession();
  }
  const session = client.startSession();
  session.startTransaction({ readConcern: { level: 'snapshot' } });
  const end = async () => {
    await session.abortTransaction().catch(() => {});
    await session.endSession();
  };
  return { session, consistency: 'transaction' as const, end };
}

async function dumpCollection(
  db: mongo.Db,
  name: string,
  file: string,
  session: mongo.ClientSession | undefined,
): Promise<Omit<DumpedCollection, 'indexes'>> {
  let documents = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const options = { raw: true, batchSize: BATCH, ...(session && { session }) };
    for await (const document of db.collection(name).find({}, options)) {
      documents += 1;
      // With `raw`, a document is a buffer.
      yield Buffer.from(document as unknown as Uint8Array);
    }
  }
  const meter = await pack(bytes(), file);
  return { name, documents, bytes: meter.bytes, sha256: meter.sha256() };
}

async function indexesOf(db: mongo.Db, name: string): Promise<DumpedCollection['indexes']> {
  const all = await db.collection(name).indexes();
  return all
    .filter((index) => index.name !== '_id_')
    .map(({ v: _v, ns: _ns, name: own, key, ...rest }) => ({ ...rest, key, name: String(own) }));
}
