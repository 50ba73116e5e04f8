import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedMongoError } from '../errors.js';

const LOCK_FILE = 'server.lock';

/**
 * Locks a data directory for this process: two servers on one directory would not see each other's transactions.
 * Takes over the lock of a dead process. Returns the function that unlocks the directory.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, LOCK_FILE);
  for (let attempt = 0; ; attempt++) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, ownMark());
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const owner = readOwner(path);
    if (owner !== undefined && isRunning(owner)) {
      throw new EmbeddedMongoError(
        'DIRECTORY_IN_USE',
        `${directory} is in use by the embedded MongoDB server with process id ${owner.pid}; stop it or choose another directory`,
      );
    }
    if (attempt >= 5) throw new EmbeddedMongoError('DIRECTORY_IN_USE', `cannot lock ${directory}`);
    rmSync(path, { force: true });
  }
}

type Owner = { pid: number; started: string };

/** The start time distinguishes a running owner from a new process with the same pid. */
const ownMark = () => `${process.pid} ${startTime(process.pid) ?? ''}\n`;

function readOwner(path: string): Owner | undefined {
  try {
    const [pid = '', started = ''] = readFileSync(path, 'utf8').trim().split(' ');
    return Number.isInteger(Number(pid)) && Number(pid) > 0
      ? { pid: Number(pid), started }
      : undefined;
  } catch {
    return undefined;
  }
}

function isRunning({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
  return started === '' || startTime(pid) === undefined || startTime(pid) === started;
}

/** Start time of a process in clock ticks since boot; available on Linux only. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
