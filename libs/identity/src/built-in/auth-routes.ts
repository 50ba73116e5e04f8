import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { ACCOUNT_HEADER } from '#libs/contracts';
import { answerError, DomainError, type Logger } from '#libs/platform';
import type { AccountAttempts } from './account-attempts.js';
import { errorCodeIn, LOST_RACE, toDomainError } from './auth-problems.js';
import type { Auth } from './better-auth.js';
import type { DeviceCookies } from './device-cookies.js';
import {
  AUTH_PATH,
  CLIENT_ADDRESS_HEADER,
  NEW_PASSWORD,
  SIGN_IN,
  SIGN_UP,
  servedRoute,
  VERIFY_CODE,
  VERIFY_RECOVERY_CODE,
  validated,
} from './served-routes.js';

/** The routes that prove that the browser is the account owner's. */
const PROVING = new Set([SIGN_UP, SIGN_IN, VERIFY_CODE, VERIFY_RECOVERY_CODE, NEW_PASSWORD]);

/** Bytes; the largest expected body is a profile. */
const BODY_LIMIT = 16 * 1024;

export interface AuthRoutesOptions {
  readonly auth: Pick<Auth, 'handler' | 'api'>;
  /** The origin of this installation, regardless of the host name that the browser used. */
  readonly origin: string;
  /** E-mail addresses that are closed to sign-ups. */
  readonly reservedEmails: ReadonlySet<string>;
  /** Limits per account, by route; may be empty. */
  readonly attempts: Readonly<Record<string, AccountAttempts>>;
  readonly devices: DeviceCookies;
  readonly logger?: Logger | undefined;
}

/** Serves better-auth's routes in a separate Fastify scope, with the same headers and errors as all other routes. */
export async function mountAuthRoutes(
  fastify: FastifyInstance,
  options: AuthRoutesOptions,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // better-auth parses the text itself; other content types are rejected with 415.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, request, reply) =>
      answerError(options.logger, error, request, reply),
    );
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
  { auth, origin, reservedEmails, attempts, devices, logger }: AuthRoutesOptions,
): Promise<FastifyReply> {
  const url = new URL(request.url, origin);
  const path = url.pathname.slice(AUTH_PATH.length);
  const route = servedRoute(request.method, path);
  if (!route) throw new DomainError('ROUTE_NOT_FOUND');
  const body = route.body && validated(route.body, readJson(request.body));
  if (path === SIGN_UP && reservedEmails.has(String(body?.email)))
    throw new DomainError('FORBIDDEN', 'Nobody can sign up with this e-mail address');
  await refuseOtherAccount(request, auth);
  const limit = attempts[path];
  const email = String(body?.email);
  const device = path === SIGN_IN ? devices.deviceIn(request.headers.cookie, email) : null;
  const retryAfter = (await limit?.take(email, device)) ?? 0;
  if (retryAfter > 0)
    throw new DomainError('RATE_LIMITED', limit?.refusal, { details: { retryAfter } });

  const call = async () => {
    const response = await auth.handler(
      new Request(`${origin}${url.pathname}${url.search}`, {
        method: request.method,
        headers: headersFor(request, body !== null),
        body: body && JSON.stringify(body),
      }),
    );
    return { response, text: await response.text() };
  };
  let { response, text } = await call();
  // Repeats the slower of two concurrent sign-ups, which then fails with the error for a taken address.
  if (!response.ok && errorCodeIn(text) === LOST_RACE) ({ response, text } = await call());

  void reply.header('cache-control', 'no-store');
  if (!response.ok) {
    const seconds = response.headers.get('x-retry-after');
    if (seconds) void reply.header('retry-after', seconds);
    throw toDomainError(response.status, text);
  }
  const account = request.method === 'POST' ? accountIn(text) : null;
  if (request.method === 'POST')
    logger?.info({ did: path, account: account?.id ?? null }, 'identity');
  const cookies = response.headers.getSetCookie();
  if (account?.email && PROVING.has(path)) cookies.push(devices.issue(account.email));
  if (cookies.length > 0) void reply.header('set-cookie', cookies);
  return reply.status(response.status).type('application/json; charset=utf-8').send(text);
}

/** Throws `ACCOUNT_CHANGED` if the call is for another account than its session's. */
async function refuseOtherAccount(
  request: FastifyRequest,
  auth: AuthRoutesOptions['auth'],
): Promise<void> {
  const account = request.headers[ACCOUNT_HEADER];
  if (account === undefined) return;
  const found = await auth.api.getSession({
    headers: headersFor(request, false),
    // The route itself extends the session, and sends its cookie.
    query: { disableRefresh: true },
  });
  if (found && found.user.id !== account) throw new DomainError('ACCOUNT_CHANGED');
}

const accountSchema = z.object({
  user: z.object({ id: z.string(), email: z.string().optional() }),
});

/** The account in a response; null if there is none, as in a second-factor challenge. */
function accountIn(text: string): z.infer<typeof accountSchema>['user'] | null {
  try {
    return accountSchema.parse(JSON.parse(text)).user;
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

/** The headers that better-auth reads; `headersFor` adds the caller's address in a header that callers cannot set. */
const FORWARDED = ['cookie', 'origin', 'referer', 'user-agent', 'authorization', 'accept'];
const FETCH_METADATA = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];

function headersFor(request: FastifyRequest, withBody: boolean): Headers {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip });
  for (const name of [...FORWARDED, ...FETCH_METADATA]) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (withBody) headers.set('content-type', 'application/json');
  return headers;
}
