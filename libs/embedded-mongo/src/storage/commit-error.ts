import { statfs } from 'node:fs/promises';
import { CommandError } from '../errors.js';

/** LMDB's own codes, and those of the system that a write to a full disk or a read-only file system ends with. */
const MDB_CORRUPTED = -30_796;
const MDB_MAP_FULL = -30_792;
const [EIO, EFBIG, ENOSPC, EROFS, EDQUOT] = [5, 27, 28, 30, 122];

/** What a client is told when nothing of its commit could be stored. */
export async function commitErrorOf(error: unknown, directory: string): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error;
  // LMDB says by a promise why
  const cause: unknown = await Promise.resolve(error.commitError).catch(
    (reason: unknown) => reason,
  );
  const code = cause instanceof Error && 'code' in cause ? Number(cause.code) : 0;
  const said = cause instanceof Error ? cause.message : String(cause);
  // A short write, as to a disk that has become full, is an I/O error to LMDB.
  if ([EIO, EFBIG, ENOSPC, EDQUOT, MDB_MAP_FULL].includes(code)) {
    const room = await roomIn(directory);
    const orElse = code === EIO ? ', or the disk fails' : '';
    return new CommandError(
      14_031,
      `no room for the data in ${directory} (${room})${orElse}: ${said}`,
    );
  }
  if (code === EROFS) return new CommandError(1, `Read-only file system: ${said}`);
  if (code === MDB_CORRUPTED) return new CommandError(369, `the data is damaged: ${said}`);
  return new CommandError(1, `the commit could not be stored: ${said}`);
}

async function roomIn(directory: string): Promise<string> {
  const { bavail, bsize } = await statfs(directory);
  return `${Math.floor((bavail * bsize) / 1024)} kB of the disk are free`;
}
