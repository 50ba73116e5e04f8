import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { startDatabase } from './database.js';
import type { Engine } from './engines.js';

const EMBEDDED = pathToFileURL(
  join(import.meta.dirname, '../../../.scratch/server/libs/embedded-mongo/src/index.js'),
).href;
/** Takes mongod's arguments and keeps its data elsewhere, with the embedded server, which is always a primary. */
const PROGRAM = `#!${process.execPath}
import { mkdirSync, writeFileSync } from 'node:fs';
import { startEmbeddedMongo } from '${EMBEDDED}';
if (process.argv[2] === '--version') process.exit();
const [, , , dir, , port] = process.argv;
mkdirSync(dir + '/collections', { recursive: true });
writeFileSync(dir + '/WiredTiger', '');
const server = await startEmbeddedMongo({ dir: dir + '/collections', port: Number(port) });
console.log('Waiting for connections');
process.on('SIGTERM', () => server.close().then(() => process.exit()));
`;

let folder: string;
let mongod: string;
let engine: Engine | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmgate-database-'));
  mongod = join(folder, 'mongod.mjs');
  await writeFile(mongod, PROGRAM);
  await chmod(mongod, 0o700);
});
afterEach(async () => {
  await engine?.stop(5_000);
  await rm(folder, { recursive: true, force: true });
});

async function open(program: string): Promise<mongo.MongoClient> {
  await engine?.stop(5_000);
  engine = await startDatabase(join(folder, 'data'), program);
  return mongo.MongoClient.connect(engine.url);
}
const names = () => readdir(join(folder, 'data/mongo'));

it('a new data directory gets the MongoDB that is installed, and stays with it', async () => {
  const first = await open(mongod);
  await first.db('shop').collection('eggs').insertOne({ n: 12 });
  await first.close();
  expect(await names()).toContain('WiredTiger');
  const second = await open(mongod);
  expect(await second.db('shop').collection('eggs').countDocuments()).toBe(1);
  await second.close();
  await expect(open(join(folder, 'none'))).rejects.toThrow('install it, or set MONGOD_BINARY');
});

it('without one it gets the embedded one, and stays with that when one is installed', async () => {
  let starts = 0;
  const embedded = async (dataDir: string) => {
    starts += 1;
    await mkdir(join(dataDir, 'mongo'), { recursive: true });
    await writeFile(join(dataDir, 'mongo/data.mdb'), '');
    return { url: '', died: new Promise<string>(() => {}), stop: async () => {} };
  };
  for (const program of [join(folder, 'none'), mongod])
    engine = await startDatabase(join(folder, 'data'), program, embedded);
  expect(starts).toBe(2);
});
