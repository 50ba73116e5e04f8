import type { Running } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';
import type { Wish } from './line.js';

/** So many who want the same. */
export interface CrowdWish extends Wish {
  readonly count: number;
  /** Products that each of them watches and nobody else. */
  readonly own: number;
  readonly firstOwn: number;
}

/** When each of a crowd has heard an event, in milliseconds of {@link nowMs}. */
export interface Heard {
  readonly id: string;
  readonly at: Float64Array;
}

/** A clock that all processes of a machine share. */
export function nowMs(): number {
  const [seconds, nanos] = process.hrtime();
  return seconds * 1_000 + nanos / 1e6;
}

const PATIENCE_MS = 30_000;

/** People who are connected, in a process of their own. */
export class Crowd {
  private readonly waiting = new Map<string, (at: Float64Array) => void>();

  private constructor(private readonly program: Running) {
    program.child.on('message', (message) => {
      const { id, at } = message as Heard;
      this.waiting.get(id)?.(at);
      this.waiting.delete(id);
    });
  }

  static async gather(stage: Stage, wish: CrowdWish): Promise<Crowd> {
    return new Crowd(
      await stage.program('crowd', 'dist/bench/live/crowd.js', JSON.stringify(wish)),
    );
  }

  /** When each of them heard it, once all have. */
  hears(id: string): Promise<Float64Array> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not all have heard ${id}`)), PATIENCE_MS);
      this.waiting.set(id, (at) => {
        clearTimeout(late);
        resolve(at);
      });
    });
  }

  leave(stage: Stage): Promise<void> {
    return stage.end(this.program);
  }
}
