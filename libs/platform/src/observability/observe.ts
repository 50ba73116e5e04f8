import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DomainEvent, events, jobNames, type QueueName } from '#libs/contracts';
import { currentContext } from '../request-context.js';
import { jobSeconds, requestSeconds, toldSeconds } from './metrics.js';
import { noteSpan } from './traces.js';

/** The three places where work is measured and traced: a request, a job, and the telling of an event. */

/** Measures each request, also those that no route answers. */
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

/** The route's template. Files of the web app have a route each, and are one here. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none';
  return /^\/(api\/|metrics$|\*|.*:)/.test(url) ? url : 'file';
}

const known = new Set<string>([...Object.keys(events), ...jobNames]);

/** Does a job, or handles an event from a queue, and measures it. */
export async function observeJob<Result>(
  queue: QueueName,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const job = known.has(name) ? name : 'unknown';
  const startedAt = Date.now();
  const from = performance.now();
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } finally {
    const outcome = failed ? 'failed' : 'done';
    jobSeconds.observe({ queue, job, outcome }, (performance.now() - from) / 1_000);
    noteSpan(() => ({
      name: `${queue} ${job}`,
      kind: 'job',
      correlationId: currentContext().requestId,
      startedAt,
      failed,
      attributes: { 'messaging.system': 'bullmq', 'messaging.destination.name': queue },
    }));
  }
}

/** Tells an event to sockets, and measures how long it was under way until then. */
export function observeTelling(
  { name, correlationId, occurredAt }: DomainEvent,
  tell: () => void,
): void {
  const startedAt = Date.now();
  toldSeconds.observe(Math.max(0, startedAt - Date.parse(occurredAt)) / 1_000);
  tell();
  noteSpan(() => ({
    name: `tell ${name}`,
    kind: 'telling',
    correlationId,
    startedAt,
    failed: false,
    attributes: { 'messaging.system': 'socket.io' },
  }));
}
