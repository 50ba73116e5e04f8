import type { Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError } from '../errors.js';
import type { PlatformConfig } from '../platform.config.js';
import { RETRY_AFTER_S } from './problem.filter.js';
import { READING, trafficOf } from './traffic.js';

type Fastify = ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>;

/** Milliseconds over which the event loop's delay is averaged, and between two samples. */
const WINDOW_MS = 1_000;
const SAMPLE_MS = 20;
/** Share of MAX_REQUESTS that writes may take: they last longer, and would soon take all of it. */
const CHANGES = 0.5;
/** Probes and metrics are always answered. */
const EXEMPT = /^\/(api\/v1\/health\/|metrics)/;

/**
 * Refuses at once, with 503 and Retry-After, what this process could only answer late: when more than `MAX_REQUESTS`
 * requests are in flight, or more than half as many that change something, or when its event loop is late by
 * `MAX_LAG_MS`. What is accepted is then answered in bounded time and bounded memory.
 */
export function limitLoad(
  fastify: Fastify,
  { MAX_REQUESTS, MAX_LAG_MS }: Pick<PlatformConfig, 'MAX_REQUESTS' | 'MAX_LAG_MS'>,
): void {
  const traffic = trafficOf(fastify.server as Server);
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  let isLate = false;
  const timer = setInterval(() => {
    isLate = delay.mean / 1e6 - SAMPLE_MS > MAX_LAG_MS;
    delay.reset();
  }, WINDOW_MS);
  timer.unref();
  // The delay of the start says nothing about answering.
  fastify.addHook('onListen', async () => delay.reset());
  fastify.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  const mostChanges = Math.ceil(MAX_REQUESTS * CHANGES);
  const isTooMuch = (method: string) =>
    isLate ||
    traffic.size > MAX_REQUESTS ||
    (traffic.changes > mostChanges && !READING.has(method));
  fastify.addHook('onRequest', ({ method, url }, reply, done) => {
    if (!isTooMuch(method) || EXEMPT.test(url)) return done();
    void reply.header('retry-after', RETRY_AFTER_S);
    done(new DomainError('SERVICE_UNAVAILABLE', 'Too many people at once; please try again'));
  });
}
