import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { budget } from './budget.ts';
import { fakeApi } from './fake-api.ts';
import { precompress } from './precompress.ts';
import { sharePictures } from './share-pictures.ts';
import { plainIcons, pureContracts, pureRouter } from './tree-shaking.ts';

const root = import.meta.dirname;
const repository = path.resolve(root, '../..');
const outDir = path.join(repository, 'dist/apps/web');
const server = 'http://localhost:3000';

export default defineConfig(({ mode }) => ({
  root,
  plugins: [
    react(),
    tailwindcss(),
    pureContracts(),
    pureRouter(),
    plainIcons(),
    precompress(outDir),
    sharePictures(root, outDir),
    budget(root),
    ...(mode === 'fake' ? [fakeApi()] : []),
  ],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // the fake server too resolves the contracts' sources through the package's import map
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
    // apps/api reads the manifest to preload a page's modules
    manifest: true,
    // no data: URLs, which the content security policy would have to allow
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      // the contracts have no side effects: a page loads only what it imports
      treeshake: { moduleSideEffects: [{ test: /libs\/contracts\/src\//, sideEffects: false }] },
      output: {
        // no name of a module: privacy lists block some, such as `/assets/analytics-`
        hashCharacters: 'hex',
        entryFileNames: 'assets/[hash:12].js',
        chunkFileNames: 'assets/[hash:12].js',
        assetFileNames: 'assets/[hash:12][extname]',
        // modules of every page, in chunks that stay cached when a page changes
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /rolldown.runtime|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(react-query|query-core))\/(?!.*(mutationObserver|useMutation|useMutationState)\.js)/,
            },
            {
              name: 'schemas',
              test: /node_modules\/zod\/|libs\/contracts\/src\/(primitives|text|amounts|days|farms|products|ratings|reviews|pictures|product-state|rooms|event-definition|visitor-events)\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              // the live client, in one chunk that is loaded after the page
              name: 'live',
              test: /node_modules\/(socket\.io|engine\.io|@socket\.io)|src\/realtime\/(?!connection-state|realtime-provider|texts|viewer)|src\/entities\/|(catalogue|farms|products|reviews)\.live\.ts$|live\/visitor-table\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              // the bars and the product list of every shop page: a dozen small chunks would take longer to load
              name: 'shop',
              test: /app\/(layout|router|guards|providers|lazy-page|route-error|prefetch-page|preloaded-pages|server-rendered-page)\.tsx?|features\/catalogue\/use-products-filter|lucide-react\/dist\/esm\/icons\/sliders-horizontal|features\/catalogue\/(product-(card|grid|tile|rail|list)|rating|stock-line|products|texts|favourites\/favourite-toggle)\.tsx?$|features\/cart\/(add-to-cart|cart|default-quantity|guest-cart|texts|use-add-to-cart)\.tsx?$|app\/(buy|favourite)\.tsx?$|ui\/(page|load-more|card|price|stepper|near-image)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
}));
