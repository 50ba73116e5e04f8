import path from 'node:path';
import { defineConfig } from 'vite';

const repository = path.resolve(import.meta.dirname, '..');

/**
 * Bundles the simulations, with the contracts and the web app's calls, cache and live client, into programs for Node.
 * The path of an entry below dist is that of its source: `dist/tools/chaos/main.js`.
 */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: path.join(repository, 'node_modules/.vite-tools'),
  publicDir: false,
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  build: {
    ssr: true,
    rolldownOptions: {
      input: {
        'market-day/main': 'market-day/main.ts',
        'chaos/main': 'chaos/main.ts',
        'chaos/stand-in': '../libs/payments/src/testing/stripe-stand-in/main.ts',
      },
      // Chunks are at the depth of the entries, so that paths relative to a module stay valid.
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
    },
    outDir: path.join(repository, 'dist/tools'),
    // tools/bench is compiled into the same folder at the same time
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
  },
});
