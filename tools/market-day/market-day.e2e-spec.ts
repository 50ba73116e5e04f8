import { expect, it } from '@jest/globals';
import { runBuilt } from '#libs/testing';

const marketDay = (...args: string[]) => runBuilt('dist/tools/market-day/main.js', ...args);

it('ends with every screen equal to the API, by events alone', async () => {
  const { said, code } = await marketDay(
    ...['--customers', '4', '--farms', '3', '--minutes', '0.15', '--seed', '7'],
  );
  expect(said).toMatch(/\d+ screens, 0 differences, 0 failures/);
  expect(said).toContain('screens fetched again: 0; read anew after a gap: 0');
  // without any order the check would prove nothing
  const placed = [...said.matchAll(/orders (\d+) /g)].at(-1)?.[1];
  expect(Number(placed)).toBeGreaterThan(0);
  expect(said).toMatch(/\bpay \d+/);
  expect(said).toMatch(/\b(accepted|packed) by a packer \d+/);
  expect(code).toBe(0);
});

it('says what is wrong with how it was called', async () => {
  const { said, code } = await marketDay('--customers', 'many');
  expect(said).toContain('usage: npm run market-day');
  expect(code).toBe(1);
});
