import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';

const DAY_MS = 86_400_000;

/** Unpacks an archive of a shop's data into a new directory, aged as if the shop had been closed for `days`. */
export async function unpackDataDirectory(archive: string, days = 0): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'farmgate-data-'));
  const tar = spawn('tar', ['-xzf', archive, '-C', dir], { stdio: 'inherit' });
  const [code] = (await once(tar, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${archive} was not unpacked`);
  if (days > 0) await age(join(dir, 'mongo'), days);
  return dir;
}

/** Moves the dates that make documents expire into the past. */
async function age(dir: string, days: number): Promise<void> {
  // Loaded here, because all other test files use the shared engine.
  const { startEmbeddedMongo } = await import('#libs/embedded-mongo');
  const server = await startEmbeddedMongo({ dir, port: 0 });
  const client = await mongo.MongoClient.connect(server.uri);
  for (const { collectionName: name } of await client.db().collections()) {
    const collection = client.db().collection(name);
    for (const { key, expireAfterSeconds } of await collection.indexes()) {
      const [field] = Object.keys(key);
      if (field === undefined || expireAfterSeconds === undefined) continue;
      const earlier = { $subtract: [`$${field}`, days * DAY_MS] };
      await collection.updateMany({ [field]: { $type: 'date' } }, [{ $set: { [field]: earlier } }]);
    }
  }
  await client.close();
  await server.close();
}
