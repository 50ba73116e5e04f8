import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { drawnPages, type Served } from './drawn-pages.js';

let api: FastifyInstance;
let stock: number;
let asked: string[];
const draw = jest.fn(async (url: string, { answers }: Served) => ({
  html: `${url} ${JSON.stringify(answers)}`,
  title: 'A page',
}));
const web = {
  answersFor: (url: string) => (url.startsWith('/products') ? [url, '/settings'] : null),
  draw,
};

beforeEach(async () => {
  stock = 7;
  asked = [];
  draw.mockClear();
  api = fastify();
  api.addHook('onRequest', async ({ url, ip, headers }) => {
    asked.push([url, ip, headers.authorization ?? 'nobody', headers.cookie ?? 'none'].join(' '));
  });
  api.get('/api/v1/products', async () => ({ stock }));
  api.get('/api/v1/settings', async () => ({ fee: 1 }));
});
afterEach(() => api.close());

/** What the server has drawn for a request that brings a session of its own. */
async function pageAt(url: string) {
  const drawn = drawnPages(api, web);
  const request = { url, ip: '192.0.2.7', log: { error: () => undefined } };
  return { drawn, request: request as unknown as Parameters<typeof drawn>[0] };
}

it('draws from what a visitor at that address is answered, and hands the answers along', async () => {
  const { drawn, request } = await pageAt('/products');
  const page = await drawn(request);
  expect(page?.served.answers).toEqual({ '/products': { stock: 7 }, '/settings': { fee: 1 } });
  expect(page?.html).toContain('"stock":7');
  expect(asked).toEqual([
    '/api/v1/products 192.0.2.7 nobody none',
    '/api/v1/settings 192.0.2.7 nobody none',
  ]);
});

it('asks every time, and draws again only when an answer has changed', async () => {
  const { drawn, request } = await pageAt('/products');
  const [first, second] = [await drawn(request), await drawn(request)];
  expect(second).toBe(first);
  expect(draw).toHaveBeenCalledTimes(1);
  stock = 6;
  expect((await drawn(request))?.html).toContain('"stock":6');
  expect(asked).toHaveLength(6);
});

it('has nothing for other pages, for a refusal, and for a page that cannot be drawn', async () => {
  const about = await pageAt('/about');
  expect(await about.drawn(about.request)).toBeNull();
  const gone = await pageAt('/products/gone');
  expect(await gone.drawn(gone.request)).toBeNull();
  draw.mockRejectedValueOnce(new Error('no such part'));
  const broken = await pageAt('/products');
  expect(await broken.drawn(broken.request)).toBeNull();
});
