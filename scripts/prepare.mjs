/** Prepares whatever the server and its commands need to run. */
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
 * Installs packages, builds, and installs redis-server, each if needed. `redis`: `configured` needs a redis-server
 * unless REDIS_URL is set, `own` always needs one, `none` never.
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
