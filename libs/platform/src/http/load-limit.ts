import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import addressOf from '@fastify/proxy-addr';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { DomainError, problems } from '../errors.js';
import type { PlatformConfig } from '../platform.config.js';
import { currentContext, runInContext } from '../request-context.js';
import { AdmissionQueue } from './admission-queue.js';
import { networkOf } from './caller-network.js';
import { RETRY_AFTER_S } from './problem.filter.js';
import { RequestBudgets } from './request-budgets.js';
import { endSlowClients, HTTP_TIMEOUTS, type HttpTimeouts } from './slow-clients.js';
import { trafficOf } from './traffic.js';

type Fastify = ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>;
type LoadConfig = Pick<
  PlatformConfig,
  'MAX_REQUESTS' | 'MAX_LAG_MS' | 'NODE_ENV' | 'TRUSTED_PROXIES'
>;

/** Milliseconds over which the event loop's delay is averaged, and between two samples. */
const WINDOW_MS = 1_000;
const SAMPLE_MS = 20;
/** Share of MAX_REQUESTS for changes, which take longer than reads and would soon use all of it. */
const CHANGES_SHARE = 0.5;
/** Maximum queue length as a multiple of MAX_REQUESTS; queued changes cost only memory. */
const QUEUE_FACTOR = 4;
/** Shares of MAX_REQUESTS for one network: requests in flight, and bodies being sent. */
const NETWORK_SHARES = { requests: 0.25, bodies: 0.1 };
/** Share for one signed-in user across all networks: more than the tabs of one person need. */
const USER_SHARE = 0.1;
/** Methods that only read. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The routes of probes and metrics are always answered. */
const EXEMPT = /^\/(api\/v1\/health\/.*|metrics)$/;

const trustsNone = () => false;

/** Counts a request; returns why it is refused. */
type Admit = (request: IncomingMessage, response: ServerResponse) => DomainError | null;
const admissions = new WeakMap<Server, Admit>();

/**
 * Counts a request that bypasses Fastify, such as a long poll, in the same budgets of its connection and network.
 * Returns why it is refused; the caller must then close the connection.
 */
export function admit(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
): DomainError | null {
  return admissions.get(server)?.(request, response) ?? null;
}

/**
 * Checks budgets before doing work. A connection, network or user with too much in flight gets 429, and slow clients
 * are ended. A request that could only be answered late gets 503 with Retry-After at once: if more than
 * `MAX_REQUESTS` are being processed, or the event loop is late by `MAX_LAG_MS`. Half of `MAX_REQUESTS` may be
 * changes; further ones wait in a queue, unless that would exceed the permitted wait. Accepted requests are therefore
 * answered in bounded time and memory.
 */
export function limitLoad(
  fastify: Fastify,
  { MAX_REQUESTS, MAX_LAG_MS, NODE_ENV, TRUSTED_PROXIES }: LoadConfig,
  timeouts: HttpTimeouts = HTTP_TIMEOUTS,
): void {
  const traffic = trafficOf(fastify.server as Server);
  const budgets = new RequestBudgets();
  const stopEnding = endSlowClients(traffic, budgets, timeouts);
  const isLate = lagOver(fastify, MAX_LAG_MS);
  fastify.addHook('onClose', async () => stopEnding());
  const most = (share: number) => Math.ceil(MAX_REQUESTS * share);
  // Outside production one address may be a developer, a simulator or a test that plays many users.
  const ofCaller = (share: number) =>
    NODE_ENV === 'production' ? most(share) : Number.POSITIVE_INFINITY;
  const [mostRequests, mostBodies] = [
    ofCaller(NETWORK_SHARES.requests),
    ofCaller(NETWORK_SHARES.bodies),
  ];
  const mostOfUser = ofCaller(USER_SHARE);
  const mostChanges = most(CHANGES_SHARE);
  const queue = new AdmissionQueue(() => budgets.changes < mostChanges, timeouts.queueMs);

  /** For work that waits for other work: meanwhile another change may take its place. */
  const pause = (response: ServerResponse) => () => {
    budgets.pause(response);
    queue.admit();
    return () => budgets.resume(response);
  };

  /** Called by the guard, which knows the caller. */
  const identify = (response: ServerResponse) => (user: string) => {
    if (budgets.identify(response, user) > mostOfUser) throw tooManyInFlight();
  };

  /** Whether a network exceeds its share. */
  const isExcess = (network: string): boolean => {
    const { requests, bodies } = budgets.of(network);
    return requests > mostRequests || bodies > mostBodies;
  };

  /** Why a request is not accepted. */
  const refusal = (network: string): DomainError | null => {
    if (isExcess(network)) return tooManyInFlight();
    return isLate() || budgets.working > MAX_REQUESTS ? overloaded() : null;
  };

  admissions.set(fastify.server as Server, (request, response) => {
    traffic.hold(request, response);
    if (traffic.excess(request) > 0) {
      // A response would wait behind the poll.
      request.socket.destroy();
      return tooManyInFlight();
    }
    const network = networkOf(addressOf(request, TRUSTED_PROXIES ?? trustsNone));
    const endBody = () => {
      response.writeHead(problems.BODY_TIMEOUT.status, { connection: 'close' }).end();
    };
    budgets.enter(response, {
      ...{ request, network, isChange: false },
      refuse: hasBody(request) ? endBody : null,
    });
    traffic.whenOver(response, request, () => budgets.leave(response));
    // From then on it waits for events, which is no work.
    if (!hasBody(request)) budgets.answered(response);
    else request.once('end', () => budgets.answered(response));
    return isExcess(network) ? tooManyInFlight() : null;
  });

  fastify.addHook('onRequest', (request, reply, done) => {
    if (traffic.excess(request.raw) > 0) return refuse(reply, tooManyInFlight(), done);
    done();
  });
  // After the hooks that respond from memory, because counting would cost more than those responses.
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    if (EXEMPT.test(request.routeOptions.url ?? '')) return done();
    // Internal requests for rendering a page are part of that page.
    if (!traffic.has(reply.raw, request.raw)) return done();
    const network = networkOf(request.ip);
    const isChange = !READING.has(request.method);
    const endBody = () => {
      void reply.header('connection', 'close').send(new DomainError('BODY_TIMEOUT'));
    };
    budgets.enter(reply.raw, {
      ...{ request: request.raw, network, isChange },
      refuse: isChange && hasBody(request.raw) ? endBody : null,
    });
    traffic.whenOver(reply.raw, request.raw, () => {
      budgets.leave(reply.raw);
      queue.leave(reply.raw);
      queue.admit();
    });
    const error = refusal(network);
    if (error) return refuse(reply, error, done);
    const context = { ...currentContext(), identify: identify(reply.raw) };
    runInContext(isChange ? { ...context, pause: pause(reply.raw) } : context, done);
  });
  fastify.addHook('preValidation', ({ raw, method }, reply, done) => {
    const response = reply.raw;
    const refuseNow = () => refuse(reply, overloaded(), done);
    if (budgets.isArriving(response) && !raw.complete) {
      // An upload is handled while its body still arrives.
      raw.once('end', () => budgets.received(response));
      return budgets.changes < mostChanges ? done() : refuseNow();
    }
    budgets.received(response);
    if (READING.has(method) || (queue.isEmpty && budgets.changes <= mostChanges)) return done();
    if (isLate() || queue.isTooLong || budgets.waiting >= MAX_REQUESTS * QUEUE_FACTOR)
      return refuseNow();
    budgets.pause(response);
    const begin = () => {
      budgets.resume(response);
      done();
    };
    queue.wait(response, AsyncResource.bind(begin), AsyncResource.bind(refuseNow));
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    budgets.answered(reply.raw);
    queue.admit();
    done(null, payload);
  });
}

const tooManyInFlight = () =>
  new DomainError('RATE_LIMITED', 'Too many requests at once', {
    details: { retryAfter: Number(RETRY_AFTER_S) },
  });
const overloaded = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'Too many people at once; please try again');

function refuse(reply: FastifyReply, error: DomainError, done: (error: Error) => void): void {
  void reply.header('retry-after', RETRY_AFTER_S);
  // The rest of the body is not read, so the connection cannot be reused.
  const { raw } = reply.request;
  if (hasBody(raw) && !raw.complete) void reply.header('connection', 'close');
  done(error);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the event loop has been late by more than `mostMs` on average over the last second. */
function lagOver(fastify: Fastify, mostMs: number): () => boolean {
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
