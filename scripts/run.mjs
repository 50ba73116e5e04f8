/**
 * `node scripts/run.mjs <program> [arguments]`: prepares what a program needs and runs it in this process. Each program
 * has an npm script of the same name: `npm run seed -- --products 1000`.
 */
import { prepare } from './prepare.mjs';
import { fail } from './tools.mjs';

/** Entry of each program below dist, and the Redis it needs (default: the configured one). */
const PROGRAMS = {
  backup: { entry: 'server/backup.js' },
  restore: { entry: 'server/restore.js' },
  seed: { entry: 'server/seed.js' },
  'projections:rebuild': { entry: 'server/rebuild.js' },
  'sessions:end-all': { entry: 'server/end-sessions.js' },
  'embedded-mongo': { entry: 'libs/embedded-mongo/src/main.js', redis: 'none' },
  bench: { entry: 'tools/bench/run.js' },
  'market-day': { entry: 'tools/market-day/main.js' },
  chaos: { entry: 'tools/chaos/main.js', redis: 'own' },
};

const [name] = process.argv.splice(2, 1);
if (!Object.hasOwn(PROGRAMS, name ?? ''))
  fail(`usage: node scripts/run.mjs ${Object.keys(PROGRAMS).join(' | ')} [arguments]`);
const { entry, redis } = PROGRAMS[name];
await prepare(redis);
await import(`../dist/${entry}`);
