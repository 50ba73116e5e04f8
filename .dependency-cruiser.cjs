// Who may import what (docs/architecture.md). Each rule says why.
const lib = (name) => `^libs/${name}/`;
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  // Tests may set up whatever they need.
  from: { path: from, pathNot: '\\.(spec|int-spec|e2e-spec)\\.ts$' },
  to: { path: '^(apps|libs|tools)/', pathNot: [from, ...allowed] },
});

/** The folders of libs/platform, lowest first. */
const platformFolders = ['observability', 'data', 'messaging', 'auth', 'http'];
const platformPart = (name, from, above) => ({
  name,
  comment: `In libs/platform: files beside the folders, then ${platformFolders.join(', ')}, one way.`,
  severity: 'error',
  from: { path: `^libs/platform/src/${from}`, pathNot: '\\.(spec|int-spec|e2e-spec)\\.ts$' },
  to: { path: above.map((folder) => `^libs/platform/src/${folder}`) },
});
const platformModules = ['index\\.ts$', 'platform\\.module\\.ts$'];
const platformOneWay = [
  platformPart(
    'platform-files-lowest',
    `(?!${platformModules.join('|')})[^/]+$`,
    platformFolders.map((folder) => `${folder}/`).concat(platformModules),
  ),
  ...platformFolders.map((folder, at) =>
    platformPart(
      `platform-${folder}-one-way`,
      `${folder}/`,
      platformFolders
        .slice(at + 1)
        .map((higher) => `${higher}/`)
        .concat(platformModules),
    ),
  ),
];

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
      from: { path: '^(apps|libs|tools)/([^/]+)/', pathNot: '^tools/bench/' },
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
          '^(apps|libs)/[^/]+/src/(testing|contract)/',
        ],
      },
      to: {
        path: [
          '\\.(spec|int-spec|e2e-spec|test)\\.tsx?$',
          '^libs/testing/',
          '^(apps|libs)/[^/]+/src/(testing|contract)/',
        ],
      },
    },
    {
      name: 'contracts-need-little',
      comment:
        'Contracts run in the browser and in every process: schemas by zod, days by Temporal.',
      severity: 'error',
      from: { path: lib('contracts'), pathNot: '\\.spec\\.ts$' },
      to: { pathNot: [lib('contracts'), 'node_modules/(zod|temporal-polyfill)/'] },
    },
    only(
      'platform-below-slices',
      lib('platform'),
      [lib('contracts'), lib('testing')],
      'The platform knows no slice.',
    ),
    ...platformOneWay,
    only(
      'users-lowest',
      lib('users'),
      [lib('(contracts|platform|testing|audit)')],
      'orders → products → farms → users, one way.',
    ),
    only(
      'farms-above-users',
      lib('farms'),
      [lib('(contracts|platform|testing|audit|pictures|users)')],
      'orders → products → farms → users, one way.',
    ),
    only(
      'fulfilment-above-farms',
      lib('fulfilment'),
      [lib('(contracts|platform|testing|farms)')],
      'orders → fulfilment → farms, one way.',
    ),
    only(
      'payments-above-farms',
      lib('payments'),
      [lib('(contracts|platform|testing|audit|farms|users)')],
      'The ledger learns of orders by events; orders know the fee of their day.',
    ),
    only(
      'products-above-farms',
      lib('products'),
      [lib('(contracts|platform|testing|audit|pictures|farms|users)')],
      'orders → products → farms → users, one way.',
    ),
    ...['reviews', 'favourites'].map((name) =>
      only(
        `${name}-above-products`,
        lib(name),
        [lib('(contracts|platform|testing|audit|products|farms)')],
        'They read products and farms; neither knows of them.',
      ),
    ),
    only(
      'catalogue-above-products',
      lib('catalogue'),
      [lib('(contracts|platform|testing|audit|products|fulfilment|farms)')],
      'The catalogue reads what products, farms and their days are; none of them knows of it.',
    ),
    only(
      'orders-highest',
      lib('orders'),
      [lib('(contracts|platform|testing|audit|reviews|products|fulfilment|payments|farms|users)')],
      'orders → products → farms → users, one way.',
    ),
    only(
      'problems-above-orders',
      lib('problems'),
      [lib('(contracts|platform|testing|audit|pictures|farms|orders)')],
      'A report is about an order, which keeps what is given back, and its farm answers it.',
    ),
    only(
      'conversations-above-orders',
      lib('conversations'),
      [lib('(contracts|platform|testing|audit|pictures|orders)')],
      'A conversation is about a part of an order, which says who may write and until when.',
    ),
    only(
      'readers-learn-by-events',
      lib('(analytics|notifications)'),
      [lib('(contracts|platform|testing)')],
      'They learn by events only, and so can be rebuilt and moved.',
    ),
    only(
      'audit-below-slices',
      lib('audit'),
      [lib('(contracts|platform|testing)')],
      'Every slice may record what was done; the record knows none of them.',
    ),
    only(
      'jobs-for-admins',
      lib('jobs'),
      [lib('(contracts|platform|testing|audit)')],
      'Failed jobs are the same thing whichever slice they belong to.',
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
      'The gateway emits events and reads no database.',
    ),
    only(
      'web-by-contracts',
      '^apps/web/',
      [lib('contracts')],
      'Server and browser meet in the contracts.',
    ),
    only(
      'market-day-as-the-page',
      '^tools/market-day/',
      [
        lib('contracts'),
        '^apps/web/src/(features|entities|lib|realtime|app/live)/.*\\.ts$',
        '^apps/standalone/src/demo/people\\.ts$',
      ],
      'The people of the demo use the calls, the cache and the live client of the web app.',
    ),
    only(
      'chaos-above-market-day',
      '^tools/chaos/',
      [lib('contracts'), '^tools/market-day/'],
      'Faults are injected under a market day.',
    ),
    only(
      'bench-apart',
      '^tools/bench/',
      ['^libs/(?!testing/)', '^apps/standalone/src/engines\\.ts$'],
      'A benchmark starts the engines and the built processes, and no simulation.',
    ),
    {
      name: 'no-tools-in-production',
      comment: 'Tools are for those who develop; the product runs without them.',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^tools/' },
    },
    {
      name: 'apps-apart',
      comment: 'Processes share libs, not each other; standalone is all of them in one.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'libs-below-apps',
      comment: 'Apps choose libs, never the other way round; tests are no exception.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(apps|tools)/' },
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
