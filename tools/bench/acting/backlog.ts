import { Redis } from 'ioredis';
import type { Db } from 'mongodb';
import { type QueueName, queues } from '#libs/contracts';
import { LOG_KEY } from '#libs/platform';
import { later } from '../runner/stage.js';

const QUEUES = Object.keys(queues) as QueueName[];
const POLL_MS = 25;
/** Handlers add jobs after they have marked their event: it counts as empty when it is so twice in a row. */
const TIMES = 2;
/** No act has more to do after it than that. */
const SETTLE_MS = 120_000;

/** What has been published and added since a process of Redis began. */
export interface Totals {
  readonly commands: number;
  readonly events: number;
  readonly jobs: number;
}

/** What is still to be done after the acts: events that are not handled yet, and jobs that wait or run. */
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

  /** Milliseconds until it was empty; null where it was not in time. */
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
