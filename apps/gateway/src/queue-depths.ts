import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { rooms } from '#libs/contracts';
import { depthOf, Queues, Recurring } from '#libs/platform';
import type { RealtimeServer } from './realtime-server.js';

/** Milliseconds from one reading to the next. */
const READ_MS = 1_000;

/** Emits the depths of the queues to admins when they change. Not as an event, because an event adds jobs itself. */
@Injectable()
export class QueueDepthsFeed implements BeforeApplicationShutdown {
  private reading: Recurring | undefined;
  private emitted = '';

  constructor(private readonly queues: Queues) {}

  start(io: RealtimeServer): void {
    this.reading = new Recurring(
      READ_MS,
      () => this.read(io),
      () => {},
    );
    this.reading.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.reading?.stop();
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
