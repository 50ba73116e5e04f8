import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type * as z from 'zod';
import { ConfigError, readConfig } from '../config.js';
import { createLogger, type Logger } from '../logging.js';
import type { PlatformConfig } from '../platform.config.js';
import { createHttpApp, listen } from './http-app.js';
import { trafficOf } from './traffic.js';

/** A process: its settings, its module, and what happens before its port is opened. */
export interface ProcessParts<Config extends PlatformConfig> {
  /** The name in its log. */
  readonly name: string;
  readonly module: (config: Config, logger: Logger) => Type | DynamicModule;
  readonly prepare?: (
    app: NestFastifyApplication,
    config: Config,
    logger: Logger,
  ) => void | Promise<void>;
}

/** Creates the application of a process, prepares it and opens its port. */
export async function openProcess<Config extends PlatformConfig>(
  config: Config,
  { name, module, prepare }: ProcessParts<Config>,
): Promise<void> {
  const logger = createLogger(config.LOG_LEVEL, name);
  const app = await createHttpApp(module(config, logger), config, logger);
  await prepare?.(app, config, logger);
  await listen(app, config);
  logger.info({ port: config.PORT }, `${name} ready`);
}

/** Runs a process with the settings of the environment. If it cannot start, it exits with code 1 and says why. */
export async function runProcess<Config extends PlatformConfig>(
  schema: z.ZodType<Config>,
  parts: ProcessParts<Config>,
): Promise<void> {
  try {
    await openProcess(readConfig(schema), parts);
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exit(1);
  }
}

/** Why a process did not start: for a wrong setting only how to correct it, for any other error the stack. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return String(error instanceof Error ? error.stack : error);
}

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
