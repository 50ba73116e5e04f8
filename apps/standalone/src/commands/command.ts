import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLogger, startFailure } from '#libs/platform';
import { startDatabase } from '../database.js';
import { type Engine, EngineError, startRedis } from '../engines.js';
import { findRunning } from '../running.js';
import { readSettings } from '../settings.js';
import type { StandaloneConfig } from '../standalone.config.js';
import { CommandModule } from './command.module.js';

const ENGINE_CLOSE_MS = 10_000;

/** An error whose message says what to do; the command ends with exit code 1. */
export class CommandError extends Error {}

export const say = (line: string) => process.stdout.write(`${line}\n`);

/** Whether the shop is open on this data; null if unknown, as with external engines. */
export interface Found {
  readonly isOpen: boolean | null;
}

/**
 * Runs a command on the marketplace's data: on the configured engines, on those of the shop open on the data
 * directory, or on embedded engines that it starts. It relays no events and runs no jobs.
 */
export function runCommand(work: (app: INestApplicationContext) => Promise<void>): Promise<void> {
  const onSlices = async (config: StandaloneConfig) => {
    const app = await openSlices(config);
    try {
      await work(app);
    } finally {
      await app.close();
    }
  };
  return runOnEngines(onSlices, { requireShopSettings: false });
}

/** Opens the slices on running engines. */
export function openSlices(config: StandaloneConfig): Promise<INestApplicationContext> {
  const logger = createLogger(config.LOG_LEVEL, 'command');
  return NestFactory.createApplicationContext(CommandModule.forRoot(config, logger), {
    logger: false,
    abortOnError: false,
  });
}

/** Like {@link runCommand}, for work on everything that the shop has stored, which needs the shop's own settings. */
export async function runOnEngines(
  work: (config: StandaloneConfig, found: Found) => Promise<void>,
  { requireShopSettings = true } = {},
): Promise<void> {
  const engines: Engine[] = [];
  // Files that it writes are readable by their owner only.
  process.umask(0o077);
  try {
    const { config, found } = await withEngines(engines, requireShopSettings);
    await work(config, found);
  } catch (error) {
    const isExpected = error instanceof CommandError || error instanceof EngineError;
    process.stderr.write(`${isExpected ? error.message : startFailure(error)}\n`);
    process.exitCode = 1;
  }
  await Promise.all(engines.map((engine) => engine.stop(ENGINE_CLOSE_MS)));
  process.exit();
}

async function withEngines(
  engines: Engine[],
  requireShopSettings: boolean,
): Promise<{ config: StandaloneConfig; found: Found }> {
  const { config, own } = await readSettings({ requireShopSettings });
  if (!own.mongo && !own.redis) return { config, found: { isOpen: null } };
  const running = await findRunning(config.DATA_DIR);
  const start = async (starting: Promise<Engine>) => {
    const engine = await starting;
    engines.push(engine);
    return engine.url;
  };
  if (running) say(`Using the engines of the shop that is open in ${config.DATA_DIR}`);
  else say(`Starting the embedded engines in ${config.DATA_DIR} …`);
  const used = {
    ...config,
    ...(own.mongo && {
      MONGODB_URI:
        running?.MONGODB_URI ?? (await start(startDatabase(config.DATA_DIR, config.MONGOD_BINARY))),
    }),
    ...(own.redis && {
      REDIS_URL: running?.REDIS_URL ?? (await start(startRedis(config.DATA_DIR))),
    }),
  };
  return { config: used, found: { isOpen: own.mongo ? running !== null : null } };
}
