import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { budget } from './budget.ts';
import { fakeApi } from './fake-api.ts';
import { precompress } from './precompress.ts';

const root = import.meta.dirname;
const repository = path.resolve(root, '../..');
const outDir = path.join(repository, 'dist/apps/web');
const server = 'http://localhost:3000';

export default defineConfig(({ mode }) => ({
  root,
  plugins: [
    react(),
    tailwindcss(),
    precompress(outDir),
    budget(root),
    ...(mode === 'fake' ? [fakeApi()] : []),
  ],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // the sources of the contracts come through the package's import map also inside the fake server
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  cacheDir: path.join(repository, 'node_modules/.vite-web'),
  server: {
    fs: { allow: [repository] },
    proxy:
      mode === 'fake'
        ? undefined
        : {
            '/api': server,
            '/pictures': server,
            '/produce': server,
            '/socket.io': { target: server, ws: true },
          },
  },
  build: {
    outDir,
    emptyOutDir: true,
    // which files a page loads first: the size budget reads it
    manifest: true,
    // nothing becomes a data: address, which the content security policy would have to allow
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // the contracts only say what things are: what a page does not name, it does not load
      treeshake: { moduleSideEffects: [{ test: /libs\/contracts\/src\//, sideEffects: false }] },
      output: {
        // what every page needs, in files that stay in the cache when a page changes
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|zod)\//,
            },
            {
              name: 'kit',
              test: /src\/lib\/(?!identity\/(clerk|slot)|use-form|use-calm-rows|use-reading|filter-in-address|save-file|upload)|src\/ui\/(?!form|upload|use-uploads|unsaved|data-table|dialog|dropdown-menu|tabs|reason|waiting|figure|sales-chart|tick|filters|live-rows|load-more|loading-rows)/,
            },
            {
              // the shelf that every shop page begins with, in one file: a dozen small ones take longer to ask for
              name: 'shelf',
              test: /features\/catalogue\/(product-(card|grid|tile|rail|list)|rating|stock-line|products|texts)\.|features\/cart\/(add-to-cart|cart|cart-math|guest-cart|set-cart-item|texts|use-cart-actions)\.|app\/favourite\.|ui\/(load-more|card|price|stepper)\./,
            },
          ],
        },
      },
    },
  },
}));
