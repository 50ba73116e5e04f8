import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { ConfigError } from '../config.js';
import { DomainError } from '../errors.js';
import { LOGGER, type Logger, nestLogger } from '../logging.js';
import { observeRequests } from '../observability/observe.js';
import { allowedOrigins, type PlatformConfig, startWarnings } from '../platform.config.js';
import { runInContext } from '../request-context.js';
import type { TrustsProxy } from '../trusted-proxies.js';
import { answerOtherMethods } from './allowed-methods.js';
import { limitLoad } from './load-limit.js';
import { ProblemFilter, toProblem } from './problem.filter.js';
import { encodeResponses } from './response-encoding.js';
import { securityHeaders } from './security-headers.js';
import { hasManyHosts } from './served-path.js';
import type { HttpTimeouts } from './slow-clients.js';
import { trafficOf } from './traffic.js';
import { ValidationPipe } from './validation.pipe.js';

/** Bytes of a request body; uploads have their own limit. */
const BODY_LIMIT = 256 * 1024;
/** Milliseconds within which a whole request has to arrive. */
const REQUEST_MS = 60_000;
/**
 * Milliseconds without traffic after which a connection is closed: longer than the slowest response takes to begin
 * and than proxies keep an idle connection (Caddy: two minutes), so that no request is sent on a connection that is
 * just being closed.
 */
const CONNECTION_MS = 300_000;
/** Length of the accept queue: after a restart all clients reconnect at once. The system may limit it further. */
const BACKLOG = 4_096;

// Contracts are written in zod/mini, which has no messages of its own.
z.config(z.locales.en());

/** Fastify as every HTTP process runs it: request ids, security headers, body limit, compressed responses. */
export function httpAdapter(config: PlatformConfig, timeouts?: HttpTimeouts): FastifyAdapter {
  const headersFor = securityHeaders(config);
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    // Loading the web app may take long on a busy machine.
    pluginTimeout: 0,
    serverFactory,
    trustProxy: config.TRUSTED_PROXIES ?? false,
    genReqId: requestIds(config.TRUSTED_PROXIES),
    forceCloseConnections: true,
    frameworkErrors: refuseAddress(headersFor),
  });
  // Bodies are JSON only; Fastify would also accept text, and Nest forms.
  adapter.getInstance().removeContentTypeParser('text/plain');
  adapter.useBodyParser('application/x-www-form-urlencoded', false, {}, (_request, _body, done) =>
    done(new DomainError('MEDIA_TYPE_UNSUPPORTED')),
  );
  const parseJson = adapter.getInstance().getDefaultJsonParser('error', 'error');
  // Some clients send the type with an empty body too; a route that needs a body refuses it as invalid.
  adapter.useBodyParser(
    'application/json',
    true,
    { bodyLimit: BODY_LIMIT },
    (request, body, done) =>
      body.length === 0 ? done(null, undefined) : parseJson(request, body.toString(), done),
  );
  adapter.getInstance().addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).headers(headersFor(request));
    const timeoutMs = config.MONGODB_TIMEOUT_MS;
    const error = hasManyHosts(request.raw) ? new DomainError('BODY_INVALID') : undefined;
    const { host } = request.headers;
    runInContext({ requestId: request.id, actorId: null, host, timeoutMs }, () => done(error));
  });
  observeRequests(adapter.getInstance());
  limitLoad(adapter.getInstance(), config, timeouts);
  answerOtherMethods(adapter.getInstance());
  encodeResponses(adapter.getInstance());
  return adapter;
}

function serverFactory(fastify: RequestListener): Server {
  // A keep-alive timeout would reset a timer before and after every response.
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: 0 });
  server.setTimeout(CONNECTION_MS);
  const traffic = trafficOf(server);
  return server.on('request', (request, response) => {
    // The first excess request is refused, which ends the connection; those behind it get no response.
    if (traffic.excess(request) <= 1) fastify(request, response);
  });
}

const REQUEST_ID = /^[\w-]{8,64}$/;

/** The request id: the one given by a trusted proxy if it is valid, else a new one. */
function requestIds(trusts: TrustsProxy | null) {
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers['x-request-id'];
    const isTrusted = trusts?.(socket.remoteAddress ?? '', 0) ?? false;
    return isTrusted && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  };
}

/**
 * Refuses a URL that no route can have, such as one with a broken escape; Fastify answers it before any hook or
 * filter.
 */
function refuseAddress(headersFor: ReturnType<typeof securityHeaders>) {
  return (_error: Error, request: FastifyRequest, reply: FastifyReply): void =>
    runInContext({ requestId: request.id, actorId: null }, () => {
      const problem = toProblem(new DomainError('ROUTE_NOT_FOUND'));
      void reply
        .headers({ ...headersFor(request), 'x-request-id': request.id })
        .status(problem.status)
        .type('application/problem+json')
        .send(JSON.stringify(problem));
    });
}

/** Sets up what every HTTP process shares: problem responses, validation, CORS, the API's prefix. */
export function configureHttpApp(app: NestFastifyApplication, config: PlatformConfig): void {
  // Pages of this host need no CORS.
  const allowed: ReadonlySet<string> = new Set(allowedOrigins(config));
  app.enableCors({
    // Other origins, and requests without one, get no CORS headers.
    origin: (from: string | undefined, done: (error: null, isAllowed: boolean) => void) =>
      done(null, from !== undefined && allowed.has(from)),
    credentials: true,
    maxAge: 600,
    exposedHeaders: ['x-request-id', 'retry-after'],
  });
  app.useGlobalFilters(new ProblemFilter(app.get<Logger>(LOGGER)));
  app.useGlobalPipes(new ValidationPipe());
  app.setGlobalPrefix('api/v1', { exclude: ['metrics'] });
}

/** Creates a Nest application on Fastify, ready to listen. */
export async function createHttpApp(
  module: Type | DynamicModule,
  config: PlatformConfig,
  logger: Logger,
  timeouts?: HttpTimeouts,
): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    module,
    httpAdapter(config, timeouts),
    {
      logger: nestLogger(logger),
      rawBody: true,
      abortOnError: false,
    },
  );
  configureHttpApp(app, config);
  for (const warning of startWarnings(config)) logger.warn(warning);
  return app;
}

/** How to correct a port that cannot be opened, by the system's error code. */
const LISTEN_FAULTS: Readonly<Record<string, (settings: Listening) => string>> = {
  EADDRINUSE: ({ PORT }) => `Port ${PORT} is in use; choose another one: PORT=3001`,
  EACCES: ({ PORT }) => `Port ${PORT} needs rights that this process lacks; choose one above 1023`,
  EADDRNOTAVAIL: ({ HOST }) => `HOST: ${HOST} is not an address of this machine`,
  ENOTFOUND: ({ HOST }) => `HOST: ${HOST} is not an address of this machine`,
};
const systemErrorSchema = z.object({ code: z.string() });
type Listening = Pick<PlatformConfig, 'PORT' | 'HOST'>;

/** Opens the port; throws {@link ConfigError} if HOST or PORT cannot be opened. */
export async function listen(
  app: NestFastifyApplication,
  { PORT, HOST }: Listening,
): Promise<void> {
  try {
    await app.listen({ port: PORT, host: HOST, backlog: BACKLOG });
  } catch (error) {
    const fault = LISTEN_FAULTS[systemErrorSchema.safeParse(error).data?.code ?? ''];
    throw fault ? new ConfigError(fault({ PORT, HOST })) : error;
  }
}
