import 'reflect-metadata';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Get, Global, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { productionConfig, waitFor } from '#libs/testing';
import { SignedIn } from '../auth/access.js';
import { PrincipalLoader, TokenVerifier } from '../auth/principal.js';
import { createLogger } from '../logging.js';
import { AccessModule, CoreModule } from '../platform.module.js';
import { createHttpApp } from './http-app.js';
import { limitsOf } from './load-limit.js';

let serve: () => void = () => undefined;
const done = new Promise<void>((resolve) => {
  serve = resolve;
});
let atWork = 0;

@Controller()
@SignedIn()
class Shop {
  /** Takes until the test calls `serve`. */
  @Get('report')
  async report(): Promise<{ served: true }> {
    atWork++;
    await done;
    return { served: true };
  }

  @Get('orders')
  orders(): { served: true } {
    return { served: true };
  }
}

/** A token is the name of its user. */
@Global()
@Module({
  providers: [
    { provide: TokenVerifier, useValue: { verify: async (subject: string) => ({ subject }) } },
    {
      provide: PrincipalLoader,
      useValue: {
        load: async ({ subject }: { subject: string }) => ({
          userId: subject,
          name: subject,
          farmId: null,
          farmRole: null,
          role: 'customer',
          status: 'active',
        }),
      },
    },
  ],
  exports: [TokenVerifier, PrincipalLoader],
})
class Users {}

let app: NestFastifyApplication;
let port = 0;
let limits: ReturnType<typeof limitsOf>;
beforeAll(async () => {
  const config = await productionConfig({ MAX_REQUESTS: '200' });
  limits = limitsOf(config);
  const logger = createLogger('silent', 'test');
  @Module({
    imports: [CoreModule.forRoot(config, logger), Users, AccessModule],
    controllers: [Shop],
  })
  class Process {}
  app = await createHttpApp(Process, config, logger);
  await app.listen(0, '127.0.0.1');
  port = Number(new URL(await app.getUrl()).port);
});
afterAll(() => app.close());

/** The status of the answer, and when to try again. */
const get = (path: string, user: string, localAddress: string) =>
  new Promise<string>((resolve) => {
    request(
      {
        host: '127.0.0.1',
        port,
        localAddress,
        path: `/api/v1${path}`,
        agent: false,
        headers: { authorization: `Bearer ${user}` },
      },
      (response) => {
        response.resume();
        const { 'retry-after': retryAfter } = response.headers;
        resolve(
          retryAfter ? `${response.statusCode}, in ${retryAfter} s` : `${response.statusCode}`,
        );
      },
    )
      .on('error', ({ message }) => resolve(message))
      .end();
  });

it('one user with 200 slow requests from many networks leaves the process to the others', async () => {
  const answers: string[] = [];
  const slow = Array.from({ length: limits.requests + 1 }, (_, n) =>
    get('/report', 'greedy', `127.0.2.${(n % 10) + 1}`).then((answer) => answers.push(answer)),
  );
  await waitFor('the others to be refused', () => answers.length + atWork > limits.requests);
  expect(atWork).toBe(limits.ofUser);
  expect(new Set(answers)).toEqual(new Set(['429, in 1 s']));
  expect(await get('/orders', 'patient', '127.0.2.1')).toBe('200');
  expect(await get('/orders', 'greedy', '127.0.3.1')).toBe('429, in 1 s');
  serve();
  await Promise.all(slow);
  // Answered requests no longer count.
  await waitFor('its place', async () => (await get('/orders', 'greedy', '127.0.3.1')) === '200');
});
