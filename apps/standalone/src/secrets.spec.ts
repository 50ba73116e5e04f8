import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { secretsOf } from './secrets.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'farmgate-secrets-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

it('are the same for all who ask at once, complete, and for their owner only', async () => {
  const dataDir = join(home, 'data');
  const found = await Promise.all(Array.from({ length: 40 }, () => secretsOf(dataDir)));
  expect(new Set(found.map(({ AUTH_SECRET }) => AUTH_SECRET)).size).toBe(1);
  expect(await secretsOf(dataDir)).toEqual(found[0]);
  expect(await readdir(dataDir)).toEqual(['secrets.json']);
  const modes = [dataDir, join(dataDir, 'secrets.json')].map(
    async (path) => (await stat(path)).mode,
  );
  expect((await Promise.all(modes)).map((mode) => (mode & 0o777).toString(8))).toEqual([
    '700',
    '600',
  ]);
});
