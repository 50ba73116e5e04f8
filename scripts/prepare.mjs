/** What has to be there before the server or one of its commands can run. */
import { existsSync, statSync } from 'node:fs';
import { build, STAMP } from './build.mjs';
import { installPackages, latestChange, requireCommand, requireNode, say } from './tools.mjs';

const SOURCES = ['apps', 'libs', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Installs packages, builds and installs redis-server, each where that is needed. */
export async function prepare() {
  requireNode();
  await installPackages();
  if (!existsSync(STAMP) || statSync(STAMP).mtimeMs < latestChange(SOURCES)) {
    say('Building …');
    await build();
  }
  if (!process.env.REDIS_URL)
    await requireCommand('redis-server', 'redis-server', ', or set REDIS_URL.');
}
