import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type QueueName, queues, rooms } from '#libs/contracts';
import { depthOf, openQueue, REDIS } from '#libs/platform';
import type { RealtimeServer } from './admission.js';

/** Milliseconds between two looks. */
const LOOK_MS = 1_000;

/**
 * Tells admins how much waits in the queues, whenever that is another number. No event says so, because telling it
 * would change it.
 */
@Injectable()
export class QueueDepthsTeller implements BeforeApplicationShutdown {
  private readonly queues: readonly (readonly [QueueName, Queue])[];
  private timer: NodeJS.Timeout | undefined;
  private told = '';
  private looking: Promise<void> | undefined;

  constructor(@Inject(REDIS) redis: Redis) {
    this.queues = (Object.keys(queues) as QueueName[]).map((name) => {
      const queue = openQueue(name, redis);
      // A queue without a listener would throw what the connection says of Redis being away.
      queue.on('error', () => {});
      return [name, queue] as const;
    });
  }

  start(io: RealtimeServer): void {
    this.timer = setInterval(() => {
      // one look at a time: while Redis is away they would pile up
      this.looking ??= this.look(io)
        .catch(() => {}) // the next look says it
        .finally(() => {
          this.looking = undefined;
        });
    }, LOOK_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.queues.map(([, queue]) => queue.close()));
  }

  private async look(io: RealtimeServer): Promise<void> {
    if (!io.sockets.adapter.rooms.has(rooms.admins())) return;
    const depths = await Promise.all(this.queues.map(([name, queue]) => depthOf(name, queue)));
    const now = JSON.stringify(depths);
    if (now === this.told) return;
    this.told = now;
    io.to(rooms.admins()).emit('queues.depths', { queues: depths });
  }
}
