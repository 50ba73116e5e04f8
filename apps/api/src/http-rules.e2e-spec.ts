import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemSchema } from '#libs/contracts';
import { Marketplace } from '#libs/testing';

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open();
});
afterAll(() => market.close());

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(market.url + path, { method, headers, redirect: 'manual' });
/** The code of an error, which the response's status has to agree with. */
async function refusal(response: Response) {
  const problem = problemSchema.parse(await response.json());
  expect(problem.status).toBe(response.status);
  return [problem.status, problem.code];
}
const FILE = '/public/start.js';

describe('a file', () => {
  it('is served in parts, and says so if there is no such part', async () => {
    const part = await send('GET', FILE, { range: 'bytes=0-9' });
    expect([part.status, (await part.text()).length]).toEqual([206, 10]);
    const beyond = await send('GET', FILE, { range: 'bytes=9999999-' });
    expect(beyond.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
    expect(await refusal(beyond)).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
  });

  it.each([
    ['if-match', '"other"'],
    ['if-unmodified-since', 'Mon, 01 Jan 2001 00:00:00 GMT'],
  ])('is not served if it fails %s', async (name, value) => {
    expect(await refusal(await send('GET', FILE, { [name]: value }))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ]);
  });
});

describe('a method that a path lacks', () => {
  const ID = '0'.repeat(24);
  it.each([
    ['PUT', '/products', 'GET, HEAD, OPTIONS'],
    ['DELETE', `/products/${ID}`, 'GET, HEAD, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['PATCH', FILE, 'GET, HEAD, OPTIONS'],
    ['POST', '/robots.txt', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/v1/products', 'GET, HEAD, POST, OPTIONS'],
    ['POST', `/api/v1/products/${ID}?x=1`, 'GET, HEAD, PATCH, OPTIONS'],
    ['GET', '/api/v1/realtime/ticket', 'POST, OPTIONS'],
    ['PROPFIND', '/products', 'GET, HEAD, OPTIONS'],
  ])('%s %s is answered with those that it has', async (method, path, allow) => {
    const response = await send(method, path);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await refusal(response)).toEqual([405, 'METHOD_NOT_ALLOWED']);
    const options = await send('OPTIONS', path);
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
  });

  it.each(['PUT', 'OPTIONS', 'GET'])('%s of what does not exist is 404', async (method) => {
    const response = await send(method, '/api/v1/nothing');
    expect(response.headers.get('allow')).toBeNull();
    expect(await refusal(response)).toEqual([404, 'ROUTE_NOT_FOUND']);
  });

  it('a preflight of an allowed origin is answered as before', async () => {
    const preflight = { origin: market.url, 'access-control-request-method': 'PUT' };
    const response = await send('OPTIONS', '/api/v1/cart/items/x', {
      ...preflight,
      origin: 'http://localhost:0',
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:0');
    const other = await send('OPTIONS', '/api/v1/cart/items/x', {
      ...preflight,
      origin: 'https://elsewhere.example',
    });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('an empty body that is said to be JSON', () => {
  it('is accepted where no body is needed', async () => {
    const { client: customer } = await market.person('customer');
    const json = { 'content-type': 'application/json' };
    for (const [method, path] of [
      ['POST', '/realtime/ticket'],
      ['PUT', `/favourites/products/${'0'.repeat(24)}`],
      ['DELETE', '/cart'],
      ['DELETE', `/favourites/products/${'0'.repeat(24)}`],
    ] as const) {
      const answer = await customer.call(method, path, undefined, json);
      const bare = await customer.call(method, path);
      expect([path, answer.status, answer.code]).toEqual([path, bare.status, bare.code]);
      expect(answer.status).not.toBe(400);
    }
  });

  it('is refused as invalid where one is needed', async () => {
    const { client: customer } = await market.person('customer');
    const json = { 'content-type': 'application/json' };
    const answer = await customer.call('PATCH', '/users/me', undefined, json);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    const broken = await customer.call('PATCH', '/users/me', '{', json);
    expect([broken.status, broken.code]).toEqual([400, 'BODY_INVALID']);
  });
});
