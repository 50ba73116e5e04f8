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
/** The engines of a shop that is open. */
export type RunningEngines = Pick<z.infer<typeof runningSchema>, 'MONGODB_URI' | 'REDIS_URL'>;

const fileOf = (dataDir: string) => join(dataDir, 'running.json');
const ANSWER_MS = 1_000;

/** Leaves in the data directory where the engines are, for commands that work beside the shop; answers how to take it away. */
export async function announce(
  dataDir: string,
  { MONGODB_URI, REDIS_URL }: RunningEngines,
): Promise<() => Promise<void>> {
  const running = { pid: process.pid, MONGODB_URI, REDIS_URL };
  await writeFile(fileOf(dataDir), JSON.stringify(running), { mode: 0o600 });
  return () => rm(fileOf(dataDir), { force: true });
}

/** The engines of the shop that is open on this data directory; null when none is. */
export async function findRunning(dataDir: string): Promise<RunningEngines | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  const { pid, ...engines } = runningSchema.parse(JSON.parse(text));
  // A shop that was killed has left its note behind.
  const answers = isAlive(pid) && (await answersAt(engines.MONGODB_URI));
  return answers ? engines : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function answersAt(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), timeout: ANSWER_MS });
  try {
    const timedOut = once(socket, 'timeout').then(() => false);
    return await Promise.race([once(socket, 'connect').then(() => true), timedOut]);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
