/** What has to be there before the server or one of its commands can run. */
import { existsSync, statSync } from 'node:fs';
import { build, STAMP } from './build.mjs';
import { installPackages, latestChange, requireCommand, requireNode, say } from './tools.mjs';

const SOURCES = [
  'apps',
  'libs',
  'tools',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/**
 * Installs packages, builds and installs redis-server, each where that is needed. `redis` says which Redis is used:
 * that of REDIS_URL or else a redis-server of its own, always its own, or none.
 */
export async function prepare(redis = 'configured') {
  requireNode();
  await installPackages();
  if (!existsSync(STAMP) || statSync(STAMP).mtimeMs < latestChange(SOURCES)) {
    say('Building …');
    await build();
  }
  if (redis === 'own') await requireCommand('redis-server', 'redis-server');
  if (redis === 'configured' && !process.env.REDIS_URL)
    await requireCommand('redis-server', 'redis-server', ', or set REDIS_URL.');
}
