import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { loadPart } from './load-part';

let served: boolean;
let comes: boolean;
let asked: number;
const load = async () => {
  asked += 1;
  if (!comes) throw new TypeError('Failed to fetch dynamically imported module');
  return 'part';
};

beforeEach(() => {
  jest.useFakeTimers();
  [served, comes, asked] = [false, false, 0];
  globalThis.fetch = async () => {
    if (!served) throw new TypeError('Failed to fetch');
    return { status: 200 } as Response;
  };
});
afterEach(() => {
  jest.useRealTimers();
});

test('a part that comes is asked for once', async () => {
  comes = true;
  await expect(loadPart(load)).resolves.toBe('part');
  expect(asked).toBe(1);
});

test('without a connection a part is asked for every five seconds, and at once when it is back', async () => {
  const part = loadPart(load);
  await jest.advanceTimersByTimeAsync(9_000);
  expect(asked).toBe(2);
  comes = true;
  window.dispatchEvent(new Event('online'));
  await expect(part).resolves.toBe('part');
  expect(asked).toBe(3);
  expect(jest.getTimerCount()).toBe(0);
});

test('a part that failed once beside a server that answers is asked for once more', async () => {
  served = true;
  const part = loadPart(async () => {
    comes = asked > 0;
    return load();
  });
  await expect(part).resolves.toBe('part');
  expect(asked).toBe(2);
});

test('a part that is gone rejects when the page was loaded again for it a moment ago', async () => {
  served = true;
  sessionStorage.setItem('reloadedAt', String(Date.now() - 59_000));
  await expect(loadPart(load)).rejects.toThrow('Failed to fetch dynamically imported module');
  expect(asked).toBe(2);
});
