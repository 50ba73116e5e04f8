import { statfs } from 'node:fs/promises';
import { CommandError } from '../errors.js';

/** LMDB's codes, and the errno values of writes to a full disk or a read-only file system. */
const MDB_CORRUPTED = -30_796;
const MDB_MAP_FULL = -30_792;
const [EIO, EFBIG, ENOSPC, EROFS, EDQUOT] = [5, 27, 28, 30, 122];

/** The client's error for a commit of which nothing is stored. */
export async function commitErrorOf(error: unknown, directory: string): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error;
  // LMDB's binding reports the cause through a promise
  const cause: unknown = await Promise.resolve(error.commitError).catch(
    (reason: unknown) => reason,
  );
  const code = cause instanceof Error && 'code' in cause ? Number(cause.code) : 0;
  const said = cause instanceof Error ? cause.message : String(cause);
  // LMDB reports a short write, as on a full disk, as an I/O error.
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
