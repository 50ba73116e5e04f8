/** Native ESM through Node's vm modules; run by `npm run jest` (it sets the flag). */
import { GROUPS } from './libs/testing/spec-groups.js';

/** `npm test` runs specs in groups that share their modules; otherwise each runs by itself. */
const grouped = process.env.SPEC_GROUPS === '1';
const specs = (kind, match) => (grouped ? [`<rootDir>/${GROUPS}/${kind}-*.ts`] : match);

const swc = (syntax, module) => [
  grouped ? '<rootDir>/libs/testing/spec-in-group.js' : '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: syntax,
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
    module: { type: module },
  },
];

const common = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx$': swc({ syntax: 'typescript', tsx: true, decorators: true }, 'es6'),
    '^.+\\.ts$': swc({ syntax: 'typescript', decorators: true }, 'es6'),
    // Jest on Node 20 cannot require() ESM: cookie is required by light-my-request, content-disposition by @fastify/static
    'node_modules/(cookie|content-disposition)/.+\\.js$': swc({ syntax: 'ecmascript' }, 'commonjs'),
  },
  transformIgnorePatterns: ['/node_modules/(?!(.*/)?(cookie|content-disposition)/)'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.data'],
};
const node = (name, match, extra = {}) => ({
  ...common,
  displayName: name,
  testMatch: specs(name, match),
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/apps/web/'],
  moduleNameMapper: {
    // The packages' own bundles: one file each instead of 650 modules, which every test file would load anew.
    '^es-toolkit/compat$': '<rootDir>/node_modules/es-toolkit/dist/browser.global.js',
    '^rxjs(/operators)?$': '<rootDir>/node_modules/rxjs/dist/bundles/rxjs.umd.js',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#libs/(.*)$': '<rootDir>/libs/$1/src/index.ts',
  },
  ...extra,
});
/** Libs know no app: the one that composes all of them registers itself before each file. */
const composed = {
  setupFiles: ['<rootDir>/apps/standalone/src/testing/register.ts'],
  // Every file connects to engines of its own database; the engines start once for a run that has such a file.
  globalSetup: '<rootDir>/apps/standalone/src/testing/engines.global-setup.js',
  globalTeardown: '<rootDir>/apps/standalone/src/testing/engines.global-teardown.js',
};

export default {
  // A test that passes does not wait for it: it is meant for machines that are slow and busy.
  testTimeout: 300_000,
  // Integration tests wait more than they compute: four of them keep two cores busy.
  maxWorkers: 4,
  testSequencer: '<rootDir>/libs/testing/longest-first.js',
  // Modules loaded through vm stay in memory; a worker that holds too much of them is replaced before it crawls.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...common,
      displayName: 'web',
      testEnvironment: '<rootDir>/apps/web/src/testing/environment.js',
      testMatch: specs('web', ['<rootDir>/apps/web/src/**/*.{test.tsx,spec.ts}']),
      setupFiles: [
        '<rootDir>/apps/web/src/testing/polyfills.ts',
        '<rootDir>/apps/web/src/testing/fast-queries.ts',
      ],
      setupFilesAfterEnv: ['<rootDir>/apps/web/src/testing/setup.ts'],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/apps/web/src/testing/empty-module.ts',
        // No page of a spec has a gateway, except the socket's own spec (tools/market-day/page-socket.spec.ts).
        '^\\./socket$': '<rootDir>/apps/web/src/testing/fake-socket.ts',
        // Without the stack trace that the development build takes of every element.
        '^react/jsx-runtime$': '<rootDir>/node_modules/react/cjs/react-jsx-runtime.production.js',
        // One file instead of 2,100 modules, which every test file would load anew.
        '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
        '^(\\.{1,2}/.*)\\.js$': '$1',
        '^#libs/(.*)$': '<rootDir>/libs/$1/src/index.ts',
      },
    },
    node('pure', ['<rootDir>/{apps,libs,tools}/**/*.spec.ts']),
    node('integration', ['<rootDir>/{apps,libs}/**/*.int-spec.ts'], composed),
    node('flow', ['<rootDir>/{apps,libs,tools}/**/*.e2e-spec.ts'], composed),
  ],
};
