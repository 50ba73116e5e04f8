import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { rooms } from '#libs/contracts';
import { depthOf, Queues } from '#libs/platform';
import type { RealtimeServer } from './realtime-server.js';

/** Milliseconds from one reading to the next. */
const READ_MS = 1_000;

/** Emits the depths of the queues to admins when they change. Not as an event, because an event adds jobs itself. */
@Injectable()
export class QueueDepthsFeed implements BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private emitted = '';
  private reading: Promise<void> | undefined;

  constructor(private readonly queues: Queues) {}

  start(io: RealtimeServer): void {
    this.timer = setInterval(() => {
      // One reading at a time: they would pile up while Redis is unavailable.
      this.reading ??= this.read(io)
        .catch(() => {}) // the next one tries again
        .finally(() => {
          this.reading = undefined;
        });
    }, READ_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.reading;
  }

  private async read(io: RealtimeServer): Promise<void> {
    if (!io.sockets.adapter.rooms.has(rooms.admins())) return;
    const depths = await Promise.all(this.queues.all().map(depthOf));
    const now = JSON.stringify(depths);
    if (now === this.emitted) return;
    this.emitted = now;
    io.to(rooms.admins()).emit('queues.depths', { queues: depths });
  }
}
