import type { Plugin } from 'vite';

/**
 * Lets the build leave out the contracts' schemas that a page does not use: zod marks its own functions as free of side
 * effects, but not methods, and `z.string().check(…)` would keep its module's schemas and zod itself in every page.
 */
export const pureContracts = (): Plugin => ({
  name: 'pure-contracts',
  apply: 'build',
  transform: {
    filter: { id: /libs\/contracts\/src\// },
    handler: (code) =>
      code.replace(/^((?:export )?const \w+ = )(z\s*\.)/gm, '$1/* @__PURE__ */ $2'),
  },
});

/**
 * Lets the build leave out what a page does not use of the router, such as its forms and its scroll restoration: its
 * contexts and components are made by functions of React that the build takes for side effects, and then named.
 */
export const pureRouter = (): Plugin => ({
  name: 'pure-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\// },
    handler: (code) =>
      code
        .replace(/(?<== )(?=React\d*\.(createContext|forwardRef|memo)\()/g, '/* @__PURE__ */ ')
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        // the package exports only its build for developers; links that are loaded ahead need its own server
        .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
        .replace(/return shouldPrefetch && .* : link;/, 'return link;'),
  },
});

/** Imports chunks without Vite's loader of their styles: they have none, because all styles are in one file. */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
});
