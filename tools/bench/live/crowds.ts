import type { Running } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';
import type { ConnectionOptions } from './line.js';

/** A number of clients with the same wish. */
export interface CrowdWish extends ConnectionOptions {
  readonly count: number;
  /** Number of products per client that no other client watches. */
  readonly own: number;
  readonly firstOwn: number;
  /** Pages of product ids, assigned to the clients in turn; such a crowd measures delays instead of receipts. */
  readonly pages?: readonly (readonly string[])[];
}

/** When each client of a crowd received an event, in ms of {@link nowMs}. */
export interface Receipt {
  readonly id: string;
  readonly at: Float64Array;
}

/** A monotonic clock in ms, shared by all processes of a machine. */
export function nowMs(): number {
  const [seconds, nanos] = process.hrtime();
  return seconds * 1_000 + nanos / 1e6;
}

const RECEIVE_TIMEOUT_MS = 30_000;

/** Connected clients in a separate process. */
export class Crowd {
  private readonly waiting = new Map<string, (at: Float64Array) => void>();
  private answered: ((delays: Float64Array) => void) | undefined;

  private constructor(private readonly program: Running) {
    program.child.on('message', (message) => {
      if (message instanceof Float64Array) return this.answered?.(message);
      const { id, at } = message as Receipt;
      this.waiting.get(id)?.(at);
      this.waiting.delete(id);
    });
  }

  static async connect(stage: Stage, wish: CrowdWish): Promise<Crowd> {
    return new Crowd(
      await stage.program('crowd', 'dist/tools/bench/live/crowd.js', JSON.stringify(wish)),
    );
  }

  /** Resolves once all clients have received the event, with the time of each. */
  receives(id: string): Promise<Float64Array> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(
        () => reject(new Error(`not all have received ${id}`)),
        RECEIVE_TIMEOUT_MS,
      );
      this.waiting.set(id, (at) => {
        clearTimeout(timeout);
        resolve(at);
      });
    });
  }

  /** For a crowd with pages: ms from each event to each of its receivers, since the previous call. */
  delays(): Promise<Float64Array> {
    return new Promise((resolve) => {
      this.answered = resolve;
      this.program.child.send('delays');
    });
  }

  disconnect(stage: Stage): Promise<void> {
    return stage.end(this.program);
  }
}
