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

/** Edits the files of a package. The build fails if an edit matches nothing, as after an update of the package. */
function edits(
  name: string,
  files: RegExp,
  replacements: readonly (readonly [pattern: RegExp, replacement: string])[],
): Plugin {
  const unmatched = new Set<RegExp>();
  return {
    name,
    apply: 'build',
    buildStart() {
      for (const [pattern] of replacements) unmatched.add(pattern);
    },
    transform: {
      filter: { id: files },
      handler: (code) =>
        replacements.reduce((before, [pattern, replacement]) => {
          const after = before.replace(pattern, replacement);
          if (after !== before) unmatched.delete(pattern);
          return after;
        }, code),
    },
    buildEnd(error) {
      if (!error && unmatched.size > 0)
        this.error(`${name}: nothing matches ${[...unmatched].join(' and ')}`);
    },
  };
}

/**
 * Lets the build drop the parts of the router that the app does not use: it has no data router, no React Server
 * Components and no server of the router's own. The build takes the React calls that create contexts and components,
 * and the assignments of their names, for side effects.
 */
export const pureRouter = (): Plugin =>
  edits('pure-router', /node_modules\/react-router\/dist\//, [
    [/(?<== )(?=React\d*\.(createContext|forwardRef|memo)\()/g, '/* @__PURE__ */ '],
    [/^\w+\.(displayName = "\w+"|contextType = RSCRouterContext);$/gm, ''],
    // The contexts of a data router and of the router's server are always empty.
    [/React\d*\.useContext\((?:DataRouter|DataRouterState|Framework)Context\)/g, 'null'],
    [/dataRouterOpts\?\.state/, 'null'],
    [/(?<=return )isDataRoute \? useNavigateStable\(\) : /, ''],
    // The package exports only its development build.
    [/ENABLE_DEV_WARNINGS = true/, 'ENABLE_DEV_WARNINGS = false'],
    // Prefetching links needs the router's own server.
    [/return shouldPrefetch && .* : link;/, 'return link;'],
    [/usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/, '[false, null, {}]'],
  ]);

/**
 * Replaces the runtime of the icons, which computes the attributes of each drawing from options that the app does not
 * use, and removes the keys of their parts, which need none. Class names are the package's own.
 */
export const plainIcons = (): Plugin[] => [
  edits('plain-icons', /lucide-react\/dist\/esm\/createLucideIcon/, [[/^.+$/s, ICON_RUNTIME]]),
  edits('plain-icon-keys', /lucide-react\/dist\/esm\/icons\//, [[/,\s*key: "\w+"/g, '']]),
];
const ICON_RUNTIME = `
  import { createElement } from 'react';
  export default ({ name, node }) => ({ size = 24, className = '', ...rest }) =>
    createElement('svg', {
      xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none',
      stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
      className: ('lucide lucide-' + name + ' ' + className).trim(), 'aria-hidden': 'true', ...rest,
    }, ...node.map(([tag, attributes]) => createElement(tag, attributes)));`;
