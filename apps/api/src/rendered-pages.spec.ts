import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { renderedPages, type Served } from './rendered-pages.js';

let api: FastifyInstance;
let stock: number;
let asked: string[];
const renderPage = jest.fn(
  async (url: string, { answers }: Served) => `${url} ${JSON.stringify(answers)}`,
);
const web = {
  entryPageAt: (url: string) =>
    url.startsWith('/products')
      ? { module: 'products.tsx', responses: [url.replace(/\?.*/, ''), '/settings'] }
      : null,
  renderPage,
};

beforeEach(async () => {
  stock = 7;
  asked = [];
  renderPage.mockClear();
  api = fastify();
  api.addHook('onRequest', async ({ url, ip, headers }) => {
    asked.push([url, ip, headers.authorization ?? 'nobody', headers.cookie ?? 'none'].join(' '));
  });
  api.get('/api/v1/products', async () => ({ stock }));
  api.get('/api/v1/settings', async () => ({ fee: 1 }));
});
afterEach(() => api.close());

/** The rendered page for a request that has a session. */
async function pageAt(url: string) {
  const rendered = renderedPages(api, web);
  const request = { url, ip: '192.0.2.7', log: { error: () => undefined } };
  return { rendered, request: request as unknown as Parameters<typeof rendered>[0] };
}

it('renders from the responses to a visitor at that network address, and returns them too', async () => {
  const { rendered, request } = await pageAt('/products');
  const page = await rendered(request);
  expect(page?.served.answers).toEqual({ '/products': { stock: 7 }, '/settings': { fee: 1 } });
  expect(page?.html).toContain('"stock":7');
  expect(asked).toEqual([
    '/api/v1/products 192.0.2.7 nobody none',
    '/api/v1/settings 192.0.2.7 nobody none',
  ]);
});

it('requests the API every time, and renders again only when a response has changed', async () => {
  const { rendered, request } = await pageAt('/products');
  const [first, second] = [await rendered(request), await rendered(request)];
  expect(second).toBe(first);
  expect(renderPage).toHaveBeenCalledTimes(1);
  stock = 6;
  expect((await rendered(request))?.html).toContain('"stock":6');
  expect(asked).toHaveLength(6);
});

it('renders one page for all queries that change nothing, without any of them', async () => {
  const { rendered, request } = await pageAt('/products?utm_source=x');
  const page = await rendered(request);
  expect(page?.html).toMatch(/^\/products \{/);
  expect(await rendered({ ...request, url: '/products' } as typeof request)).toBe(page);
});

it('returns null for other pages, after a refusal, and when rendering fails', async () => {
  const about = await pageAt('/about');
  expect(await about.rendered(about.request)).toBeNull();
  const gone = await pageAt('/products/gone');
  expect(await gone.rendered(gone.request)).toBeNull();
  renderPage.mockRejectedValueOnce(new Error('no such part'));
  const broken = await pageAt('/products');
  expect(await broken.rendered(broken.request)).toBeNull();
});
