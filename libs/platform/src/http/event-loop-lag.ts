import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

type Fastify = ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>;

/** Milliseconds over which the event loop's delay is averaged, and between two samples. */
const WINDOW_MS = 1_000;
const SAMPLE_MS = 20;

/** Whether the event loop has been late by more than `mostMs` on average over the last second. */
export function isEventLoopLate(fastify: Fastify, mostMs: number): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  let isLate = false;
  const timer = setInterval(() => {
    isLate = delay.mean / 1e6 - SAMPLE_MS > mostMs;
    delay.reset();
  }, WINDOW_MS);
  timer.unref();
  // The delay during the start says nothing about the load.
  fastify.addHook('onListen', async () => delay.reset());
  fastify.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  return () => isLate;
}
