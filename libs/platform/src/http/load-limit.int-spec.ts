import 'reflect-metadata';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { problemSchema } from '#libs/contracts';
import { testEngines, waitFor } from '#libs/testing';
import { Public } from '../auth/access.js';
import { readConfig } from '../config.js';
import { createLogger } from '../logging.js';
import { platformConfigSchema } from '../platform.config.js';
import { CoreModule, HealthModule } from '../platform.module.js';
import { currentContext } from '../request-context.js';
import { createHttpApp } from './http-app.js';
import { trafficOf } from './traffic.js';

/** Every request takes SLOW_MS and at most MOST run at once: 50 requests per second. */
const SLOW_MS = 100;
const MOST = 5;
/** Changes wait only briefly here. */
const TIMEOUTS = { bodyMs: 5_000, readerMs: 10_000, queueMs: 2_000 };
/** Permitted event loop lag in milliseconds. */
const LAG_MS = 100;

let serve: () => void;
let done: Promise<void>;
beforeEach(() => {
  done = new Promise<void>((resolve) => {
    serve = resolve;
  });
});

@Controller()
@Public()
class Kitchen {
  /** Takes until the test calls `serve`. */
  @Post('meals')
  async cook(): Promise<{ served: true }> {
    await done;
    return { served: true };
  }

  /** Waits until it may begin, as a transaction does for the mutex of a product. */
  @Post('queued')
  async queue(): Promise<{ served: true }> {
    const resume = currentContext().pause?.();
    await done;
    resume?.();
    return { served: true };
  }

  @Post('notes')
  note(): { served: true } {
    return { served: true };
  }

  @Get('slow')
  async slow(): Promise<{ served: true }> {
    await setTimeout(SLOW_MS);
    return { served: true };
  }

  /** Blocks the event loop, as a heavy calculation does. */
  @Get('busy')
  async busy(): Promise<{ served: true }> {
    const end = Date.now() + 4_000;
    while (Date.now() < end) {
      const pause = Date.now() + 300;
      while (Date.now() < pause);
      await setTimeout(1);
    }
    return { served: true };
  }
}

let app: NestFastifyApplication;
let url: string;
beforeAll(async () => {
  const { redisUrl } = await testEngines();
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    MONGODB_URI: 'mongodb://unused',
    REDIS_URL: redisUrl,
    TICKET_SECRET: 's'.repeat(32),
    MAX_REQUESTS: `${MOST}`,
    MAX_LAG_MS: `${LAG_MS}`,
  };
  const config = readConfig(platformConfigSchema, {}, settings);
  const logger = createLogger('silent', 'test');
  @Module({
    imports: [CoreModule.forRoot(config, logger), HealthModule],
    controllers: [Kitchen],
  })
  class Process {}
  app = await createHttpApp(Process, config, logger, TIMEOUTS);
  await app.listen(0, '127.0.0.1');
  url = `${await app.getUrl()}/api/v1`;
});
afterAll(() => app.close());

interface Served {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code: string | undefined;
  readonly tookMs: number;
}
async function ask(path: string, method = 'GET'): Promise<Served> {
  const asked = Date.now();
  const answer = await fetch(`${url}${path}`, { method });
  const problem = problemSchema.safeParse(await answer.json());
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    code: problem.data?.code,
    tookMs: Date.now() - asked,
  };
}
const isServed = async () => (await ask('/slow')).status === 200;
const refused = { status: 503, retryAfter: '1', code: 'SERVICE_UNAVAILABLE' };

describe('at ten times of what a process can do', () => {
  it('it answers as much as it can, refuses the rest at once, and piles nothing up', async () => {
    const all: Promise<Served>[] = [];
    const ready: Promise<Served>[] = [];
    let most = 0;
    // The server handles 50 a second; 500 a second arrive.
    for (let tick = 0; tick < 50; tick++) {
      for (let n = 0; n < 10; n++) all.push(ask('/slow'));
      if (tick % 10 === 0) ready.push(ask('/health/live'));
      most = Math.max(most, trafficOf(app.getHttpServer()).size);
      await setTimeout(20);
    }
    const answers = await Promise.all(all);
    const served = answers.filter(({ status }) => status === 200);
    const others = answers.filter(({ status }) => status !== 200);
    expect(served.length).toBeGreaterThanOrEqual(MOST * 4);
    expect(others.length).toBeGreaterThan(served.length);
    for (const answer of others) expect(answer).toMatchObject(refused);
    for (const { status } of await Promise.all(ready)) expect(status).toBe(200);
    // All requests in flight beyond the served ones are being refused.
    expect(most).toBeLessThan(MOST + 60);
    await waitFor('it to serve everybody again', isServed);
  });
});

describe('what waits for other work', () => {
  it('takes nobody elses place', async () => {
    await waitFor('it to be at rest', isServed);
    const before = trafficOf(app.getHttpServer()).size;
    const queued = Array.from({ length: MOST * 2 }, () => ask('/queued', 'POST'));
    await waitFor('them', () => trafficOf(app.getHttpServer()).size === before + MOST * 2);
    expect((await ask('/notes', 'POST')).status).toBe(201);
    expect((await ask('/slow')).status).toBe(200);
    serve();
    for (const { status } of await Promise.all(queued)) expect(status).toBe(201);
  });
});

describe('what takes long because it changes something', () => {
  it('takes at most half of the capacity; the rest is for reads', async () => {
    await waitFor('it to be at rest', isServed);
    const meals = Array.from({ length: Math.ceil(MOST / 2) + 1 }, () => ask('/meals', 'POST'));
    expect(await Promise.race(meals)).toMatchObject(refused);
    expect((await ask('/slow')).status).toBe(200);
    // This request waits in the queue, and is admitted in time.
    const last = ask('/meals', 'POST');
    await waitFor('it', () => trafficOf(app.getHttpServer()).size === Math.ceil(MOST / 2) + 1);
    serve();
    expect((await last).status).toBe(201);
    const all = (await Promise.all(meals)).map(({ status }) => status);
    expect(all.filter((status) => status === 201)).toHaveLength(Math.ceil(MOST / 2));
  });
});

describe('a process that is late', () => {
  it('refuses what is new until it has caught up, and says all the while that it lives', async () => {
    await waitFor('it to be at rest', isServed);
    const busy = ask('/busy');
    const no = await waitFor('a refusal', async () => {
      const answer = await ask('/slow');
      return answer.status === 200 ? null : answer;
    });
    expect(no).toMatchObject(refused);
    expect((await ask('/health/live')).status).toBe(200);
    expect((await busy).status).toBe(200);
    await waitFor('it to serve again', isServed);
  });
});
