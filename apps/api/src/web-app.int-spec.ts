import { afterEach, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { serveWebApp } from './web-app.js';

const OWN = {
  identityOrigins: [] as string[],
  takesStripe: false,
  site: 'https://shop.test',
  serviceWorker: true,
};
let server: FastifyInstance;
afterEach(() => server.close());

/** The policy of a page, by directive. */
async function policyOf(path: string, foreign: Partial<typeof OWN> = {}) {
  server = fastify();
  await serveWebApp(server, { ...OWN, ...foreign });
  const { headers, statusCode } = await server.inject(path);
  const policy = String(headers['content-security-policy']);
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources] as const;
    }),
  );
  return { directives, statusCode };
}

describe('a page of something', () => {
  it('has status 404 where the API knows nothing of it, and cannot be asked for it', async () => {
    server = fastify();
    const asked: string[] = [];
    const answer = { oak: 200, unknown: 404, 'A-b': 400, busy: 503 } as Record<string, number>;
    server.get<{ Params: { slug: string } }>('/api/v1/farms/:slug', async ({ params }, reply) => {
      asked.push(params.slug);
      return reply.status(answer[params.slug] ?? 500).send({});
    });
    await serveWebApp(server, OWN);
    const statusOf = async (path: string) => (await server.inject(path)).statusCode;
    expect(await statusOf('/farmers/oak')).toBe(200);
    expect(await statusOf('/farmers/unknown')).toBe(404);
    expect(await statusOf('/farmers/A-b')).toBe(404);
    // If the API cannot answer, the page may exist.
    expect(await statusOf('/farmers/busy')).toBe(200);
    expect(await statusOf('/farmers/oak/more')).toBe(404);
    expect(asked).toEqual(['oak', 'unknown', 'A-b', 'busy']);
    const missing = await server.inject('/farmers/unknown');
    expect(missing.body).toContain('<title>Oops! Page not found');
  });
});

it('sends what concerns pages with no file', async () => {
  server = fastify();
  server.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'permissions-policy': 'camera=()', 'x-content-type-options': 'nosniff' });
  });
  await serveWebApp(server, OWN);
  const file = await server.inject('/public/start.js');
  expect(file.statusCode).toBe(200);
  expect(file.headers['x-content-type-options']).toBe('nosniff');
  expect(file.headers['permissions-policy']).toBeUndefined();
  expect((await server.inject('/about')).headers['permissions-policy']).toBe('camera=()');
});

it('serves the files that were built, and the page of 404 for every other path in their folders', async () => {
  server = fastify();
  const routes: (string | undefined)[] = [];
  server.addHook('onRequest', async ({ routeOptions }) => void routes.push(routeOptions.url));
  await serveWebApp(server, OWN);
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await server.inject({ method, url: '/%70ublic/start.js?v=1' });
    expect([method, statusCode]).toEqual([method, 200]);
    expect(headers['content-type']).toMatch(/javascript/);
  }
  for (const url of ['/public', '/public/', '/public/none.js', '/public/..%2fpackage.json', '/%00'])
    expect([url, (await server.inject(url)).body]).toEqual([url, expect.stringMatching(/Oops!/)]);
  routes.length = 0;
  for (const url of ['/public/start.js', '/index.html', '/about']) await server.inject(url);
  expect(routes).toEqual(['/public/*', '/index.html', '/*']);
});

it.each([
  ['/products/', '/products'],
  ['//products//?q=a%20b', '/products?q=a%20b'],
  ['/Products?utm_source=x', '/products?utm_source=x'],
  ['/%70roducts/', '/products'],
  ['/products/a%3Fb/?x', '/products/a%3Fb?x'],
  ['/dashboard/admin/', '/dashboard/admin'],
])('redirects %s to %s', async (url, location) => {
  server = fastify();
  await serveWebApp(server, OWN);
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await server.inject({ method, url });
    expect([statusCode, headers.location]).toEqual([301, location]);
  }
});

it.each(['//elsewhere.example/', '/%5Celsewhere.example/', '/nowhere/', '/start.js/'])(
  'does not redirect %s, where no page is',
  async (url) => {
    server = fastify();
    await serveWebApp(server, OWN);
    expect((await server.inject(url)).statusCode).toBe(404);
  },
);

it('names one canonical address, whatever the query', async () => {
  server = fastify();
  await serveWebApp(server, OWN);
  for (const url of ['/products', '/products?utm_source=x&gclid=1'])
    expect((await server.inject(url)).body).toContain(
      '<link rel="canonical" href="https://shop.test/products">',
    );
});

it('serves the icons that browsers look for by their names', async () => {
  server = fastify();
  await serveWebApp(server, OWN);
  for (const [name, type, begins] of [
    ['favicon.ico', 'image/vnd.microsoft.icon', '00000100'],
    ['apple-touch-icon.png', 'image/png', '89504e47'],
  ] as const) {
    // the build copies apps/web/public to its root
    const { headers, rawPayload } = await server.inject(`/public/${name}`);
    expect(headers['content-type']).toBe(type);
    expect(rawPayload.subarray(0, 4).toString('hex')).toBe(begins);
  }
});

describe('what an installed app starts from', () => {
  it('is a page like any other: its policy lets its scripts run, and no cache keeps it', async () => {
    server = fastify();
    // as the platform does for whatever is no page
    server.addHook('onRequest', async (_request, reply) => {
      void reply.headers({ 'content-security-policy': "default-src 'none'" });
    });
    await serveWebApp(server, OWN);
    const shell = await server.inject('/index.html');
    const page = await server.inject('/about');
    for (const name of ['content-security-policy', 'cache-control'])
      expect([name, shell.headers[name]]).toEqual([name, page.headers[name]]);
    expect(shell.headers['cache-control']).toBe('no-cache');
  });

  it('is a service worker that removes itself and all caches, where it is switched off', async () => {
    server = fastify();
    await serveWebApp(server, { ...OWN, serviceWorker: false });
    const { headers, body, statusCode } = await server.inject('/service-worker.js');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(headers['cache-control']).toBe('no-cache');
    const handlers = new Map<string, (event: object) => void>();
    const removed: string[] = [];
    const waited: Promise<unknown>[] = [];
    const scope = {
      addEventListener: (name: string, handler: () => void) => handlers.set(name, handler),
      skipWaiting: () => removed.push('the older worker'),
      registration: { unregister: async () => removed.push('itself') },
    };
    const caches = {
      keys: async () => ['workbox-precache', 'pictures'],
      delete: async (name: string) => removed.push(name),
    };
    const indexedDB = { deleteDatabase: (name: string) => removed.push(name) };
    new Function('self', 'caches', 'indexedDB', body)(scope, caches, indexedDB);
    handlers.get('install')?.({});
    handlers.get('activate')?.({ waitUntil: (work: Promise<unknown>) => waited.push(work) });
    await Promise.all(waited);
    expect(removed).toEqual([
      'the older worker',
      'workbox-precache',
      'pictures',
      'workbox-expiration',
      'itself',
    ]);
  });
});

describe('the content security policy of a page', () => {
  it.each([
    ['/', 200],
    ['/nowhere', 404],
  ])('of %s allows only what is of the same origin', async (path, status) => {
    const { directives, statusCode } = await policyOf(path);
    expect(statusCode).toBe(status);
    for (const name of ['default-src', 'script-src', 'style-src', 'connect-src', 'form-action'])
      expect([name, directives.get(name)]).toEqual([name, [`'self'`]]);
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect([name, directives.get(name)]).toEqual([name, [`'none'`]]);
    for (const sources of directives.values()) {
      expect(sources).not.toContain('*');
      expect(sources).not.toContain(`'unsafe-inline'`);
      expect(sources).not.toContain(`'unsafe-eval'`);
    }
  });

  it('allows a hosted identity provider by its origin alone', async () => {
    const { directives } = await policyOf('/', {
      identityOrigins: ['https://clerk.example.test'],
    });
    for (const name of ['script-src', 'connect-src', 'frame-src'])
      expect([name, directives.get(name)]).toEqual([
        name,
        [`'self'`, 'https://clerk.example.test'],
      ]);
    expect(directives.get('script-src')).not.toContain(`'unsafe-inline'`);
  });

  it('allows Stripe where it takes the cards, and nothing else of it', async () => {
    const { directives } = await policyOf('/', { takesStripe: true });
    const script = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    expect(directives.get('script-src')).toEqual([`'self'`, ...script]);
    expect(directives.get('connect-src')).toEqual([`'self'`, 'https://api.stripe.com']);
    expect(directives.get('frame-src')).toEqual([`'self'`, ...script, 'https://hooks.stripe.com']);
    for (const name of ['default-src', 'style-src', 'form-action'])
      expect([name, directives.get(name)]).toEqual([name, [`'self'`]]);
  });
});
