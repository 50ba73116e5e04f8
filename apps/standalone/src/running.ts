import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod';

const runningSchema = z.object({
  pid: z.int().positive(),
  MONGODB_URI: z.string(),
  REDIS_URL: z.string(),
});
/** The engines of a running shop. */
export type RunningEngines = Pick<z.infer<typeof runningSchema>, 'MONGODB_URI' | 'REDIS_URL'>;

const fileOf = (dataDir: string) => join(dataDir, 'running.json');
const CONNECT_MS = 1_000;

/** Writes the engines' URLs into the data directory, for commands; returns a function that removes the file. */
export async function announce(
  dataDir: string,
  { MONGODB_URI, REDIS_URL }: RunningEngines,
): Promise<() => Promise<void>> {
  const running = { pid: process.pid, MONGODB_URI, REDIS_URL };
  await writeFile(fileOf(dataDir), JSON.stringify(running), { mode: 0o600 });
  return () => rm(fileOf(dataDir), { force: true });
}

/** The engines of the shop running on this data directory; null if none is. */
export async function findRunning(dataDir: string): Promise<RunningEngines | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  const { pid, ...engines } = runningSchema.parse(JSON.parse(text));
  // The file is stale if the shop was killed.
  const isRunning = isAlive(pid) && (await canConnect(engines.MONGODB_URI));
  return isRunning ? engines : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function canConnect(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), timeout: CONNECT_MS });
  try {
    const timedOut = once(socket, 'timeout').then(() => false);
    return await Promise.race([once(socket, 'connect').then(() => true), timedOut]);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
