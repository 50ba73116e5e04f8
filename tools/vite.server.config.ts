import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const repository = path.resolve(import.meta.dirname, '..');
const dist = path.join(repository, 'dist');
const outDir = path.join(dist, 'server');
const command = (name: string) => path.join(dist, `apps/standalone/src/commands/${name}.js`);
const main = (process: string) => path.join(dist, `apps/${process}/src/main.js`);

/** What the compiler wrote: modules of this repository, whose decorators are compiled with their types. */
const isOwn = (id: string) =>
  id.startsWith(path.join(dist, 'apps/')) || id.startsWith(path.join(dist, 'libs/'));

/**
 * Reads our modules with their source maps, so that a stack trace leads to the TypeScript. Files that they look for
 * beside themselves stay where they are.
 */
function ownModules(): Plugin {
  return {
    name: 'own-modules',
    load(id) {
      if (!isOwn(id)) return null;
      const self = JSON.stringify(path.relative(outDir, id));
      const code = readFileSync(id, 'utf8').replaceAll(
        'import.meta.url',
        `new URL(${self}, import.meta.url).href`,
      );
      return { code, map: readFileSync(`${id}.map`, 'utf8') };
    },
    transform(code, id) {
      // Traces through packages show the bundle, which is readable: their maps would be most of what a start reads.
      return isOwn(id) ? null : { code, map: { mappings: '' } };
    },
  };
}

const MONGOOSE = '\0mongoose';

/**
 * Mongoose as Node shows it to modules. A bundler's namespace object inherits from the Mongoose instance, which then
 * takes it for itself, and cannot count connections on it.
 */
function mongooseAsNode(): Plugin {
  return {
    name: 'mongoose-as-node',
    enforce: 'pre',
    resolveId: (id) => (id === 'mongoose' ? MONGOOSE : null),
    async load(id) {
      if (id !== MONGOOSE) return null;
      const names = Object.keys(await import('mongoose')).filter(
        (name) => !['default', 'module.exports'].includes(name),
      );
      const file = JSON.stringify(fileURLToPath(import.meta.resolve('mongoose')));
      return `import facade from ${file};\nexport default facade;\nexport const { ${names.join(', ')} } = facade;`;
    },
  };
}

/** The server's processes and commands with their packages, out of what the compiler wrote: few files load fast. */
export default defineConfig({
  root: repository,
  cacheDir: path.join(repository, 'node_modules/.vite-server'),
  publicDir: false,
  plugins: [ownModules(), mongooseAsNode()],
  ssr: {
    noExternal: true,
    // They load native code from beside themselves; `reflect-metadata` is first in every file, see `banner`.
    external: ['lmdb', 'msgpackr', 'sharp', 'reflect-metadata'],
    resolve: { conditions: ['module', 'node', 'production'] },
  },
  build: {
    ssr: true,
    rolldownOptions: {
      input: {
        api: main('api'),
        gateway: main('gateway'),
        worker: main('worker'),
        standalone: main('standalone'),
        backup: command('backup'),
        'end-sessions': command('end-sessions'),
        rebuild: command('rebuild'),
        restore: command('restore'),
        seed: command('seed'),
      },
      output: {
        // Decorators run while a file is loaded. A bundler may place the package that they need after them.
        banner: "import 'reflect-metadata';",
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => `${name.replace(/~.*/, '')}-[hash].js`,
        // Names of classes are in the database: they say which handlers have handled an event.
        keepNames: true,
        comments: { legal: true, annotation: false, jsdoc: false },
        sourcemapExcludeSources: true,
        // Packages apart: a bundler gives their lines to the last module of ours that stands before them.
        codeSplitting: {
          groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }],
        },
      },
      // A process needs few of what the door of a library exports.
      treeshake: { moduleSideEffects: (id) => !isOwn(id) },
    },
    outDir,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
