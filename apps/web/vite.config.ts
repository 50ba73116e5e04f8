import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { appIcons } from './app-icons.ts';
import { appManifest } from './app-manifest.ts';
import { fakeApi } from './fake-api.ts';
import { precompress } from './precompress.ts';
import { sharePictures } from './share-pictures.ts';

const root = import.meta.dirname;
const repository = path.resolve(root, '../..');
const outDir = path.join(repository, 'dist/apps/web');
const productionRouter = path.join(
  repository,
  'node_modules/react-router/dist/production/index.mjs',
);
const server = 'http://localhost:3000';

export default defineConfig(({ mode }) => ({
  root,
  plugins: [
    react(),
    tailwindcss(),
    sharePictures(root, outDir),
    appIcons(root, outDir),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'service-worker.ts',
      manifest: appManifest,
      // app/installed registers it, for members only
      injectRegister: false,
      injectManifest: {
        globPatterns: ['index.html', 'start.js', 'favicon*.svg', 'assets/*.{js,css}'],
        // their names contain a hash of their content
        dontCacheBustURLsMatching: /^assets\//,
        rollupFormat: 'iife',
      },
    }),
    precompress(outDir),
    ...(mode === 'fake' ? [fakeApi()] : []),
  ],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // the package exports only its development build
    alias: [{ find: /^react-router$/, replacement: productionRouter }],
  },
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
        // one file for what every page loads
        codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] },
      },
    },
  },
}));
