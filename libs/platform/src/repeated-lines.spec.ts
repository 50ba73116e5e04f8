import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from './logging.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The lines written in an hour in which a worker cannot reach its engine and retries ten times a second. */
function anHour(log: (logger: ReturnType<typeof createLogger>, n: number) => void): string[] {
  const lines: string[] = [];
  const logger = createLogger('info', 'test', { write: (line) => void lines.push(line) });
  for (let n = 0; n < 36_000; n++) {
    log(logger, n);
    jest.advanceTimersByTime(100);
  }
  return lines;
}

it('writes kilobytes in an hour of equal errors, and how many it has skipped', () => {
  const lines = anHour((logger, n) =>
    logger.error({ err: new Error(`OOM on @user_script:${n}`), job: `x ${n}` }, 'a job failed'),
  );
  expect(lines.join('').length).toBeLessThan(50_000);
  const repeated = lines.map((line) => (JSON.parse(line) as { repeated?: number }).repeated ?? 0);
  expect(repeated.slice(0, 4)).toEqual([0, 99, 199, 399]);
});

it('writes each of different errors, and what is no warning always', () => {
  const lines = anHour((logger, n) => {
    if (n === 0) logger.warn({ err: new Error('READONLY') }, 'not read');
    if (n === 1) logger.warn({ err: new Error('OOM') }, 'not read');
    if (n === 2) logger.error(new Error('OOM'));
    if (n < 20) logger.info('a request');
  });
  expect(lines).toHaveLength(23);
});

it('writes an equal error again after a while without it', () => {
  const at = new Set([0, 1, 600]);
  const lines = anHour((logger, n) => at.has(n) && logger.error('it failed'));
  expect(lines).toHaveLength(2);
});
