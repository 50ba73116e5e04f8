import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Budget {
  /** The route's module, relative to the web app's folder. */
  page: string;
  scriptGzipBytes: number;
}

/** The chunks that a page loads first: the entry, the route's own, and their static imports. */
function firstLoad(chunks: readonly Rolldown.OutputChunk[], page: string): Rolldown.OutputChunk[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Map<string, Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || needed.has(chunk.fileName)) return;
    needed.set(chunk.fileName, chunk);
    for (const file of chunk.imports) add(byFile.get(file));
  };
  add(chunks.find((chunk) => chunk.isEntry));
  const own = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(page));
  if (own === undefined)
    throw new Error(`The budget names ${page}, which has no chunk of its own.`);
  add(own);
  return [...needed.values()];
}

/** Fails the build when the first load of a page exceeds `budget.json`. */
export const budget = (root: string): Plugin => ({
  name: 'budget',
  apply: 'build',
  writeBundle: {
    order: 'post',
    handler({ dir = '' }, bundle) {
      const text = readFileSync(path.join(root, 'budget.json'), 'utf8');
      const budgets = Object.entries(JSON.parse(text) as Record<string, Budget>);
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      for (const [route, { page, scriptGzipBytes }] of budgets) {
        const size = firstLoad(chunks, page)
          .map(({ fileName }) => gzipSync(readFileSync(path.join(dir, fileName)), { level: 9 }))
          .reduce((sum, zipped) => sum + zipped.length, 0);
        if (size <= scriptGzipBytes) continue;
        const over = `${size} bytes of script (gzip), ${size - scriptGzipBytes} over its budget`;
        this.error(`The first load of ${route} is ${over}.`);
      }
    },
  },
});
