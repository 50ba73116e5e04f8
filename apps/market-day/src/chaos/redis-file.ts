import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

const LOOK_MS = 50;
/** Milliseconds for which looks are kept. */
const KEPT_MS = 5_000;

interface Look {
  readonly at: number;
  readonly file: string;
  readonly bytes: number;
}

/**
 * The append-only file of a redis-server. A process that is killed leaves to the system what it has written; only a
 * machine that goes down loses what was not yet forced to the disk, up to a second of it. Cutting the file back to
 * what it was then is the same.
 */
export class RedisFile {
  readonly #folder: string;
  #looks: Look[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(dir: string) {
    this.#folder = join(dir, 'appendonlydir');
  }

  watch(): void {
    this.#timer = setInterval(() => {
      this.#look().then(
        (look) => {
          this.#looks = this.#looks.filter(({ at }) => look.at - at < KEPT_MS);
          this.#looks.push(look);
        },
        () => {}, // the file is being replaced; the next look sees the new one
      );
    }, LOOK_MS);
  }

  forget(): void {
    clearInterval(this.#timer);
  }

  /** With the server dead: takes away what it wrote in its last milliseconds. Answers how many bytes. */
  async lose(ms: number): Promise<number> {
    const now = await this.#look();
    const before = this.#looks.findLast(({ at, file }) => file === now.file && at <= now.at - ms);
    if (!before || before.bytes >= now.bytes) return 0;
    await truncate(join(this.#folder, now.file), before.bytes);
    this.#looks = [];
    return now.bytes - before.bytes;
  }

  async #look(): Promise<Look> {
    const at = Date.now();
    const files = (await readdir(this.#folder)).filter((name) => name.endsWith('.incr.aof'));
    const file = files.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
    if (!file) throw new Error('redis-server has no append-only file yet');
    return { at, file, bytes: (await stat(join(this.#folder, file))).size };
  }
}
