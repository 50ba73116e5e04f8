import { afterEach, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { serveWebApp } from './web-app.js';

let server: FastifyInstance;
afterEach(() => server.close());

/** The policy of a page, by directive. */
async function policyOf(path: string, identityOrigins: string[] = []) {
  server = fastify();
  await serveWebApp(server, identityOrigins);
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
    const { directives } = await policyOf('/', ['https://clerk.example.test']);
    for (const name of ['script-src', 'connect-src', 'frame-src'])
      expect([name, directives.get(name)]).toEqual([
        name,
        [`'self'`, 'https://clerk.example.test'],
      ]);
    expect(directives.get('script-src')).not.toContain(`'unsafe-inline'`);
  });
});
