import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Marketplace } from '#libs/testing';

const LIMITS = { reading: 3, writing: 3, signIn: 3, costly: 3, ticket: 3, visitorTicket: 3 };
const PRODUCT = `/products/${'0'.repeat(24)}`;

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open({ limits: LIMITS });
});
afterAll(() => market.close());

/** Sends a request exactly as written, which no well-behaved client does; returns the response. */
async function send(target: string, ...headers: string[]): Promise<string> {
  const socket = connect(Number(new URL(market.url).port), '127.0.0.1');
  const lines = [`GET ${target} HTTP/1.1`, ...headers, 'connection: close', '', ''];
  socket.write(lines.join('\r\n'));
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(socket, 'close');
  return text;
}
const HOST = 'host: shop.test';

it('a path has the headers and the limits of its route, however it is written', async () => {
  const written = ['/api/v1', '/%61pi/v1', '/api/%761', 'http://other.example/api/v1'];
  const answers: string[] = [];
  for (const prefix of written) answers.push(await send(`${prefix}${PRODUCT}`, HOST));
  const statuses = answers.map((answer) => Number(answer.split(' ', 2)[1]));
  expect(statuses).toEqual([404, 404, 404, 429]);
  for (const answer of answers)
    expect(answer).toMatch(/content-security-policy: default-src 'none'/);
});

it('a request with two hosts is refused', async () => {
  const answer = await send('/api/v1/health/live', HOST, 'host: other.example');
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*BODY_INVALID/s);
  expect(await send('/api/v1/health/live', HOST)).toMatch(/^HTTP\/1\.1 200 /);
});
