import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

const POLL_MS = 50;
/** How long sizes are kept, in ms. */
const KEPT_MS = 5_000;

interface Size {
  readonly at: number;
  readonly file: string;
  readonly bytes: number;
}

/**
 * The append-only file of a redis-server. The writes of a killed process remain in the page cache; only a machine that
 * goes down loses those not yet synced, up to a second of them. Truncating the file to an earlier size has the same
 * effect.
 */
export class RedisFiles {
  readonly #folder: string;
  #sizes: Size[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(dir: string) {
    this.#folder = join(dir, 'appendonlydir');
  }

  watch(): void {
    this.#timer = setInterval(() => {
      this.#size().then(
        (size) => {
          this.#sizes = this.#sizes.filter(({ at }) => size.at - at < KEPT_MS);
          this.#sizes.push(size);
        },
        () => {}, // the file is being replaced; the next poll sees the new one
      );
    }, POLL_MS);
  }

  unwatch(): void {
    clearInterval(this.#timer);
  }

  /** Removes the dead server's writes of its last `ms`; returns the number of bytes. */
  async truncateLast(ms: number): Promise<number> {
    const now = await this.#size();
    const before = this.#sizes.findLast(({ at, file }) => file === now.file && at <= now.at - ms);
    if (!before || before.bytes >= now.bytes) return 0;
    await truncate(join(this.#folder, now.file), before.bytes);
    this.#sizes = [];
    return now.bytes - before.bytes;
  }

  /** Removes the dead server's files, so that it starts empty. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    this.#sizes = [];
  }

  async #size(): Promise<Size> {
    const at = Date.now();
    const files = (await readdir(this.#folder)).filter((name) => name.endsWith('.incr.aof'));
    const file = files.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
    if (!file) throw new Error('redis-server has no append-only file yet');
    return { at, file, bytes: (await stat(join(this.#folder, file))).size };
  }
}
