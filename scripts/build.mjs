/** Builds the server (dist/apps, dist/libs) and the web app (dist/apps/web), with compressed copies beside its files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fail, root, run } from './tools.mjs';

const WORTH_COMPRESSING = /\.(js|css|html|svg|json|webmanifest)$/;

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
  compress(join(root, 'dist/apps/web'));
  writeFileSync(STAMP, '');
}

function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (WORTH_COMPRESSING.test(entry.name)) {
      const content = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      writeFileSync(`${path}.br`, brotliCompressSync(content));
    }
  }
}

if (process.argv[1]?.endsWith('build.mjs')) await build();
