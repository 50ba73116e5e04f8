import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ChunkError, loadChunk, loadPart, OfflineError } from './chunks';

/** The entry script that the server's start page names; null while the server is unreachable. */
let served: string | null;
let loads: boolean;
let attempts: number;
const load = async () => {
  attempts += 1;
  if (!loads) throw new TypeError('Failed to fetch dynamically imported module');
  return 'part';
};

beforeEach(() => {
  jest.useFakeTimers();
  [served, loads, attempts] = [null, false, 0];
  sessionStorage.clear();
  document.head.innerHTML = '<script type="module" src="/assets/1.js"></script>';
  globalThis.fetch = async () => {
    if (served === null) throw new TypeError('Failed to fetch');
    const text = `<script type="module" crossorigin src="${served}"></script>`;
    return { status: 200, ok: true, text: async () => text } as Response;
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

test('a chunk that is blocked is requested three times, with growing pauses', async () => {
  served = '/assets/1.js';
  const rejected = expect(loadChunk(load)).rejects.toThrow(ChunkError);
  const after = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    return attempts;
  };
  expect([await after(0), await after(999), await after(1)]).toEqual([1, 1, 2]);
  expect([await after(2_999), await after(1)]).toEqual([2, 3]);
  await rejected;
  expect(await after(60_000)).toBe(3);
  expect(jest.getTimerCount()).toBe(0);
});

test('without a connection a page is told so at once', async () => {
  await expect(loadChunk(load)).rejects.toThrow(OfflineError);
  expect(attempts).toBe(1);
});

test('without a connection a part is requested every five seconds, and at once when the browser is online', async () => {
  const part = loadPart(load);
  await jest.advanceTimersByTimeAsync(29_000);
  expect(attempts).toBe(6);
  loads = true;
  window.dispatchEvent(new Event('online'));
  await expect(part).resolves.toBe('part');
  expect(attempts).toBe(7);
  expect(jest.getTimerCount()).toBe(0);
});

test('attempts without a connection do not count', async () => {
  const rejected = expect(loadPart(load)).rejects.toThrow(ChunkError);
  await jest.advanceTimersByTimeAsync(9_000);
  expect(attempts).toBe(2);
  served = '/assets/1.js';
  await jest.advanceTimersByTimeAsync(5_000);
  await rejected;
  expect(attempts).toBe(5);
});

test('a chunk that a newer version no longer has reloads the page, once in a minute', async () => {
  served = '/assets/2.js';
  // jsdom reports that it cannot load a page
  const reloads = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  void loadChunk(load);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(attempts).toBe(1);
  expect(reloads).toHaveBeenCalledTimes(1);
  const rejected = expect(loadChunk(load)).rejects.toThrow(ChunkError);
  await jest.advanceTimersByTimeAsync(10_000);
  await rejected;
  expect(reloads).toHaveBeenCalledTimes(1);
  reloads.mockRestore();
});
