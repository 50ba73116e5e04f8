import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Post, type Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { REDIS } from '../data/redis.js';
import { ProblemFilter } from '../http/problem.filter.js';
import { createLogger } from '../logging.js';
import { PLATFORM_CONFIG } from '../platform.config.js';
import { AccessModule } from '../platform.module.js';
import { Public, Roles, SignedIn, TokenHolder } from './access.js';
import { AccessCheck } from './access-check.js';
import { PrincipalLoader, TokenVerifier } from './principal.js';

@Controller('good')
class Good {
  @Get('public') @Public() public(): string {
    return 'for all';
  }
  @Get('token') @TokenHolder() token(): string {
    return 'for token holders';
  }
  @Get('user') @SignedIn() user(): string {
    return 'for users';
  }
  @Post('admin') @Roles('admin') admin(): string {
    return 'for admins';
  }
  /** No route: needs no rule. */
  helper(): string {
    return '';
  }
}
@Controller('ruled')
@Roles('admin')
class RuledAsAWhole {
  @Get() get(): string {
    return 'for admins';
  }
}
@Controller('bad')
class Bad {
  @Get('ruled') @Public() ruled(): string {
    return '';
  }
  @Get('open') open(): string {
    return 'for whom?';
  }
  @Post('gate') gate(): string {
    return 'for whom?';
  }
}

const fakes = new Map<unknown, object>([
  [PLATFORM_CONFIG, { NODE_ENV: 'production' }],
  [REDIS, { status: 'end' }],
  [TokenVerifier, {}],
  [PrincipalLoader, {}],
]);

/** Starts these controllers behind the guards of every HTTP process. */
async function start(
  controllers: Type[],
  change = (builder: TestingModuleBuilder) => builder,
): Promise<NestFastifyApplication> {
  const module = await change(Test.createTestingModule({ imports: [AccessModule], controllers }))
    .useMocker((token) => fakes.get(token))
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), {
    logger: false,
  });
  app.useGlobalFilters(new ProblemFilter(createLogger('silent', 'test')));
  await app.init();
  return app;
}

describe('an application', () => {
  it('starts when every route says who may call it, itself or with its controller', async () => {
    const app = await start([Good, RuledAsAWhole]);
    await app.close();
  });

  it('does not start while a route says nothing, and names all that do', async () => {
    await expect(start([Good, Bad])).rejects.toThrow(/Bad\.open, Bad\.gate$/);
  });

  it('would refuse everybody there, even if it started', async () => {
    const app = await start([Bad], (builder) => builder.overrideProvider(AccessCheck).useValue({}));
    const answer = await app.inject({ method: 'GET', url: '/bad/open' });
    expect(answer.json()).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await app.inject({ method: 'GET', url: '/bad/ruled' })).statusCode).toBe(200);
    await app.close();
  });
});
