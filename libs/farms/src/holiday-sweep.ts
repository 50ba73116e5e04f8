import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { LOGGER, type Logger } from '#libs/platform';
import { FarmHolidaysService } from './farm-holidays.service.js';

/** Milliseconds between two looks at whose holiday is over. */
const SWEEP_MS = 2_000;

/** Looks for farms that are open again. Any number of workers may do so. */
@Injectable()
export class HolidaySweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private ended = false;

  constructor(
    private readonly holidays: FarmHolidaysService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.wait();
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    await this.sweeping;
  }

  private wait(): void {
    if (this.ended) return;
    this.timer = setTimeout(() => {
      this.sweeping = this.sweep();
    }, SWEEP_MS);
  }

  private async sweep(): Promise<void> {
    try {
      await this.holidays.reopenDue();
    } catch (error) {
      this.logger.warn({ err: error }, 'farms could not be reopened; the next sweep tries again');
    }
    this.wait();
  }
}
