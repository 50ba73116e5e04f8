import { describe, expect, it } from '@jest/globals';
import { Lanes } from './lanes.js';

describe('lanes', () => {
  /** Work that notes when it starts and ends, and ends when told to. */
  function work(log: string[], name: string) {
    let end: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const run = async () => {
      log.push(`${name} starts`);
      await ended;
      log.push(`${name} ends`);
      return name;
    };
    return { run, end };
  }

  it('lets work on one key wait its turn, and work on another key pass', async () => {
    const lanes = new Lanes();
    const log: string[] = [];
    const [a, b, c] = [work(log, 'a'), work(log, 'b'), work(log, 'c')];
    const results = [
      lanes.run(['1'], a.run),
      lanes.run(['1', '2'], b.run),
      lanes.run(['3'], c.run),
    ];
    c.end();
    b.end();
    await results[2];
    expect(log).not.toContain('b starts');
    a.end();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
    expect(log.indexOf('b starts')).toBeGreaterThan(log.indexOf('a ends'));
  });

  it('goes on behind work that failed, and never waits in a circle', async () => {
    const lanes = new Lanes();
    const failing = lanes.run(['x', 'y'], async () => {
      throw new Error('no');
    });
    const behind = lanes.run(['y', 'x'], async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await behind).toBe('done');
  });
});
