/** Builds the server (dist/apps, dist/libs) and the web app (dist/apps/web). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, run } from './tools.mjs';

export const STAMP = join(root, 'dist/.built');

export async function build() {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const codes = await Promise.all([
    run(process.execPath, ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.build.json']),
    run(process.execPath, [
      'node_modules/vite/bin/vite.js',
      'build',
      '--config',
      'apps/web/vite.config.ts',
      '--logLevel',
      'warn',
      'apps/web',
    ]),
  ]);
  if (codes.some((code) => code !== 0)) fail('The build failed.');
  writeFileSync(STAMP, '');
}

if (process.argv[1]?.endsWith('build.mjs')) await build();
