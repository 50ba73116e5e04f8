import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ErrorCode, Problem } from '#libs/contracts';
import { CommitUnknown } from '../data/commit.js';
import { type EngineFailure, engineFailureOf, retryAfterS } from '../data/engine-failure.js';
import { DomainError, problems } from '../errors.js';
import { LOGGER, type Logger } from '../logging.js';
import { currentContext } from '../request-context.js';
import { noteRefusal } from './refusals.js';

/** Seconds after which a client that got a 503 may try again. */
export const RETRY_AFTER_S = '1';

/** Answers the errors of Nest's routes. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    answerError(this.logger, error, request, reply);
  }
}

/** Answers an error as problem+json; unexpected ones become INTERNAL and are logged with the request id. */
export function answerError(
  logger: Logger | undefined,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Already answered, because its body did not arrive in time.
  if (reply.sent) return;
  const problem = { ...problemOf(error), requestId: request.id };
  if (logger) {
    logFailure(logger, error, problem);
    noteRefusal(logger, problem.code, request);
  }
  const retryAfter = z
    .union([z.string(), z.number()])
    .safeParse(problem.details?.retryAfter ?? (problem.status === 503 ? RETRY_AFTER_S : null));
  if (retryAfter.success) void reply.header('retry-after', `${retryAfter.data}`);
  const contentRange = contentRangeOf(error);
  if (contentRange !== undefined) void reply.header('content-range', contentRange);
  void reply.status(problem.status).type('application/problem+json').send(problem);
}

function logFailure(logger: Logger, error: unknown, { code }: Problem): void {
  const failed = error instanceof DomainError ? null : engineFailureOf(error);
  if (failed) logger.warn({ err: error, ...failed }, 'an engine failed');
  else if (code === 'INTERNAL') logger.error({ err: error }, 'request failed');
}

/** The response body of a domain error. */
export function toProblem(error: DomainError): Problem {
  const { status, title } = problems[error.code];
  return {
    type: `urn:farmgate:error:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail: error.message,
    message: error.message,
    code: error.code,
    requestId: currentContext().requestId,
    ...(error.errors && { errors: error.errors }),
    ...(error.details && { details: error.details }),
  };
}

/** The response body of any error; one that Nest, Fastify or a plugin gave a status keeps it. */
function problemOf(error: unknown): Problem {
  const known = error instanceof DomainError ? error : unavailableBy(error);
  if (known) return toProblem(known);
  const status = statusOf(error);
  const code = byStatus[status] ?? (status < 500 ? 'REQUEST_REFUSED' : 'INTERNAL');
  return { ...toProblem(new DomainError(code)), status };
}

const byStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'BODY_INVALID',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'ROUTE_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'BODY_TIMEOUT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'MEDIA_TYPE_UNSUPPORTED',
  416: 'RANGE_NOT_SATISFIABLE',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

/** The HTTP status that an error brings, if it is that of a failure; otherwise 500. */
function statusOf(error: unknown): number {
  const status = error instanceof HttpException ? error.getStatus() : statusCodeOf(error);
  return status !== undefined && status >= 400 && status < 600 ? status : 500;
}

function statusCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}

const rangeErrorSchema = z.object({
  statusCode: z.literal(416),
  headers: z.object({ 'Content-Range': z.string() }),
});

/** The size of a file of which a part was asked for that does not exist. */
const contentRangeOf = (error: unknown) =>
  rangeErrorSchema.safeParse(error).data?.headers['Content-Range'];

/** For an engine that cannot write; other failures are over in seconds. */
const CANNOT_STORE = 'The shop cannot store anything at the moment. Please try again later';
const TEXTS: Partial<Record<EngineFailure, string>> = {
  full: CANNOT_STORE,
  'read-only': CANNOT_STORE,
};

/** The error to answer when an engine failed; null for every other error. */
export function unavailableBy(error: unknown): DomainError | null {
  const failed = engineFailureOf(error);
  if (!failed) return null;
  const { failure: reason } = failed;
  const details = { reason, retryAfter: retryAfterS[reason] };
  return error instanceof CommitUnknown
    ? new DomainError('OUTCOME_UNKNOWN', error.message, { details })
    : new DomainError('SERVICE_UNAVAILABLE', TEXTS[reason], { details });
}
