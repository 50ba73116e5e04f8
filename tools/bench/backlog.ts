import { setTimeout as later } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Db } from 'mongodb';
import { type QueueName, queues } from '#libs/contracts';

const QUEUES = Object.keys(queues) as QueueName[];
const POLL_MS = 25;
/** Looks in a row that must find nothing, because handlers add jobs after they have marked their event. */
const TIMES = 2;
const SETTLE_MS = 120_000;

/** The work that acts have caused and that is not done: unhandled events, and waiting or active jobs. */
export class Backlog {
  private readonly redis: Redis;

  constructor(
    private readonly db: Db,
    redisUrl: string,
  ) {
    this.redis = new Redis(redisUrl);
  }

  /** Waits until nothing is left; returns how long that took in ms, or null after the deadline. */
  async emptied(withinMs: number): Promise<number | null> {
    const started = performance.now();
    for (let empty = 0; ; ) {
      empty = (await this.isEmpty()) ? empty + 1 : 0;
      const took = performance.now() - started;
      if (empty === TIMES) return took;
      if (took > withinMs) return null;
      await later(POLL_MS);
    }
  }

  /** Throws if work is left after two minutes. */
  async settle(): Promise<void> {
    if ((await this.emptied(SETTLE_MS)) === null)
      throw new Error('the worker does not finish its work');
  }

  close(): void {
    this.redis.disconnect();
  }

  private async isEmpty(): Promise<boolean> {
    if (await this.db.collection('outbox').findOne({ handledAt: null })) return false;
    const lists = QUEUES.flatMap((name) => [`bull:${name}:wait`, `bull:${name}:active`]);
    const lengths = await Promise.all(lists.map((list) => this.redis.llen(list)));
    return lengths.every((length) => length === 0);
  }
}
