import { join } from 'node:path';
import { EmbeddedMongoError } from '../errors.js';

/** LMDB's codes for a damaged file, from MDB_PAGE_NOTFOUND to MDB_BAD_TXN. */
const LMDB_DAMAGE: ReadonlySet<unknown> = new Set([-30_797, -30_796, -30_795, -30_793, -30_782]);
/** The exit code of a server that finds its data damaged. */
export const DAMAGED_EXIT_CODE = 3;

export const dataFileIn = (directory: string) => join(directory, 'data.mdb');

const hasDamageCode = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && LMDB_DAMAGE.has(error.code);

/** An error that names the data file, if the given one means damaged data; else null. */
export function damageIn(error: unknown, directory: string): EmbeddedMongoError | null {
  if (error instanceof EmbeddedMongoError && error.code === 'DATA_DAMAGED') return error;
  return hasDamageCode(error) ? damaged(directory, error.message) : null;
}

export const damaged = (directory: string, why: string) =>
  new EmbeddedMongoError('DATA_DAMAGED', `${dataFileIn(directory)} is damaged: ${why}`);
