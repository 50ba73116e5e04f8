import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Patch } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Role } from '#libs/contracts';
import { MaybePrincipal, Public, RecentProof, Roles, SignedIn } from '../auth/access.js';
import {
  type IdentityProof,
  type Principal,
  PrincipalLoader,
  TokenVerifier,
} from '../auth/principal.js';
import { REDIS } from '../data/redis.js';
import { createLogger } from '../logging.js';
import { PLATFORM_CONFIG } from '../platform.config.js';
import { AccessModule } from '../platform.module.js';
import { ProblemFilter } from './problem.filter.js';

@Controller()
class Shop {
  @Get('users') @Roles('admin') users(): string {
    return '';
  }
  @Get('orders') @SignedIn() orders(): string {
    return '';
  }
  @Get('me') @SignedIn({ beforeSecondFactor: true }) me(): string {
    return '';
  }
  @Get('ticket') @Public({ identify: true }) ticket(@MaybePrincipal() one: Principal | null) {
    return { role: one?.role ?? null };
  }
  @Patch('status') @Roles('admin') @RecentProof() status(): string {
    return '';
  }
  @Patch('payment') @Roles('admin') @RecentProof('code') payment(): string {
    return '';
  }
  @Get('deletion') @SignedIn() @RecentProof('password-of-all') deletion(): string {
    return '';
  }
  @Get('orders.csv') @Roles('admin', 'farmer') @RecentProof() csv(): string {
    return '';
  }
}

/** So many minutes ago. */
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
let role: Role;
let proof: IdentityProof | undefined;
const verifier = {
  verify: async () => ({ subject: 'x', email: null, ...(proof && { proof }) }),
};
const loader = { load: async () => ({ userId: 'x', role, status: 'active' }) };

const open = async (NODE_ENV: string): Promise<NestFastifyApplication> => {
  const fakes = new Map<unknown, object>([
    [PLATFORM_CONFIG, { NODE_ENV }],
    [REDIS, { status: 'end' }],
    [TokenVerifier, verifier],
    [PrincipalLoader, loader],
  ]);
  const module = await Test.createTestingModule({ imports: [AccessModule], controllers: [Shop] })
    .useMocker((token) => fakes.get(token))
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), {
    logger: false,
  });
  app.useGlobalFilters(new ProblemFilter(createLogger('silent', 'test')));
  await app.init();
  return app;
};
let app: NestFastifyApplication;
beforeAll(async () => {
  app = await open('production');
});
afterAll(() => app.close());
beforeEach(() => {
  role = 'admin';
  proof = { secondFactor: true, at: new Date(), codeAt: new Date() };
});

const call = async (path: string, to = app) => {
  const method = ['/status', '/payment'].includes(path) ? 'PATCH' : 'GET';
  const answer = await to.inject({ method, url: path, headers: { authorization: 'Bearer x' } });
  return answer.statusCode === 200 ? 200 : answer.json<{ code: string }>().code;
};
const all = ['/users', '/orders', '/status', '/payment', '/orders.csv'];

describe('an admin in production', () => {
  it('acts as one with a second factor and a password entered a short while ago', async () => {
    for (const path of [...all, '/me']) expect([path, await call(path)]).toEqual([path, 200]);
  });

  it('without a second factor reaches the own account only, and is a visitor elsewhere', async () => {
    proof = { secondFactor: false, at: new Date(), codeAt: new Date(0) };
    for (const path of all)
      expect([path, await call(path)]).toEqual([path, 'SECOND_FACTOR_MISSING']);
    expect(await call('/me')).toBe(200);
    const ticket = await app.inject({ url: '/ticket', headers: { authorization: 'Bearer x' } });
    expect(ticket.json()).toEqual({ role: null });
  });

  it('confirms again before a suspension or an export', async () => {
    proof = { secondFactor: true, at: ago(16), codeAt: ago(0) };
    for (const path of ['/status', '/payment', '/orders.csv'])
      expect([path, await call(path)]).toEqual([path, 'SESSION_NOT_RECENT']);
    for (const path of ['/users', '/orders']) expect(await call(path)).toBe(200);
  });

  it('enters a code again before money moves', async () => {
    proof = { secondFactor: true, at: ago(14), codeAt: ago(6) };
    expect(await call('/payment')).toBe('SECOND_FACTOR_NOT_RECENT');
    for (const path of ['/status', '/orders.csv']) expect(await call(path)).toBe(200);
    proof = { secondFactor: true, at: ago(14), codeAt: ago(4) };
    expect(await call('/payment')).toBe(200);
  });

  it('of a hosted provider is left to that provider', async () => {
    proof = undefined;
    for (const path of all) expect([path, await call(path)]).toEqual([path, 200]);
  });
});

it('everybody confirms again before they delete their account', async () => {
  for (const one of ['customer', 'farmer', 'admin'] as const) {
    role = one;
    proof = { secondFactor: true, at: ago(16), codeAt: ago(16) };
    expect([one, await call('/deletion')]).toEqual([one, 'SESSION_NOT_RECENT']);
    proof = { secondFactor: true, at: ago(14), codeAt: ago(16) };
    expect([one, await call('/deletion')]).toEqual([one, 200]);
    // a hosted provider decides itself
    proof = undefined;
    expect([one, await call('/deletion')]).toEqual([one, 200]);
  }
});

it('nobody but admins needs either', async () => {
  role = 'farmer';
  proof = { secondFactor: false, at: new Date(0), codeAt: new Date(0) };
  expect([await call('/orders'), await call('/orders.csv')]).toEqual([200, 200]);
});

it('outside production admins need neither', async () => {
  proof = { secondFactor: false, at: new Date(0), codeAt: new Date(0) };
  const demo = await open('development');
  for (const path of all) expect([path, await call(path, demo)]).toEqual([path, 200]);
  await demo.close();
});
