import path from 'node:path';
import { defineConfig } from 'vite';

const repository = path.resolve(import.meta.dirname, '..');

/**
 * Programs for Node out of the simulations, the contracts and the web app's calls, cache and live client. Each entry is
 * where its source is, below dist: `dist/tools/chaos/main.js`.
 */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: path.join(repository, 'node_modules/.vite-tools'),
  publicDir: false,
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  build: {
    ssr: true,
    rolldownOptions: {
      input: { 'market-day/main': 'market-day/main.ts', 'chaos/main': 'chaos/main.ts' },
      // At the depth of the entries, so that a path relative to a module stays right.
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
    },
    outDir: path.join(repository, 'dist/tools'),
    // tools/bench is compiled into it at the same time
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
  },
});
