import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pushConfigSchema } from '#libs/notifications';
import { readConfig } from '#libs/platform';
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
  expect(await readdir(dataDir)).toEqual(['push-keys.json', 'secrets.json']);
  const modes = ['', 'push-keys.json', 'secrets.json'].map(
    async (name) => (await stat(join(dataDir, name))).mode,
  );
  expect((await Promise.all(modes)).map((mode) => (mode & 0o777).toString(8))).toEqual([
    '700',
    '600',
    '600',
  ]);
});

it('have a key pair for pushes, which an older data directory gets too', async () => {
  const dataDir = join(home, 'older');
  const { AUTH_SECRET, TICKET_SECRET } = await secretsOf(join(home, 'made'));
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify({ AUTH_SECRET, TICKET_SECRET }));
  const found = await secretsOf(dataDir);
  expect(found).toMatchObject({ AUTH_SECRET, TICKET_SECRET });
  expect(readConfig(pushConfigSchema, {}, found)).toMatchObject({
    VAPID_PUBLIC_KEY: found.VAPID_PUBLIC_KEY,
  });
});
