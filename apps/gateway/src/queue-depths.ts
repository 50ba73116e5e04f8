import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { rooms } from '#libs/contracts';
import { depthOf, Queues, Recurring } from '#libs/platform';
import type { RealtimeServer } from './realtime-server.js';

/** Milliseconds between readings. */
const READ_MS = 1_000;

/** Emits queue depths to admins when they change. Not as an event, because events themselves add jobs. */
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
