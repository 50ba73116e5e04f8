import { describe, expect, it } from '@jest/globals';
import { createLogger, type Logger, nestLogger } from './logging.js';
import { runInContext } from './request-context.js';

/** What a logger writes, line by line. */
function written(write: (logger: Logger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger('debug', 'test', { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** What must never stand in a log. */
const SECRETS = [
  'plums-and-pears',
  'eyJhbGci.eyJzdWIi.c2ln',
  'ruth@mail.example.test',
  '1 Main St',
];
const [password, token, email, street] = SECRETS;

describe('a line of the log', () => {
  it('says which process wrote it, for which request', () => {
    const [line] = written((logger) =>
      runInContext({ requestId: 'request-1', actorId: null }, () =>
        logger.info({ port: 3000 }, 'ready'),
      ),
    );
    expect(line).toMatchObject({
      process: 'test',
      requestId: 'request-1',
      port: 3000,
      msg: 'ready',
    });
  });

  it('has of an error its type, its place and its cause', () => {
    const cause = Object.assign(new TypeError('no route'), { code: 'ECONNREFUSED' });
    const [line] = written((logger) =>
      logger.error({ err: new Error('unavailable', { cause }) }, 'it failed'),
    );
    expect(line?.err).toMatchObject({
      type: 'Error',
      message: 'unavailable',
      stack: expect.stringContaining('logging.spec'),
      cause: { type: 'TypeError', message: 'no route', code: 'ECONNREFUSED' },
    });
  });

  it.each<[string, (logger: Logger) => void]>([
    ['a field', (logger) => logger.info({ password, token, ticket: token }, 'x')],
    ['a field of a field', (logger) => logger.warn({ body: { user: { email, password } } }, 'x')],
    ['a list', (logger) => logger.warn({ jobs: [{ accessToken: token }, email] }, 'x')],
    [
      'headers',
      (logger) =>
        logger.info({ req: { headers: { authorization: `Bearer ${token}`, cookie: token } } }, 'x'),
    ],
    ['the message', (logger) => logger.info(`sent to ${email} with ${token}`)],
    [
      'the message of an error',
      (logger) => logger.error({ err: new Error(`dup key: { email: "${email}" }`) }, 'x'),
    ],
    [
      'the address of an engine',
      (logger) => logger.error({ err: new Error(`no mongodb://shop:${password}@db/x`) }, 'x'),
    ],
    [
      'what a driver sets on an error',
      (logger) =>
        logger.error(
          {
            err: Object.assign(new Error('E11000'), {
              keyValue: { email },
              op: { address: { line1: street }, password },
            }),
          },
          'x',
        ),
    ],
    [
      'the cause of an error',
      (logger) => logger.error({ err: new Error('x', { cause: new Error(email) }) }, 'x'),
    ],
    ['a message of Nest', (logger) => nestLogger(logger).error(new Error(`${email}`), 'Context')],
  ])('holds no secret and nobody, in %s', (_, write) => {
    const lines = written(write);
    expect(lines).toHaveLength(1);
    for (const secret of SECRETS) expect(JSON.stringify(lines)).not.toContain(secret);
  });
});
