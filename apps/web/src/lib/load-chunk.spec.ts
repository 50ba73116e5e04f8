import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { loadChunk, loadChunkNow } from './load-chunk';

let reachable: boolean;
let loads: boolean;
let attempts: number;
const load = async () => {
  attempts += 1;
  if (!loads) throw new TypeError('Failed to fetch dynamically imported module');
  return 'part';
};

beforeEach(() => {
  jest.useFakeTimers();
  [reachable, loads, attempts] = [false, false, 0];
  globalThis.fetch = async () => {
    if (!reachable) throw new TypeError('Failed to fetch');
    return { status: 200 } as Response;
  };
});
afterEach(() => {
  jest.useRealTimers();
});

test('a chunk that loads is requested once', async () => {
  loads = true;
  await expect(loadChunk(load)).resolves.toBe('part');
  expect(attempts).toBe(1);
});

test('without a connection a chunk is requested every five seconds, and at once when the browser is online', async () => {
  const chunk = loadChunk(load);
  await jest.advanceTimersByTimeAsync(9_000);
  expect(attempts).toBe(2);
  loads = true;
  window.dispatchEvent(new Event('online'));
  await expect(chunk).resolves.toBe('part');
  expect(attempts).toBe(3);
  expect(jest.getTimerCount()).toBe(0);
});

test('a chunk that failed once although the server is reachable is requested once more', async () => {
  reachable = true;
  const part = loadChunk(async () => {
    loads = attempts > 0;
    return load();
  });
  await expect(part).resolves.toBe('part');
  expect(attempts).toBe(2);
});

test('a chunk that failed offline, and once more while the connection came back, is requested again', async () => {
  const chunk = loadChunk(async () => {
    // the connection returns between the failure of the second request and the check
    reachable = attempts > 0;
    loads = attempts > 1;
    return load();
  });
  await jest.advanceTimersByTimeAsync(5_000);
  await expect(chunk).resolves.toBe('part');
  expect(attempts).toBe(3);
  expect(sessionStorage.getItem('reloadedAt')).toBeNull();
});

test('a missing chunk rejects when the page was reloaded less than a minute ago', async () => {
  reachable = true;
  sessionStorage.setItem('reloadedAt', String(Date.now() - 59_000));
  await expect(loadChunk(load)).rejects.toThrow('Failed to fetch dynamically imported module');
  expect(attempts).toBe(2);
});

test('without a connection, or a chunk that does not arrive, null says so', async () => {
  await expect(loadChunkNow(load)).resolves.toBeNull();
  const late = loadChunkNow(() => new Promise(() => undefined));
  await jest.advanceTimersByTimeAsync(10_000);
  await expect(late).resolves.toBeNull();
  reachable = true;
  loads = true;
  await expect(loadChunkNow(load)).resolves.toBe('part');
  expect(jest.getTimerCount()).toBe(0);
});
