import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'dist/market-day/chaos.js');

/** A short run in processes of its own; answers what was said, and the exit code. */
async function chaos(...args: string[]): Promise<{ said: string; code: unknown }> {
  if (!existsSync(MAIN)) throw new Error('The market day is not built: npm run build');
  const { NODE_OPTIONS: _options, NODE_ENV: _env, ...env } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: ROOT, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  const [code] = (await once(child, 'exit')) as unknown[];
  return { said, code };
}

it('loses nothing and does nothing twice when Redis and MongoDB are killed amid the trade', async () => {
  const { said, code } = await chaos(
    ...['--minutes', '0.15', '--seed', '25', '--customers', '8', '--farms', '3'],
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
