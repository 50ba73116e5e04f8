/**
 * Starts the engines that integration tests share, once per run; with MONGODB_URI or TEST_REDIS_URL set, tests run
 * against that server. They empty the databases of that Redis, so that it is not the one of REDIS_URL.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The compiled server, which tests start as processes (libs/testing/src/run-built.ts). */
const SERVER = resolve('.scratch/server');

/** Compiles the sources, unless they have not changed. Each process then resolves `#libs` in this folder. */
function compile() {
  const into = ['--outDir', SERVER, '--tsBuildInfoFile', `${SERVER}.tsbuildinfo`];
  const options = ['-p', 'tsconfig.build.json', '--noCheck', ...into];
  execFileSync(process.execPath, ['node_modules/ts7/bin/tsc', ...options], { stdio: 'inherit' });
  const imports = { '#libs/*': './libs/*/src/index.js' };
  writeFileSync(join(SERVER, 'package.json'), JSON.stringify({ type: 'module', imports }));
}

export default async function startEngines() {
  compile();
  const { startMongo, startRedis } = await import(join(SERVER, 'apps/standalone/src/engines.js'));
  const dir = mkdtempSync(join(tmpdir(), 'farmgate-test-'));
  const [mongo, redis] = await Promise.all([
    process.env.MONGODB_URI ? null : startMongo(dir, 'none'),
    process.env.TEST_REDIS_URL ? null : startRedis(dir),
  ]);
  // The contract of the embedded MongoDB is tested against the configured server, or else against the sources.
  if (!mongo) process.env.CONTRACT_MONGODB_URI = process.env.MONGODB_URI;
  process.env.MONGODB_URI ??= mongo.url;
  process.env.TEST_REDIS_URL ??= redis.url;
  globalThis.farmgateEngines = [mongo, redis].filter(Boolean);
}
