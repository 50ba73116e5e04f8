import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { serveSecurityTxt } from './security-txt.js';

const DAY_MS = 86_400_000;

it.each([
  [undefined, 'https://shop.test/contact'],
  ['mailto:security@shop.test', 'mailto:security@shop.test'],
])('with the contact %p, security.txt names %s, and never expires', async (contact, named) => {
  const server = fastify();
  serveSecurityTxt(server, { contact, site: 'https://shop.test' });
  const { body, headers } = await server.inject('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2) as [string, string]),
  );
  expect(fields.get('Contact')).toBe(named);
  expect(fields.get('Canonical')).toBe('https://shop.test/.well-known/security.txt');
  const left = Date.parse(fields.get('Expires') ?? '') - Date.now();
  expect(left).toBeGreaterThan(90 * DAY_MS);
  expect(left).toBeLessThan(365 * DAY_MS);
  await server.close();
});
