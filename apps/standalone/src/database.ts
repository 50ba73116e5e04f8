import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { mongo } from 'mongoose';
import {
  type Engine,
  EngineError,
  engineOf,
  freePort,
  lineMatching,
  privateFolder,
  spawnWatched,
  startMongo,
} from './engines.js';

const REPLICA_SET = 'rs0';
/** A file of each kind of database, by which a data directory says what it was made with. */
const MADE_BY_MONGOD = 'WiredTiger';
const MADE_BY_EMBEDDED = 'data.mdb';
const PRIMARY_MS = 30_000;
const NOT_INITIALIZED = 94;

/**
 * Starts the database of a data directory. A new one gets MongoDB itself if `mongod` is a program that can be started
 * (a path, or a name on the PATH), else the embedded one; later starts use what it was made with. Throws
 * {@link EngineError}.
 */
export async function startDatabase(
  dataDir: string,
  mongod: string,
  embedded: typeof startMongo = startMongo,
): Promise<Engine> {
  const dir = join(dataDir, 'mongo');
  const isMongod = existsSync(join(dir, MADE_BY_MONGOD));
  const isEmbedded = existsSync(join(dir, MADE_BY_EMBEDDED));
  const isInstalled = !isEmbedded && canStart(mongod);
  if (isMongod && !isInstalled)
    throw new EngineError(
      `${dir} was made by MongoDB, and ${mongod} cannot be started: install it, or set MONGOD_BINARY.`,
    );
  return isInstalled ? startMongod(mongod, dataDir) : embedded(dataDir);
}

function canStart(mongod: string): boolean {
  try {
    execFileSync(mongod, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts MongoDB as a replica set of one, because transactions need one. */
async function startMongod(mongod: string, dataDir: string): Promise<Engine> {
  const dir = await privateFolder(dataDir, 'mongo');
  const port = await freePort();
  const child = spawnWatched(mongod, [
    '--dbpath',
    dir,
    '--port',
    `${port}`,
    '--bind_ip',
    '127.0.0.1',
    '--replSet',
    REPLICA_SET,
  ]);
  await lineMatching(child, /Waiting for connections/, 'mongod');
  const host = `127.0.0.1:${port}`;
  const url = `mongodb://${host}/?replicaSet=${REPLICA_SET}`;
  const engine = engineOf('mongod', child, url, () => child.kill('SIGTERM'));
  try {
    await becomePrimary(host);
  } catch (error) {
    await engine.stop(PRIMARY_MS);
    throw new EngineError(`mongod did not become a replica set of one: ${String(error)}`);
  }
  return engine;
}

/** Makes the server at this address the only member of its set: at its first start, or because its port is another. */
async function becomePrimary(host: string): Promise<void> {
  const client = await mongo.MongoClient.connect(`mongodb://${host}/?directConnection=true`);
  const admin = client.db('admin');
  const isPrimary = async () => (await admin.command({ hello: 1 })).isWritablePrimary === true;
  try {
    if (await isPrimary()) return;
    const members = [{ _id: 0, host }];
    const config = await admin
      .command({ replSetGetConfig: 1 })
      .then(({ config: found }) => found as { version: number } & mongo.Document)
      .catch((error: unknown) => {
        if (error instanceof mongo.MongoServerError && error.code === NOT_INITIALIZED) return null;
        throw error;
      });
    await admin.command(
      config === null
        ? { replSetInitiate: { _id: REPLICA_SET, members } }
        : { replSetReconfig: { ...config, version: config.version + 1, members }, force: true },
    );
    for (const end = Date.now() + PRIMARY_MS; !(await isPrimary()); await later(50))
      if (Date.now() > end) throw new Error('it is no primary yet');
  } finally {
    await client.close();
  }
}
