import { expect, it } from '@jest/globals';
import { runBuilt } from '#libs/testing';

const chaos = (...args: string[]) => runBuilt('dist/tools/chaos/main.js', ...args);

it('loses nothing and does nothing twice when Redis and MongoDB are killed amid the trade', async () => {
  const { said, code } = await chaos(
    ...['--minutes', '0.15', '--seed', '6', '--customers', '8', '--farms', '3'],
  );
  expect(said).toMatch(/\d+ orders, \d+ screens, 0 differences/);
  // it is no proof if nothing happened
  for (const kill of ['redis', 'mongo']) expect(said).toContain(`kill: ${kill} `);
  const placed = /(\d+) orders, /.exec(said)?.[1];
  expect(Number(placed)).toBeGreaterThan(0);
  expect(code).toBe(0);
}, 240_000);

it('says what is wrong with how it was called', async () => {
  const { said, code } = await chaos('--seed', 'luck');
  expect(said).toContain('usage: npm run chaos');
  expect(code).toBe(1);
});
