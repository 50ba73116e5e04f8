import path from 'node:path';
import { defineConfig } from 'vite';

const repository = path.resolve(import.meta.dirname, '../..');

/** One file for Node out of the simulation, the contracts and the web app's calls, cache and live client. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: path.join(repository, 'node_modules/.vite-market-day'),
  publicDir: false,
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  build: {
    ssr: true,
    rolldownOptions: {
      input: { main: 'src/main.ts', chaos: 'src/chaos/main.ts' },
    },
    outDir: path.join(repository, 'dist/market-day'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
