import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigError, createLogger } from '#libs/platform';
import { type Engine, EngineError, startMongo, startRedis } from '../engines.js';
import { findRunning } from '../running.js';
import { readSettings } from '../settings.js';
import type { StandaloneConfig } from '../standalone.config.js';
import { CommandModule } from './command.module.js';

const ENGINE_CLOSE_MS = 10_000;

/** What went wrong in words that say what to do; the command ends with 1. */
export class CommandError extends Error {}

export const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs a command on the data of the marketplace: of the engines that the settings name, of the shop that is open
 * on the data directory, or of embedded engines that it starts for itself. Nothing is relayed and no job is done
 * meanwhile; that is for the shop.
 */
export async function runCommand(
  work: (app: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const engines: Engine[] = [];
  let app: INestApplicationContext | undefined;
  try {
    const config = await withEngines(engines);
    const logger = createLogger(config.LOG_LEVEL, 'command');
    app = await NestFactory.createApplicationContext(CommandModule.forRoot(config, logger), {
      logger: false,
      abortOnError: false,
    });
    await work(app);
  } catch (error) {
    const expected =
      error instanceof CommandError || error instanceof ConfigError || error instanceof EngineError;
    process.stderr.write(
      `${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exitCode = 1;
  }
  await app?.close();
  await Promise.all(engines.map((engine) => engine.stop(ENGINE_CLOSE_MS)));
  process.exit();
}

async function withEngines(engines: Engine[]): Promise<StandaloneConfig> {
  const { config, own } = await readSettings();
  if (!own.mongo && !own.redis) return config;
  const running = await findRunning(config.DATA_DIR);
  const start = async (starting: Promise<Engine>) => {
    const engine = await starting;
    engines.push(engine);
    return engine.url;
  };
  if (running) say(`Using the engines of the shop that is open in ${config.DATA_DIR}`);
  else say(`Starting the embedded engines in ${config.DATA_DIR} …`);
  return {
    ...config,
    ...(own.mongo && {
      MONGODB_URI: running?.MONGODB_URI ?? (await start(startMongo(config.DATA_DIR))),
    }),
    ...(own.redis && {
      REDIS_URL: running?.REDIS_URL ?? (await start(startRedis(config.DATA_DIR))),
    }),
  };
}
