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
 * Lets the build leave out what a page does not use of the router. Its contexts and components are made by functions of
 * React that the build takes for side effects, and then named; and the app has no data router, no React Server
 * Components and no server of the router's own, whose contexts are always empty.
 */
export const pureRouter = (): Plugin => ({
  name: 'pure-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\// },
    handler: (code) =>
      code
        .replace(/(?<== )(?=React\d*\.(createContext|forwardRef|memo)\()/g, '/* @__PURE__ */ ')
        .replace(/^\w+\.(displayName = "\w+"|contextType = RSCRouterContext);$/gm, '')
        .replace(/React\d*\.useContext\((?:DataRouter|DataRouterState|Framework)Context\)/g, 'null')
        .replace('dataRouterOpts?.state', 'null')
        .replace(/(?<=return )isDataRoute \? useNavigateStable\(\) : /, '')
        // the package exports only its build for developers
        .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
        .replace(/return shouldPrefetch && .* : link;/, 'return link;')
        .replace(/usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/, '[false, null, {}]'),
  },
});

/**
 * Replaces the runtime of the icons, which computes the attributes of each drawing from options that the app does not
 * use, and the keys of their parts, which need none. Class names are the package's own.
 */
export const plainIcons = (): Plugin => ({
  name: 'plain-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/(createLucideIcon|icons\/)/ },
    handler: (code, id) =>
      id.includes('/icons/') ? code.replace(/,\s*key: "\w+"/g, '') : ICON_RUNTIME,
  },
});
const ICON_RUNTIME = `
  import { createElement } from 'react';
  export default ({ name, node }) => ({ size = 24, className = '', ...rest }) =>
    createElement('svg', {
      xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none',
      stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
      className: ('lucide lucide-' + name + ' ' + className).trim(), 'aria-hidden': 'true', ...rest,
    }, ...node.map(([tag, attributes]) => createElement(tag, attributes)));`;

/** Imports chunks without Vite's loader of their styles: they have none, because all styles are in one file. */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
});
