import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** The append-only file of a redis-server, and its size at one moment. */
export interface AppendOnlyFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * The append-only files of a redis-server. The writes of a killed process remain in the page cache; only a machine that
 * goes down loses those not yet synced, up to a second of them. Truncating the file to an earlier size has the same
 * effect.
 */
export class RedisFiles {
  readonly #folder: string;

  constructor(dir: string) {
    this.#folder = join(dir, 'appendonlydir');
  }

  /** The file that is written now. */
  async current(): Promise<AppendOnlyFile> {
    const files = (await readdir(this.#folder)).filter((name) => name.endsWith('.incr.aof'));
    const file = files.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
    if (!file) throw new Error('redis-server has no append-only file yet');
    const path = join(this.#folder, file);
    return { path, bytes: (await stat(path)).size };
  }

  /** Removes what the dead server has written since then; returns the number of bytes. */
  async truncate(then: AppendOnlyFile): Promise<number> {
    const { path, bytes } = await this.current();
    // A file that has replaced the earlier one was synced as a whole.
    if (path !== then.path) return 0;
    await truncate(path, then.bytes);
    return bytes - then.bytes;
  }

  /** Removes the dead server's files, so that it starts empty. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
