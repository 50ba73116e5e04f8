import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DomainEvent, EVENT_BATCH, events, jobNames, type QueueName } from '#libs/contracts';
import { AwaitedEventError } from '../errors.js';
import { currentContext } from '../request-context.js';
import { deliverySeconds, jobSeconds, requestSeconds } from './metrics.js';
import { noteSpan } from './traces.js';

/** The three places where work is measured and traced: a request, a job, and the delivery of an event. */

/** Measures each request, including those without a route. */
export function observeRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id, method } = request;
    const { statusCode, elapsedTime: tookMs } = reply;
    const route = routeOf(request);
    const status = `${Math.floor(statusCode / 100)}xx`;
    requestSeconds.observe({ route, method, status }, tookMs / 1_000);
    noteSpan(() => ({
      name: `${method} ${route}`,
      kind: 'request',
      correlationId: id,
      startedAt: Date.now() - tookMs,
      failed: statusCode >= 500,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
      },
    }));
    done();
  });
}

/** The route's template. All files of the web app count as one route. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none';
  return /^\/(api\/|metrics$|\*|.*:)/.test(url) ? url : 'file';
}

const known = new Set<string>([...Object.keys(events), ...jobNames, EVENT_BATCH]);

/** Runs a job, or handles an event from a queue, and measures it. */
export async function observeJob<Result>(
  queue: QueueName,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const job = known.has(name) ? name : 'unknown';
  const startedAt = Date.now();
  const from = performance.now();
  let outcome: 'done' | 'waiting' | 'failed' = 'failed';
  try {
    const result = await work();
    outcome = 'done';
    return result;
  } catch (error) {
    if (error instanceof AwaitedEventError) outcome = 'waiting';
    throw error;
  } finally {
    jobSeconds.observe({ queue, job, outcome }, (performance.now() - from) / 1_000);
    noteSpan(() => ({
      name: `${queue} ${job}`,
      kind: 'job',
      correlationId: currentContext().requestId,
      startedAt,
      failed: outcome === 'failed',
      attributes: { 'messaging.system': 'bullmq', 'messaging.destination.name': queue },
    }));
  }
}

/** Adds the handling of an event to the trace of the request that caused it. */
export function traceHandling(
  { name, correlationId }: Pick<DomainEvent, 'name' | 'correlationId'>,
  startedAt: number,
): void {
  noteSpan(() => ({
    name: `handle ${name}`,
    kind: 'job',
    correlationId,
    startedAt,
    failed: false,
    attributes: { 'messaging.system': 'bullmq' },
  }));
}

/** Emits an event to sockets, and measures its latency. */
export function observeDelivery(
  { name, correlationId, occurredAt }: DomainEvent,
  emit: () => void,
): void {
  const startedAt = Date.now();
  deliverySeconds.observe(Math.max(0, startedAt - Date.parse(occurredAt)) / 1_000);
  emit();
  noteSpan(() => ({
    name: `emit ${name}`,
    kind: 'delivery',
    correlationId,
    startedAt,
    failed: false,
    attributes: { 'messaging.system': 'socket.io' },
  }));
}
