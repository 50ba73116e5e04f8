import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = join(ROOT, 'dist/market-day/main.js');

/** A short market day in processes of their own; answers what was said, and the exit code. */
async function marketDay(...args: string[]): Promise<{ said: string; code: unknown }> {
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

it('ends with every screen as the shop tells it, by events alone', async () => {
  const { said, code } = await marketDay(
    ...['--customers', '4', '--farms', '3', '--minutes', '0.07', '--seed', '7'],
  );
  expect(said).toMatch(/\d+ screens, 0 differences, 0 failures/);
  expect(said).toContain('screens fetched again: 0; read anew after a gap: 0');
  // it is no proof if nothing happened
  const placed = [...said.matchAll(/orders (\d+) /g)].at(-1)?.[1];
  expect(Number(placed)).toBeGreaterThan(0);
  expect(code).toBe(0);
}, 240_000);

it('says what is wrong with how it was called', async () => {
  const { said, code } = await marketDay('--customers', 'many');
  expect(said).toContain('usage: npm run market-day');
  expect(code).toBe(1);
});
