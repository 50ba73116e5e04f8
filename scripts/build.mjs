/**
 * Builds the server (dist/server, from dist/apps and dist/libs), the web app (dist/apps/web), its server-side rendering
 * (dist/apps/web-server) and the tools (dist/tools).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, run } from './tools.mjs';

export const STAMP = join(root, 'dist/.built');

const bundle = (app, config = 'vite.config.ts') =>
  run(process.execPath, [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    `${app}/${config}`,
    '--logLevel',
    'warn',
    app,
  ]);

export async function build() {
  mkdirSync(join(root, 'dist'), { recursive: true });
  // `npm run check` checks the types: with them the compiler takes nine times as long, and writes the same.
  const compile = ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'];
  const codes = await Promise.all([
    run(process.execPath, compile).then((code) => code || bundle('tools', 'vite.server.config.ts')),
    bundle('apps/web')
      .then((code) => code || bundle('apps/web', 'vite.server.config.ts'))
      .then((code) => code || bundle('tools')),
  ]);
  if (codes.some((code) => code !== 0)) fail('The build failed.');
  writeFileSync(STAMP, '');
}

if (process.argv[1]?.endsWith('build.mjs')) await build();
