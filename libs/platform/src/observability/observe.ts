import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DomainEvent, events, jobNames, type QueueName } from '#libs/contracts';
import { currentContext } from '../request-context.js';
import { jobSeconds, requestSeconds, toldSeconds } from './metrics.js';
import type { Timing } from './timings.js';
import { noteSpan } from './traces.js';

/** The three places where work is measured and traced: a request, a job, and the telling of an event. */

/** What requests that are measured together have in common. */
interface AnsweredAlike {
  readonly method: string;
  /** The template of their route. */
  readonly route: string;
  readonly status: number;
}

/** Measures one request, now that its answer has left. */
export type MeasureRequest = (id: string, tookMs: number) => void;

/** Measures each request that a route or nobody answers. */
export function observeRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id, method } = request;
    const { statusCode: status, elapsedTime: tookMs } = reply;
    measureOf({ method, route: routeOf(request), status })(id, tookMs);
    done();
  });
}

/** How requests are measured that are alike; to be kept where many of them come. */
export function measureOf({ method, route, status }: AnsweredAlike): MeasureRequest {
  const timing = timingOf(route, method, Math.floor(status / 100));
  return (id, tookMs) => {
    timing.add(tookMs / 1_000);
    noteSpan(() => ({
      name: `${method} ${route}`,
      kind: 'request',
      correlationId: id,
      startedAt: Date.now() - tookMs,
      failed: status >= 500,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      },
    }));
  };
}

/** By route, method and class of status. */
const timings = new Map<string, Map<string, Timing[]>>();

function timingOf(route: string, method: string, hundreds: number): Timing {
  const byMethod = timings.get(route) ?? new Map<string, Timing[]>();
  const byStatus = byMethod.get(method) ?? [];
  const known = byStatus[hundreds];
  if (known) return known;
  timings.set(route, byMethod.set(method, byStatus));
  const fresh = requestSeconds.series({ route, method, status: `${hundreds}xx` });
  byStatus[hundreds] = fresh;
  return fresh;
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
