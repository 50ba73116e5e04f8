import type { Plugin } from 'vite';

/**
 * Lets the build drop the contracts' schemas that a page does not use. zod marks its functions as free of side effects,
 * but not its methods: `z.string().check(…)` would keep its module's schemas and zod itself in every page.
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
 * Lets the build drop the parts of the router that a page does not use, such as its forms and its scroll restoration.
 * The build takes the React calls that create contexts and components, and the assignments of their names, for side
 * effects.
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
        // the package exports only its development build; prefetching links needs the router's own server
        .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
        .replace(/return shouldPrefetch && .* : link;/, 'return link;'),
  },
});

/** Imports chunks without Vite's style preloader: chunks have no styles, because all styles are in one file. */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
});
