import { Redis } from 'ioredis';
import type { Db } from 'mongodb';
import { type QueueName, queues } from '#libs/contracts';
import { LOG_KEY } from '#libs/platform';
import { later } from '../runner/stage.js';

const QUEUES = Object.keys(queues) as QueueName[];
const POLL_MS = 25;
/** Consecutive empty polls that count as empty, because handlers add jobs after they have marked their event. */
const TIMES = 2;
/** Default deadline in ms; the work after any act takes less. */
const SETTLE_MS = 120_000;

/** Totals since the start of the Redis process: commands, published events, added jobs. */
export interface Totals {
  readonly commands: number;
  readonly events: number;
  readonly jobs: number;
}

/** The pending work that acts have caused: unhandled events, and waiting or active jobs. */
export class Backlog {
  private readonly redis: Redis;
  /** Commands that this bench has sent. */
  private own = 0;

  constructor(
    private readonly db: Db,
    redisUrl: string,
  ) {
    this.redis = new Redis(redisUrl);
  }

  /** Waits until the backlog is empty; returns the time in ms, or null after the deadline. */
  async emptied(withinMs = SETTLE_MS): Promise<number | null> {
    const started = performance.now();
    for (let empty = 0; empty < TIMES; ) {
      empty = (await this.isEmpty()) ? empty + 1 : 0;
      const took = performance.now() - started;
      if (empty === TIMES) return took;
      if (took > withinMs) return null;
      await later(POLL_MS);
    }
    return 0;
  }

  async settle(): Promise<void> {
    if ((await this.emptied()) !== null) return;
    const retried = await this.redis.zcard('bull:domain-events:delayed');
    throw new Error(`the worker does not finish its work; ${retried} events are tried again`);
  }

  private async isEmpty(): Promise<boolean> {
    const open = await this.db
      .collection('outbox')
      .findOne({ handledAt: null }, { projection: { _id: 1 } });
    if (open) return false;
    const lists = QUEUES.flatMap((name) => [`bull:${name}:wait`, `bull:${name}:active`]);
    this.own += lists.length;
    const lengths = await Promise.all(lists.map((list) => this.redis.llen(list)));
    return lengths.every((length) => length === 0);
  }

  async totals(): Promise<Totals> {
    this.own += 3;
    const [stats, stream, ids] = await Promise.all([
      this.redis.info('stats'),
      this.redis.xinfo('STREAM', LOG_KEY),
      this.redis.mget(QUEUES.map((name) => `bull:${name}:id`)),
    ]);
    const commands = Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]);
    // A flat list of names and values.
    const fields = stream as unknown[];
    const events = Number(fields[fields.indexOf('entries-added') + 1]);
    const jobs = ids.reduce((sum, id) => sum + Number(id ?? 0), 0);
    return { commands: commands - this.own, events, jobs };
  }

  close(): void {
    this.redis.disconnect();
  }
}
