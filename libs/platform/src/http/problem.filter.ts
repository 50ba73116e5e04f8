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
import { engineFailureOf } from '../data/engine-failure.js';
import { DomainError, problems } from '../errors.js';
import { LOGGER, type Logger } from '../logging.js';
import { currentContext } from '../request-context.js';
import { noteRefusal } from './refusals.js';
import { unavailableBy } from './unavailable.js';

/** Seconds after which a client that got a 503 may try again. */
export const RETRY_AFTER_S = '1';

/** Answers every error as problem+json; unexpected ones become INTERNAL and are logged with the request id. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    // Already answered, because its body did not arrive in time.
    if (http.getResponse<FastifyReply>().sent) return;
    const request = http.getRequest<FastifyRequest>();
    const problem = { ...this.toProblem(error), requestId: request.id };
    noteRefusal(this.logger, problem.code, request);
    const reply = http.getResponse<FastifyReply>();
    const retryAfter = z
      .union([z.string(), z.number()])
      .safeParse(problem.details?.retryAfter ?? (problem.status === 503 ? RETRY_AFTER_S : null));
    if (retryAfter.success) void reply.header('retry-after', `${retryAfter.data}`);
    void reply.status(problem.status).type('application/problem+json').send(problem);
  }

  private toProblem(error: unknown): Problem {
    if (error instanceof DomainError) return toProblem(error);
    const unavailable = unavailableBy(error);
    if (unavailable) {
      this.logger.warn({ err: error, ...engineFailureOf(error) }, 'an engine failed');
      return toProblem(unavailable);
    }
    const code = codeOf(error);
    if (code === 'INTERNAL') this.logger.error({ err: error }, 'request failed');
    return toProblem(new DomainError(code));
  }
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

/** The code for Nest's and Fastify's own errors (no route, broken JSON, too large a body), by status. */
function codeOf(error: unknown): ErrorCode {
  const status = error instanceof HttpException ? error.getStatus() : statusCodeOf(error);
  return (status !== undefined && byStatus[status]) || 'INTERNAL';
}

function statusCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}
