import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ErrorCode } from '#libs/contracts';
import { DomainError, type Logger, noteRefusal, toProblem } from '#libs/platform';
import type { AccountAttempts } from './account-attempts.js';
import { LOST_RACE, refusalCode, toDomainError } from './auth-problems.js';
import type { Auth } from './better-auth.js';
import {
  AUTH_PATH,
  CLIENT_ADDRESS_HEADER,
  SIGN_UP,
  servedRoute,
  validated,
} from './served-routes.js';

/** Bytes; the largest honest body is a profile. */
const BODY_LIMIT = 16 * 1024;

export interface AuthRoutesOptions {
  readonly auth: Pick<Auth, 'handler'>;
  /** The address of this installation, whatever name the browser used for it. */
  readonly origin: string;
  /** Addresses with which nobody may sign up. */
  readonly reservedEmails: ReadonlySet<string>;
  /** By route: counts tries at accounts; empty where nobody counts. */
  readonly attempts: Readonly<Record<string, AccountAttempts>>;
  readonly logger?: Logger | undefined;
}

/** Serves better-auth's routes in a scope of their own, with the headers and errors of all other routes. */
export async function mountAuthRoutes(
  fastify: FastifyInstance,
  options: AuthRoutesOptions,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // better-auth reads the text itself; a body of any other type is refused with 415.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      const problem = toProblem(domainErrorOf(error));
      if (options.logger) noteRefusal(options.logger, problem.code, request);
      if (problem.code === 'INTERNAL')
        options.logger?.error({ err: error }, 'identity route failed');
      return reply.status(problem.status).type('application/problem+json').send(problem);
    });
    scope.route({
      method: ['GET', 'POST'],
      url: `${AUTH_PATH}/*`,
      handler: (request, reply) => answer(request, reply, options),
    });
  });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { auth, origin, reservedEmails, attempts, logger }: AuthRoutesOptions,
): Promise<FastifyReply> {
  const url = new URL(request.url, origin);
  const path = url.pathname.slice(AUTH_PATH.length);
  const route = servedRoute(request.method, path);
  if (!route) throw new DomainError('ROUTE_NOT_FOUND');
  const body = route.body && validated(route.body, readJson(request.body));
  if (path === SIGN_UP && reservedEmails.has(String(body?.email).toLowerCase()))
    throw new DomainError('FORBIDDEN', 'Nobody can sign up with this e-mail address');
  const counted = attempts[path];
  const wait = (await counted?.take(String(body?.email))) ?? 0;
  if (wait > 0) {
    void reply.header('retry-after', `${wait}`);
    throw new DomainError('RATE_LIMITED', counted?.refusal, { details: { retryAfter: wait } });
  }

  const ask = async () => {
    const response = await auth.handler(
      new Request(`${origin}${url.pathname}${url.search}`, {
        method: request.method,
        headers: headersFor(request, body !== null),
        body: body && JSON.stringify(body),
      }),
    );
    return { response, text: await response.text() };
  };
  let { response, text } = await ask();
  // Two sign-ups at once: asked again, the slower one hears that the address is taken.
  if (!response.ok && refusalCode(text) === LOST_RACE) ({ response, text } = await ask());

  void reply.header('cache-control', 'no-store');
  if (!response.ok) {
    const retryAfter = response.headers.get('x-retry-after');
    if (retryAfter) void reply.header('retry-after', retryAfter);
    throw toDomainError(response.status, text);
  }
  if (request.method === 'POST') logger?.info({ did: path, account: accountIn(text) }, 'identity');
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) void reply.header('set-cookie', cookies);
  return reply.status(response.status).type('application/json; charset=utf-8').send(text);
}

const answeredSchema = z.object({ user: z.object({ id: z.string() }) });

/** Whose account an answer is about, for the log; null where it does not say. */
function accountIn(text: string): string | null {
  try {
    return answeredSchema.parse(JSON.parse(text)).user.id;
  } catch {
    return null;
  }
}

function readJson(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw new DomainError('BODY_INVALID');
  }
}

/** Only what better-auth reads, and the caller's address in a header that the caller cannot write. */
const PASSED_ON = ['cookie', 'origin', 'referer', 'user-agent', 'authorization', 'accept'];
const FETCH_METADATA = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];

function headersFor(request: FastifyRequest, withBody: boolean): Headers {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip });
  for (const name of [...PASSED_ON, ...FETCH_METADATA]) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (withBody) headers.set('content-type', 'application/json');
  return headers;
}

const refusedByFastify: Record<number, ErrorCode> = {
  400: 'BODY_INVALID',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'MEDIA_TYPE_UNSUPPORTED',
};

function domainErrorOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return new DomainError((typeof status === 'number' && refusedByFastify[status]) || 'INTERNAL');
}
