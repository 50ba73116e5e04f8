import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ApiError } from '../lib/api/api';
import { OfflineError } from '../lib/api/chunks';
import { ConnectionRefused, Reconnect } from './reconnect';

const refusal = (retryAfterMs = 0) =>
  new ApiError(
    {
      type: 'about:blank',
      title: '',
      detail: '',
      message: '',
      requestId: '',
      status: 429,
      code: 'RATE_LIMITED' as const,
    },
    retryAfterMs,
  );

let opened: string[];
let requested: number;
/** What each request for a ticket ends with. */
let ticket: () => Promise<string>;
let connection: Reconnect;
let random: ReturnType<typeof jest.spyOn>;

beforeEach(() => {
  jest.useFakeTimers();
  random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
  opened = [];
  requested = 0;
  ticket = async () => 'ticket';
  connection = new Reconnect({
    ticket: () => {
      requested += 1;
      return ticket();
    },
    open: (one) => opened.push(one),
  });
});
afterEach(() => {
  connection.stop();
  random.mockRestore();
  jest.useRealTimers();
});

/** Requests for a ticket within the next milliseconds. */
async function requestsIn(ms: number): Promise<number> {
  const before = requested;
  await jest.advanceTimersByTimeAsync(ms);
  return requested - before;
}
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('a page that is refused a ticket', () => {
  test('opens no connection, and asks more and more rarely', async () => {
    ticket = () => Promise.reject(refusal());
    connection.start();
    expect(await requestsIn(MINUTE)).toBeLessThanOrEqual(5);
    expect(await requestsIn(10 * MINUTE)).toBeLessThanOrEqual(11);
    expect(await requestsIn(10 * MINUTE)).toBeGreaterThanOrEqual(9);
    expect(opened).toEqual([]);
  });

  test('asks no earlier than the server has said', async () => {
    ticket = () => Promise.reject(refusal(40 * SECOND));
    connection.start();
    await requestsIn(0);
    expect(await requestsIn(40 * SECOND)).toBe(0);
    expect(await requestsIn(4 * SECOND)).toBe(1);
    expect(await requestsIn(40 * SECOND)).toBe(0);
  });

  test('does not return together with others', async () => {
    ticket = () => Promise.reject(refusal(40 * SECOND));
    random.mockReturnValue(0);
    connection.start();
    await requestsIn(0);
    expect(await requestsIn(41_001)).toBe(1);
    random.mockReturnValue(1);
    connection.startAnew();
    await requestsIn(0);
    expect(await requestsIn(42_900)).toBe(0);
    expect(await requestsIn(200)).toBe(1);
  });
});

test('a server that is down is asked again every few seconds', async () => {
  ticket = () => Promise.reject(new OfflineError());
  connection.start();
  expect(await requestsIn(MINUTE)).toBeGreaterThanOrEqual(7);
  expect(await requestsIn(MINUTE)).toBeLessThanOrEqual(7);
});

test('a ticket that the gateway refuses counts as a refusal', async () => {
  for (let n = 0; n < 6; n++) {
    connection.start();
    await jest.advanceTimersByTimeAsync(0);
    connection.failed(new ConnectionRefused('TOKEN_INVALID'));
  }
  expect(await requestsIn(59 * SECOND)).toBe(0);
  expect(await requestsIn(2 * SECOND)).toBe(1);
});

test('a connection that has lasted is opened again soon, one that is closed at once later', async () => {
  connection.start();
  connection.connected();
  await jest.advanceTimersByTimeAsync(11 * SECOND);
  connection.lost();
  expect(await requestsIn(SECOND)).toBe(1);
  for (let n = 0; n < 4; n++) {
    connection.connected();
    connection.lost();
  }
  expect(await requestsIn(9 * SECOND)).toBe(0);
  expect(await requestsIn(2 * SECOND)).toBe(1);
});

test('a ticket that arrives after another attempt began is not used', async () => {
  const answers: ((ticket: string) => void)[] = [];
  ticket = () => new Promise((resolve) => answers.push(resolve));
  connection.start();
  connection.startAnew();
  answers[0]?.('first');
  answers[1]?.('second');
  await jest.advanceTimersByTimeAsync(0);
  expect(opened).toEqual(['second']);
});
