// Who may import what (docs/architecture.md). Each rule says why.
const lib = (name) => `^libs/${name}/`;
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  // Tests may set up whatever they need.
  from: { path: from, pathNot: '\\.(spec|int-spec|e2e-spec)\\.ts$' },
  to: { path: '^(apps|libs)/', pathNot: [from, ...allowed] },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A cycle has no bottom to start reading at.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'libs-by-their-door',
      comment: 'A lib is what its index.ts says; the rest is its own business.',
      severity: 'error',
      from: { path: '^(apps|libs)/([^/]+)/' },
      to: { path: '^libs/([^/]+)/src/(?!index\\.ts$)', pathNot: '^libs/$2/' },
    },
    {
      name: 'no-tests-in-production',
      comment: 'Production code knows neither tests nor what helps them.',
      severity: 'error',
      from: {
        pathNot: [
          '\\.(spec|int-spec|e2e-spec|test)\\.tsx?$',
          '^libs/testing/',
          '^libs/[^/]+/src/(testing|contract)/',
          '^apps/web/src/testing/',
        ],
      },
      to: {
        path: [
          '\\.(spec|int-spec|e2e-spec|test)\\.tsx?$',
          '^libs/testing/',
          '^libs/[^/]+/src/(testing|contract)/',
          '^apps/web/src/testing/',
        ],
      },
    },
    {
      name: 'contracts-need-zod-only',
      comment: 'Contracts run in the browser and in every process.',
      severity: 'error',
      from: { path: lib('contracts'), pathNot: '\\.spec\\.ts$' },
      to: { pathNot: [lib('contracts'), 'node_modules/zod'] },
    },
    only(
      'platform-below-slices',
      lib('platform'),
      [lib('contracts'), lib('testing')],
      'The platform knows no slice.',
    ),
    only(
      'users-lowest',
      lib('users'),
      [lib('(contracts|platform|testing)')],
      'orders → products → farms → users, one way.',
    ),
    only(
      'farms-above-users',
      lib('farms'),
      [lib('(contracts|platform|testing|pictures|users)')],
      'orders → products → farms → users, one way.',
    ),
    only(
      'products-above-farms',
      lib('products'),
      [lib('(contracts|platform|testing|pictures|farms|users)')],
      'orders → products → farms → users, one way.',
    ),
    only(
      'orders-highest',
      lib('orders'),
      [lib('(contracts|platform|testing|products|farms|users)')],
      'orders → products → farms → users, one way.',
    ),
    only(
      'readers-learn-by-events',
      lib('(analytics|notifications)'),
      [lib('(contracts|platform|testing)')],
      'They learn by events only, and so can be rebuilt and moved.',
    ),
    only(
      'pictures-apart',
      lib('pictures'),
      [lib('(contracts|platform|testing)')],
      'Pictures know nothing of what they are pictures of.',
    ),
    only(
      'identity-apart',
      lib('identity'),
      [lib('(contracts|platform|testing)')],
      'Nothing behind the token check knows which provider it was.',
    ),
    only(
      'embedded-mongo-apart',
      lib('embedded-mongo'),
      [],
      'A library of its own that knows nothing of the marketplace.',
    ),
    only(
      'gateway-has-no-database',
      '^apps/gateway/',
      [lib('(contracts|platform|testing)')],
      'The gateway tells what it is told; it asks nobody.',
    ),
    only(
      'web-by-contracts',
      '^apps/web/',
      [lib('contracts')],
      'Server and browser meet in the contracts.',
    ),
    only(
      'market-day-as-the-page',
      '^apps/market-day/',
      [
        lib('contracts'),
        '^apps/web/src/(features|lib|realtime|app/live)/.*\\.ts$',
        '^apps/standalone/src/demo/people\\.ts$',
      ],
      'Simulated people use the calls, the cache and the live client of the web app, and know who lives in the demo.',
    ),
    {
      name: 'apps-apart',
      comment: 'Processes share libs, not each other; standalone is all of them in one.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/(standalone|market-day)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'libs-below-apps',
      comment: 'Apps choose libs, never the other way round.',
      severity: 'error',
      from: { path: '^libs/', pathNot: '^libs/testing/' },
      to: { path: '^apps/' },
    },
    {
      name: 'web-features-apart',
      comment: 'Routes compose features; features do not know each other.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/(features|app)/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-realtime-generic',
      comment: 'The live data core knows no feature; each feature declares its own live data.',
      severity: 'error',
      from: { path: '^apps/web/src/realtime/' },
      to: { path: '^apps/web/src/(features|app|entities)/' },
    },
    {
      name: 'web-entities-below-features',
      comment: 'Entities that several features show: what is known of them, not how it is shown.',
      severity: 'error',
      from: { path: '^apps/web/src/entities/' },
      to: { path: '^apps/web/src/(features|app|ui)/' },
    },
    {
      name: 'web-ui-and-lib-lowest',
      comment: 'ui and lib serve features and app.',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib)/' },
      to: { path: '^apps/web/src/(features|app|realtime|entities)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '\\.css$'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
