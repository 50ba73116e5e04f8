import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** Builds the server renderer as one bundle, so that the server needs none of the web app's packages. */
export default defineConfig({
  root,
  plugins: [react()],
  ssr: {
    noExternal: true,
    resolve: { conditions: ['source', 'module', 'node', 'production'] },
  },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: 'src/server.tsx',
    outDir: path.resolve(root, '../../dist/apps/web-server'),
    emptyOutDir: true,
    copyPublicDir: false,
  },
});
