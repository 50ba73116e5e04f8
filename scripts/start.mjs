/** `npm start`: installs, builds and installs redis-server where that is needed, then opens the shop. */
import { existsSync, statSync } from 'node:fs';
import { build, STAMP } from './build.mjs';
import { installPackages, latestChange, requireCommand, requireNode, say } from './tools.mjs';

const SOURCES = ['apps', 'libs', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

requireNode();
await installPackages();
if (!existsSync(STAMP) || statSync(STAMP).mtimeMs < latestChange(SOURCES)) {
  say('Building …');
  await build();
}
if (!process.env.REDIS_URL)
  await requireCommand('redis-server', 'redis-server', ', or set REDIS_URL.');
await import('../dist/apps/standalone/src/main.js');
