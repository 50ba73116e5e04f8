/** Native ESM through Node's vm modules; run by `npm run jest` (it sets the flag). */
const swc = (syntax, module) => [
  '@swc/jest',
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
  testMatch: match,
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/apps/web/'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#libs/(.*)$': '<rootDir>/libs/$1/src/index.ts',
  },
  ...extra,
});

export default {
  // Every integration file connects to engines of its own database; the engines start once for the run.
  globalSetup: '<rootDir>/libs/testing/engines.global-setup.js',
  globalTeardown: '<rootDir>/libs/testing/engines.global-teardown.js',
  testTimeout: 30_000,
  // Integration tests wait more than they compute: three of them keep two cores busy.
  maxWorkers: 3,
  testSequencer: '<rootDir>/libs/testing/longest-first.js',
  // Modules loaded through vm stay in memory; a worker that holds too much of them is replaced before it crawls.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...common,
      displayName: 'web',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/apps/web/src/**/*.{test.tsx,spec.ts}'],
      setupFiles: ['<rootDir>/apps/web/src/testing/polyfills.ts'],
      setupFilesAfterEnv: ['<rootDir>/apps/web/src/testing/setup.ts'],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/apps/web/src/testing/empty-module.ts',
        '^(\\.{1,2}/.*)\\.js$': '$1',
        '^#libs/(.*)$': '<rootDir>/libs/$1/src/index.ts',
      },
    },
    node('pure', ['<rootDir>/{apps,libs}/**/*.spec.ts']),
    node('integration', ['<rootDir>/{apps,libs}/**/*.int-spec.ts']),
    node('flow', ['<rootDir>/{apps,libs}/**/*.e2e-spec.ts']),
  ],
};
