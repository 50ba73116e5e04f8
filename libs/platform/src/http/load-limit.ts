import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import addressOf from '@fastify/proxy-addr';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, problems } from '../errors.js';
import type { PlatformConfig } from '../platform.config.js';
import { currentContext, runInContext } from '../request-context.js';
import { AdmissionQueue } from './admission-queue.js';
import { networkOf } from './caller-network.js';
import { isEventLoopLate } from './event-loop-lag.js';
import { RETRY_AFTER_S } from './problem.filter.js';
import { RequestBudgets } from './request-budgets.js';
import { endSlowClients, HTTP_TIMEOUTS, type HttpTimeouts } from './slow-clients.js';
import { type Traffic, trafficOf } from './traffic.js';

type Fastify = ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>;
type LoadConfig = Pick<
  PlatformConfig,
  'MAX_REQUESTS' | 'MAX_LAG_MS' | 'NODE_ENV' | 'TRUSTED_PROXIES'
>;

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

/** How much may be in flight. */
interface Limits {
  readonly requests: number;
  readonly changes: number;
  readonly ofNetwork: { readonly requests: number; readonly bodies: number };
  readonly ofUser: number;
}

export function limitsOf({
  MAX_REQUESTS,
  NODE_ENV,
}: Pick<LoadConfig, 'MAX_REQUESTS' | 'NODE_ENV'>): Limits {
  const share = (part: number) => Math.ceil(MAX_REQUESTS * part);
  // Outside production one address may be a developer, a simulator or a test that plays many users.
  const ofCaller = (part: number) =>
    NODE_ENV === 'production' ? share(part) : Number.POSITIVE_INFINITY;
  return {
    requests: MAX_REQUESTS,
    changes: share(CHANGES_SHARE),
    ofNetwork: {
      requests: ofCaller(NETWORK_SHARES.requests),
      bodies: ofCaller(NETWORK_SHARES.bodies),
    },
    ofUser: ofCaller(USER_SHARE),
  };
}

/** Counts a poll; returns why it is refused. */
type AdmitPoll = (request: IncomingMessage, response: ServerResponse) => DomainError | null;
const polls = new WeakMap<Server, AdmitPoll>();

/**
 * Counts a request that bypasses Fastify, such as a long poll, in the same budgets of its connection and network.
 * Returns why it is refused; the caller must then close the connection.
 */
export function admitPoll(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
): DomainError | null {
  return polls.get(server)?.(request, response) ?? null;
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
  config: LoadConfig,
  timeouts: HttpTimeouts = HTTP_TIMEOUTS,
): void {
  const server = fastify.server as Server;
  const traffic = trafficOf(server);
  const isLate = isEventLoopLate(fastify, config.MAX_LAG_MS);
  const load = new LoadLimit(traffic, limitsOf(config), isLate, timeouts);
  const trusts = config.TRUSTED_PROXIES ?? trustsNone;
  polls.set(server, (request, response) =>
    load.admitPoll(request, response, networkOf(addressOf(request, trusts))),
  );
  fastify.addHook('onRequest', (request, reply, done) => {
    if (traffic.excess(request.raw) > 0) return refuse(reply, tooManyInFlight(), done);
    done();
  });
  // After the hooks that respond from memory, because counting would cost more than those responses.
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    load.admit(request, reply, done);
  });
  fastify.addHook('preValidation', (request, reply, done) => {
    load.begin(request, reply, done);
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    load.answered(reply.raw);
    done(null, payload);
  });
  fastify.addHook('onClose', async () => load.close());
}

type Done = (error?: Error) => void;

/** What one server is doing, and whether it takes more. */
class LoadLimit {
  private readonly budgets = new RequestBudgets();
  private readonly queue: AdmissionQueue;
  readonly close: () => void;

  constructor(
    private readonly traffic: Traffic,
    private readonly limits: Limits,
    private readonly isLate: () => boolean,
    timeouts: HttpTimeouts,
  ) {
    this.close = endSlowClients(traffic, this.budgets, timeouts);
    this.queue = new AdmissionQueue(() => this.budgets.changes < limits.changes, timeouts.queueMs);
  }

  admitPoll(
    request: IncomingMessage,
    response: ServerResponse,
    network: string,
  ): DomainError | null {
    const { budgets, traffic } = this;
    traffic.hold(request, response);
    if (traffic.excess(request) > 0) {
      // A response would wait behind the poll.
      request.socket.destroy();
      return tooManyInFlight();
    }
    const endBody = () => {
      response.writeHead(problems.BODY_TIMEOUT.status, { connection: 'close' }).end();
    };
    budgets.enter(response, {
      request,
      network,
      isChange: false,
      refuse: hasBody(request) ? endBody : null,
    });
    traffic.whenOver(response, request, () => budgets.leave(response));
    // From then on it waits for events, which is no work.
    if (!hasBody(request)) budgets.answered(response);
    else request.once('end', () => budgets.answered(response));
    return this.isExcess(network) ? tooManyInFlight() : null;
  }

  /** Counts a request, or refuses it. */
  admit(request: FastifyRequest, reply: FastifyReply, done: Done) {
    if (EXEMPT.test(request.routeOptions.url ?? '')) return done();
    // Internal requests for rendering a page are part of that page.
    if (!this.traffic.has(reply.raw, request.raw)) return done();
    const network = networkOf(request.ip);
    const isChange = !READING.has(request.method);
    const endBody = () => {
      void reply.header('connection', 'close').send(new DomainError('BODY_TIMEOUT'));
    };
    this.budgets.enter(reply.raw, {
      request: request.raw,
      network,
      isChange,
      refuse: isChange && hasBody(request.raw) ? endBody : null,
    });
    this.traffic.whenOver(reply.raw, request.raw, () => this.leave(reply.raw));
    if (this.isExcess(network)) return refuse(reply, tooManyInFlight(), done);
    if (this.isLate() || this.budgets.working > this.limits.requests)
      return refuse(reply, overloaded(), done);
    const context = { ...currentContext(), identify: this.identify(reply.raw) };
    runInContext(isChange ? { ...context, pause: this.pause(reply.raw) } : context, done);
  }

  /** Begins with a request whose body has arrived; a change may have to wait for others. */
  begin({ raw, method }: FastifyRequest, reply: FastifyReply, done: Done) {
    const { budgets, limits, queue } = this;
    const response = reply.raw;
    const refuseNow = () => refuse(reply, overloaded(), done);
    if (budgets.isArriving(response) && !raw.complete) {
      // An upload is handled while its body still arrives.
      raw.once('end', () => budgets.received(response));
      return budgets.changes < limits.changes ? done() : refuseNow();
    }
    budgets.received(response);
    if (READING.has(method) || (queue.isEmpty && budgets.changes <= limits.changes)) return done();
    if (this.isLate() || queue.isTooLong || budgets.waiting >= limits.requests * QUEUE_FACTOR)
      return refuseNow();
    budgets.pause(response);
    const resume = () => {
      budgets.resume(response);
      done();
    };
    queue.wait(response, AsyncResource.bind(resume), AsyncResource.bind(refuseNow));
  }

  /** The response is ready to be sent. */
  answered(response: ServerResponse): void {
    this.budgets.answered(response);
    this.queue.admit();
  }

  private leave(response: ServerResponse): void {
    this.budgets.leave(response);
    this.queue.leave(response);
    this.queue.admit();
  }

  /** For work that waits for other work: meanwhile another change may take its place. */
  private pause(response: ServerResponse) {
    return () => {
      this.budgets.pause(response);
      this.queue.admit();
      return () => this.budgets.resume(response);
    };
  }

  /** Called by the guard, which knows the caller. */
  private identify(response: ServerResponse) {
    return (user: string) => {
      if (this.budgets.identify(response, user) > this.limits.ofUser) throw tooManyInFlight();
    };
  }

  /** Whether a network exceeds its share. */
  private isExcess(network: string): boolean {
    const { requests, bodies } = this.budgets.of(network);
    const { ofNetwork } = this.limits;
    return requests > ofNetwork.requests || bodies > ofNetwork.bodies;
  }
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
