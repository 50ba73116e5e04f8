import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** The append-only file of a redis-server that has ended. */
export class RedisFiles {
  readonly #folder: string;

  constructor(dir: string) {
    this.#folder = join(dir, 'appendonlydir');
  }

  /**
   * Removes up to that many bytes from the end: writes of a killed process remain in the page cache, but a machine that
   * goes down loses those that are not synced. Returns the number of bytes.
   */
  async truncate(most: number): Promise<number> {
    const files = (await readdir(this.#folder)).filter((name) => name.endsWith('.incr.aof'));
    const file = files.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
    if (!file) throw new Error('redis-server has no append-only file yet');
    const { size } = await stat(join(this.#folder, file));
    await truncate(join(this.#folder, file), Math.max(0, size - most));
    return Math.min(size, most);
  }

  /** Removes the files, so that Redis starts empty. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
