import { describe, expect, it } from '@jest/globals';
import { Lanes } from './lanes.js';

describe('lanes', () => {
  let log: string[] = [];
  let ends: Map<string, () => void>;

  /** Lanes whose turns are written to the log, and last until `end` ends them. */
  function open(): Lanes<string> {
    log = [];
    ends = new Map();
    return new Lanes<string>((together) => {
      const turn = together.join('+');
      log.push(turn);
      return new Promise((resolve) => ends.set(turn, resolve));
    });
  }
  const moment = () => new Promise<void>((resolve) => setImmediate(resolve));
  async function end(turn: string): Promise<void> {
    ends.get(turn)?.();
    await moment();
  }

  it('let work on one key wait its turn, and work on another key pass', async () => {
    const lanes = open();
    lanes.join(['1'], 'a');
    await moment();
    lanes.join(['1', '2'], 'b');
    lanes.join(['3'], 'c');
    lanes.join(['2'], 'd');
    await moment();
    expect(log).toEqual(['a', 'c']);
    await end('a');
    expect(log).toEqual(['a', 'c', 'b']);
    await end('b');
    expect(log).toEqual(['a', 'c', 'b', 'd']);
  });

  it('never wait in a circle', async () => {
    const lanes = open();
    lanes.join(['x', 'y'], 'a');
    lanes.join(['z', 'y'], 'b');
    lanes.join(['z', 'x'], 'c');
    await moment();
    for (const turn of ['a', 'b', 'c']) await end(turn);
    expect(log).toEqual(['a', 'b', 'c']);
  });

  it('give those one turn who wait for the same, eight at the most', async () => {
    const lanes = open();
    lanes.join(['x', 'y'], 'first');
    await moment();
    for (const name of 'abcdefghij') lanes.join(['y', 'x', 'y'], name);
    await end('first');
    expect(log).toEqual(['first', 'a+b+c+d+e+f+g+h']);
    // whoever comes now waits for the next turn
    lanes.join(['x', 'y'], 'k');
    await end('a+b+c+d+e+f+g+h');
    expect(log).toEqual(['first', 'a+b+c+d+e+f+g+h', 'i+j+k']);
  });

  it('do not let those go together who wait for something else as well', async () => {
    const lanes = open();
    lanes.join(['x'], 'first');
    await moment();
    lanes.join(['x', 'y'], 'a');
    lanes.join(['x'], 'b');
    await end('first');
    await end('a');
    expect(log).toEqual(['first', 'a', 'b']);
  });
});
