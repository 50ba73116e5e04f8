import { describe, expect, it, jest } from '@jest/globals';
import {
  type ArgumentsHost,
  BadRequestException,
  ForbiddenException,
  NotFoundException,
  ServiceUnavailableException,
} from '@nestjs/common';
import { mongo } from 'mongoose';
import { type Problem, problemSchema } from '#libs/contracts';
import { DomainError } from '../errors.js';
import type { Logger } from '../logging.js';
import { runInContext } from '../request-context.js';
import { ProblemFilter } from './problem.filter.js';

/** The response to an error, and what was logged. */
function answerTo(error: unknown) {
  const logged = jest.fn();
  const noted = jest.fn();
  const sent: { status?: number; type?: string; body?: Problem; retryAfter?: string } = {};
  const reply = {
    header(_: 'retry-after', value: string) {
      sent.retryAfter = value;
      return reply;
    },
    status(status: number) {
      sent.status = status;
      return reply;
    },
    type(type: string) {
      sent.type = type;
      return reply;
    },
    send(body: Problem) {
      sent.body = body;
      return reply;
    },
  };
  const request = {
    id: 'request-1',
    method: 'GET',
    ip: '::ffff:203.0.113.7',
    routeOptions: { url: '/users/:id' },
  };
  const http = { getResponse: () => reply, getRequest: () => request };
  const host = { switchToHttp: () => http } as unknown as ArgumentsHost;
  runInContext({ requestId: 'request-1', actorId: 'user-1' }, () =>
    new ProblemFilter({ error: logged, warn: logged, info: noted } as unknown as Logger).catch(
      error,
      host,
    ),
  );
  return { ...sent, logged, noted };
}
const fastify = (statusCode: number) =>
  Object.assign(new Error('Body cannot be parsed'), { statusCode });

describe('the problem filter', () => {
  it.each<[string, unknown, number, string]>([
    [
      'what the domain refuses',
      new DomainError('PRODUCT_OUT_OF_STOCK'),
      409,
      'PRODUCT_OUT_OF_STOCK',
    ],
    ['an unknown route', new NotFoundException('Cannot GET /x'), 404, 'ROUTE_NOT_FOUND'],
    ['a body that Nest refuses', new BadRequestException(), 400, 'BODY_INVALID'],
    ['a service that is not ready', new ServiceUnavailableException(), 503, 'SERVICE_UNAVAILABLE'],
    ['a database that went away', new mongo.MongoNetworkError('gone'), 503, 'SERVICE_UNAVAILABLE'],
    [
      'a database that went away amid a long write',
      Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET', syscall: 'write' }),
      503,
      'SERVICE_UNAVAILABLE',
    ],
    [
      'a write of many that was cut off',
      new mongo.MongoBulkWriteError(new mongo.MongoNetworkError('gone') as never, {} as never),
      503,
      'SERVICE_UNAVAILABLE',
    ],
    [
      'a database that several looked for',
      new AggregateError([
        new TypeError(),
        new mongo.MongoServerSelectionError('none', {} as never),
      ]),
      503,
      'SERVICE_UNAVAILABLE',
    ],
    ['a body that Fastify cannot read', fastify(400), 400, 'BODY_INVALID'],
    ['a body that is too large', fastify(413), 413, 'PAYLOAD_TOO_LARGE'],
    ['a body of another type', fastify(415), 415, 'MEDIA_TYPE_UNSUPPORTED'],
    ['a mistake of ours', new TypeError('x is not a function'), 500, 'INTERNAL'],
    ['what a plugin forbids', new ForbiddenException(), 403, 'FORBIDDEN'],
    ['a method that a route lacks', fastify(405), 405, 'METHOD_NOT_ALLOWED'],
    ['a file that has changed', fastify(412), 412, 'PRECONDITION_FAILED'],
    ['a part that a file lacks', fastify(416), 416, 'RANGE_NOT_SATISFIABLE'],
    ['a refusal without a code of its own', fastify(418), 418, 'REQUEST_REFUSED'],
    ['a failure without a code of its own', fastify(502), 502, 'INTERNAL'],
    ['a status of no failure', fastify(200), 500, 'INTERNAL'],
    ['a status that does not exist', fastify(999), 500, 'INTERNAL'],
    ['something that is no error', 'oops', 500, 'INTERNAL'],
    ['nothing', undefined, 500, 'INTERNAL'],
  ])('makes an answer of %s', (_, error, status, code) => {
    const answer = answerTo(error);
    expect(answer).toMatchObject({ status, type: 'application/problem+json' });
    expect(problemSchema.parse(answer.body)).toMatchObject({
      status,
      code,
      requestId: 'request-1',
    });
    expect(answer.retryAfter).toBe(status === 503 ? '1' : undefined);
  });

  it('calls no refusal an internal error, whatever its status', () => {
    for (let status = 400; status < 500; status++) {
      const { body, logged } = answerTo(fastify(status));
      expect([body?.status, body?.code]).not.toContain('INTERNAL');
      expect(body?.status).toBe(status);
      expect(logged).not.toHaveBeenCalled();
    }
  });

  it('logs what is our fault and keeps it to itself', () => {
    const error = new Error('connect ECONNREFUSED mongodb://user:password@host');
    const { body, logged } = answerTo(error);
    expect(JSON.stringify(body)).not.toContain('mongodb');
    expect(logged).toHaveBeenCalledWith({ err: error }, expect.any(String));
    expect(answerTo(new DomainError('FORBIDDEN')).logged).not.toHaveBeenCalled();
  });

  it.each(['FORBIDDEN', 'TOKEN_INVALID', 'RATE_LIMITED', 'VALIDATION_FAILED'] as const)(
    'logs who was refused what: %s',
    (code) => {
      expect(answerTo(new DomainError(code)).noted).toHaveBeenCalledWith(
        {
          refused: code,
          method: 'GET',
          route: '/users/:id',
          actorId: 'user-1',
          from: '203.0.113.7',
        },
        expect.any(String),
      );
    },
  );

  it('logs nothing of what anybody may get wrong', () => {
    for (const code of ['UNAUTHENTICATED', 'PRODUCT_OUT_OF_STOCK'] as const)
      expect(answerTo(new DomainError(code)).noted).not.toHaveBeenCalled();
  });
});
