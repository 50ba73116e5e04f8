import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.js';

describe('a keyed mutex', () => {
  let mutex: KeyedMutex;
  let log: string[];
  let ends: Map<string, () => void>;
  beforeEach(() => {
    mutex = new KeyedMutex();
    [log, ends] = [[], new Map()];
  });

  /** Work that appends its name to `log` when it begins, and lasts until `end(name)`. */
  const run = (keys: readonly string[], name: string) =>
    mutex.run(keys, () => {
      log.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const moment = () => new Promise<void>((resolve) => setImmediate(resolve));
  async function end(name: string): Promise<void> {
    ends.get(name)?.();
    await moment();
  }

  it('runs work on one key one after the other, and work on another key at once', async () => {
    void run(['1'], 'a');
    void run(['1', '2'], 'b');
    void run(['3'], 'c');
    void run(['2'], 'd');
    await moment();
    expect(log).toEqual(['a', 'c']);
    await end('a');
    expect(log).toEqual(['a', 'c', 'b']);
    await end('b');
    expect(log).toEqual(['a', 'c', 'b', 'd']);
  });

  it('never deadlocks', async () => {
    void run(['x', 'y'], 'a');
    void run(['z', 'y'], 'b');
    void run(['z', 'x', 'z'], 'c');
    await moment();
    for (const name of ['a', 'b', 'c']) await end(name);
    expect(log).toEqual(['a', 'b', 'c']);
  });

  it('answers each with its own result, and goes on after a failure', async () => {
    const failing = mutex.run(['x'], () => Promise.reject(new Error('refused')));
    const next = run(['x'], 'next');
    await expect(failing).rejects.toThrow('refused');
    await moment();
    await end('next');
    expect(await next).toBe('next');
  });
});
