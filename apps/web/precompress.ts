import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|svg|txt|json|webmanifest)$/;
/** A file that fits into one packet gains nothing. */
const MIN_BYTES = 1_024;

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    writeFile(`${file}.br`, await brotli(content, { params: quality })),
    writeFile(`${file}.gz`, await zip(content, { level: 9 })),
  ]);
}

/** Writes a `.br` and a `.gz` beside every text file of the build, instead of compressing at every request. */
export const precompress = (outDir: string): Plugin => ({
  name: 'precompress',
  apply: 'build',
  enforce: 'post',
  closeBundle: {
    // after the service worker, which is written here too
    order: 'post',
    sequential: true,
    async handler() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name));
      await Promise.all(files.map(compress));
    },
  },
});
