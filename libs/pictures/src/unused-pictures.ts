import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { LOGGER, type Logger } from '#libs/platform';
import { Pictures } from './pictures.service.js';

/** Milliseconds between two sweeps. */
const SWEEP_MS = 10 * 60_000;

/** Removes unused pictures where nobody uploads any: those of deleted accounts must not wait for the next upload. */
@Injectable()
export class UnusedPictures implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pictures: Pictures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        this.logger.error({ err: error }, 'unused pictures were not swept'),
      );
    }, SWEEP_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async sweep(): Promise<void> {
    while ((await this.pictures.sweep()) > 0);
  }
}
