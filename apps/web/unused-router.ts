import path from 'node:path';
import type { Plugin } from 'vite';

/** The build of react-router without its warnings for developers, which its package.json does not offer. */
const PRODUCTION = path.resolve(
  import.meta.dirname,
  '../../node_modules/react-router/dist/production',
);

/**
 * Lets the build leave out what the app does not use of react-router, such as the framework's scripts, forms and
 * prefetching: it is one file, and calls like `React.forwardRef(…)` and assignments of `displayName` keep all of it.
 */
export const unusedRouter = (): Plugin => ({
  name: 'unused-router',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: path.join(PRODUCTION, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: path.join(PRODUCTION, 'dom-export.mjs') },
      ],
    },
  }),
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler: (code) =>
      `const Component = /* @__PURE__ */ (() => React.Component)();\n${code}`
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/extends React\w*\.Component \{/g, 'extends Component {')
        .replace(/= (React\w*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'),
  },
});
