import 'reflect-metadata';
import type { Server } from 'node:http';
import { performance } from 'node:perf_hooks';
import { demoRoleSchema } from '#libs/contracts';
import { BuiltInProvider, IdentityProvider } from '#libs/identity';
import { openProcess, publicUrl, startFailure, trafficOf } from '#libs/platform';
import { prepareApi } from '../../api/src/prepare-api.js';
import { RealtimeIoAdapter } from '../../gateway/src/realtime-io.adapter.js';
import { startDatabase } from './database.js';
import { DEMO_PASSWORD, demoPerson } from './demo/people.js';
import { DemoSeed } from './demo/seed.js';
import { type Engine, EngineError, startRedis } from './engines.js';
import { announce } from './running.js';
import { readSettings } from './settings.js';
import type { StandaloneConfig } from './standalone.config.js';
import { StandaloneModule } from './standalone.module.js';

/** Milliseconds for requests and jobs to finish, and then for the engines to stop; under five seconds in all. */
const CLOSE_MS = 2_500;
const DRAIN_MS = 1_000;
const ENGINE_CLOSE_MS = 1_500;

const say = (line: string) => process.stdout.write(`${line}\n`);
const engines: Engine[] = [];
const closers: (() => Promise<unknown>)[] = [];
let ending: Promise<never> | undefined;

async function main(): Promise<void> {
  const started = performance.now();
  const { config, embedded } = await settings();
  const demo =
    config.NODE_ENV !== 'production' && !config.CLERK_PUBLISHABLE_KEY && (config.DEMO ?? embedded);
  await openProcess(config, {
    name: 'standalone',
    module: (_, logger) => StandaloneModule.forRoot(config, logger, { demo }),
    async prepare(app) {
      closers.push(async () => {
        await trafficOf(app.getHttpServer() as Server).drain(0, DRAIN_MS);
        await app.close();
      });
      app.useWebSocketAdapter(new RealtimeIoAdapter(app, config));
      await prepareApi(app);
      if (demo) await seed(app.get(DemoSeed), app.get(IdentityProvider));
    },
  });
  say(`  ready in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  say(`\nFarmgate is open: ${publicUrl(config)}\n`);
  if (demo) sayAccounts(config.CARD_PROVIDER === 'test-cards');
}

/** The settings; starts embedded engines for those that have no URL. */
async function settings(): Promise<{ config: StandaloneConfig; embedded: boolean }> {
  const { config, own } = await readSettings();
  if (own.mongo || own.redis) say(`Starting the engines in ${config.DATA_DIR} …`);
  const [mongo, redis] = await Promise.all([
    own.mongo ? start(startDatabase(config.DATA_DIR, config.MONGOD_BINARY)) : null,
    own.redis ? start(startRedis(config.DATA_DIR)) : null,
  ]);
  const found = {
    MONGODB_URI: mongo?.url ?? config.MONGODB_URI,
    REDIS_URL: redis?.url ?? config.REDIS_URL,
  };
  if (mongo) closers.push(await announce(config.DATA_DIR, found));
  return { config: { ...config, ...found }, embedded: own.mongo && own.redis };
}

async function start(starting: Promise<Engine>): Promise<Engine> {
  const engine = await starting;
  engines.push(engine);
  void engine.died.then((why) => end(1, why));
  return engine;
}

async function seed(demo: DemoSeed, identity: IdentityProvider): Promise<void> {
  if (!(identity instanceof BuiltInProvider)) return;
  say('Setting the stalls …');
  await demo.run(identity);
}

function sayAccounts(hasTestCards: boolean): void {
  say('  Demo accounts (or use the buttons on /auth):');
  for (const role of demoRoleSchema.options) {
    const person = demoPerson(role);
    if (person) say(`    ${role.padEnd(8)}  ${person.email}  ${DEMO_PASSWORD}`);
  }
  if (hasTestCards)
    say('  Test cards at the checkout: 4242 is accepted, 3220 asks its bank, 0002 is declined.');
  say('\n  Ctrl-C closes the shop; nothing is lost.');
}

/** Closes the application, then its engines, then the process. Further calls have no effect. */
function end(code: number, why?: string): Promise<never> {
  ending ??= (async () => {
    if (why) say(why);
    await Promise.race([Promise.allSettled(closers.map((close) => close())), later(CLOSE_MS)]);
    await Promise.allSettled(engines.map((engine) => engine.stop(ENGINE_CLOSE_MS)));
    process.exit(code);
  })();
  return ending;
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void end(0));

// Files of the data directory, including those of Redis, are readable by their owner only.
process.umask(0o077);
main().catch((error: unknown) =>
  end(1, error instanceof EngineError ? error.message : startFailure(error)),
);
