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
import { type EngineFailure, engineFailureOf, retryAfterS } from '../data/engine-failure.js';
import { DomainError, problems } from '../errors.js';
import { LOGGER, type Logger } from '../logging.js';
import { currentContext } from '../request-context.js';
import { noteRefusal } from './refusals.js';

/** Seconds after which a client that got a 503 may try again. */
export const RETRY_AFTER_S = '1';

/** What people are told of an engine that only reads; other failures are over in seconds. */
const CANNOT_STORE = 'The shop cannot store anything at the moment. Please try again later';
const TEXTS: Partial<Record<EngineFailure, string>> = {
  full: CANNOT_STORE,
  'read-only': CANNOT_STORE,
};

/** Answers every error as problem+json; an unexpected one as INTERNAL, logged under its request id. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    // Its body did not arrive in time.
    if (http.getResponse<FastifyReply>().sent) return;
    const request = http.getRequest<FastifyRequest>();
    const problem = { ...this.toProblem(error), requestId: request.id };
    noteRefusal(this.logger, problem.code, request);
    const reply = http.getResponse<FastifyReply>();
    const retryAfter = z
      .union([z.string(), z.number()])
      .safeParse(
        problem.code === 'SERVICE_UNAVAILABLE' ? retryAfterOf(error) : problem.details?.retryAfter,
      );
    if (retryAfter.success) void reply.header('retry-after', `${retryAfter.data}`);
    void reply.status(problem.status).type('application/problem+json').send(problem);
  }

  private toProblem(error: unknown): Problem {
    if (error instanceof DomainError) return toProblem(error);
    const failed = engineFailureOf(error);
    if (failed) {
      this.logger.warn({ err: error, ...failed }, 'an engine failed');
      const { failure: reason } = failed;
      return toProblem(
        new DomainError('SERVICE_UNAVAILABLE', TEXTS[reason], { details: { reason } }),
      );
    }
    const code = codeOf(error);
    if (code === 'INTERNAL') this.logger.error({ err: error }, 'request failed');
    return toProblem(new DomainError(code));
  }
}

function retryAfterOf(error: unknown): string {
  const failed = engineFailureOf(error);
  return failed ? `${retryAfterS[failed.failure]}` : RETRY_AFTER_S;
}

/** The response body of an error. */
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

const byStatus: Record<number, ErrorCode> = {
  400: 'BODY_INVALID',
  404: 'ROUTE_NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'MEDIA_TYPE_UNSUPPORTED',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

/** Nest's and Fastify's own refusals (no route, broken JSON, too large a body) by their status. */
function codeOf(error: unknown): ErrorCode {
  const status = error instanceof HttpException ? error.getStatus() : statusCodeOf(error);
  return (status !== undefined && byStatus[status]) || 'INTERNAL';
}

function statusCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}
