/** Packages that are ES modules or call `import()`; SWC compiles them to CommonJS, as it does the sources. */
const COMPILED = [
  '@better-auth',
  '@borewit',
  '@nestjs',
  '@noble',
  '@opentelemetry/otlp-exporter-base',
  '@tokenizer',
  'better-auth',
  'content-disposition',
  'cookie',
  'csv-stringify',
  'file-type',
  'jose',
  'mongodb',
  'nanoid',
  'nanostores',
  'qr',
  'rou3',
  'temporal-polyfill',
  'temporal-utils',
  'token-types',
  'uint8array-extras',
];

const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser,
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
        optimizer: { globals: { vars: { 'import.meta.env.DEV': 'true' } } },
      },
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'commonjs' },
  },
];

const common = {
  transform: {
    '\\.tsx$': swc({ syntax: 'typescript', tsx: true, decorators: true }),
    '\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(.*/)?(${COMPILED.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.data'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#libs/(.*)$': '<rootDir>/libs/$1/src/index.ts',
  },
};
const DOCUMENTS = '<rootDir>/apps/standalone/src/documents/';
const node = (name, match, extra = {}) => ({
  ...common,
  displayName: name,
  testMatch: [match],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/apps/web/', DOCUMENTS],
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
  projects: [
    {
      ...common,
      displayName: 'web',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/apps/web/src/**/*.{test.tsx,spec.ts}'],
      setupFiles: [
        '<rootDir>/apps/web/src/testing/polyfills.ts',
        '<rootDir>/apps/web/src/testing/fast-queries.ts',
      ],
      setupFilesAfterEnv: ['<rootDir>/apps/web/src/testing/setup.ts'],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/apps/web/src/testing/empty-module.ts',
        // No page of a spec has a gateway, except the socket's own spec (tools/market-day/page-socket.spec.ts).
        '^\\./socket$': '<rootDir>/apps/web/src/testing/fake-socket.ts',
        ...common.moduleNameMapper,
      },
    },
    node('pure', '<rootDir>/{apps,libs,tools}/**/*.spec.ts'),
    node('integration', '<rootDir>/{apps,libs}/**/*.int-spec.ts', composed),
    node('flow', '<rootDir>/{apps,libs,tools}/**/*.e2e-spec.ts', composed),
    // A part of `npm run check`.
    node('documents', `${DOCUMENTS}*.spec.ts`, { testPathIgnorePatterns: ['/node_modules/'] }),
  ],
};
