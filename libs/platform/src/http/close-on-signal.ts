import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from '../logging.js';
import type { PlatformConfig } from '../platform.config.js';
import { trafficOf } from './traffic.js';

/** Milliseconds that requests in flight may take after the port is closed. */
const ANSWERS_MS = 10_000;

/**
 * Closes the application on SIGTERM and SIGINT without cutting off a response: first the HTTP server drains, then
 * everything that responses need closes.
 */
export function closeOnSignal(
  app: NestFastifyApplication,
  { SHUTDOWN_GRACE_SECONDS }: Pick<PlatformConfig, 'SHUTDOWN_GRACE_SECONDS'>,
  logger: Logger,
): void {
  const end = async () => {
    try {
      await trafficOf(app.getHttpServer()).drain(SHUTDOWN_GRACE_SECONDS * 1_000, ANSWERS_MS);
      await app.close();
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, 'graceful shutdown failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end());
}
