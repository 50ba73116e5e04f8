import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { deep, Marketplace, serverProgram, startBuilt, TestProcess } from '#libs/testing';

const folder = mkdtempSync(join(tmpdir(), 'farmgate-settings-'));
const SIZE = ['--products', '1', '--orders', '1', '--users', '3'];
const PROCESSES = ['api', 'gateway', 'worker', 'standalone'];
const COMMANDS: [string, string[]][] = [
  ['backup', ['--to', join(folder, 'backup')]],
  ['restore', ['--from', join(folder, 'backup')]],
  ['seed', SIZE],
  ['rebuild', []],
  ['end-sessions', []],
];
const WRONG = {
  PORT: 'front-door',
  REDIS_URL: 'http://someone:hunter2@redis',
  TICKET_SECRET: 'hunter2',
  NODE_ENV: 'staging',
};

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await market.close();
});

const started: ChildProcess[] = [];

/** Starts a program with these settings over good ones; resolves when it has ended. */
function start(program: string, args: string[], settings: Record<string, string>) {
  const { child, ended } = startBuilt(serverProgram(program), args, {
    NODE_OPTIONS: '--enable-source-maps',
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    MONGODB_URI: market.engines.mongodbUri,
    REDIS_URL: market.engines.redisUrl,
    TICKET_SECRET: market.secret,
    AUTH_SECRET: market.secret,
    LOG_LEVEL: 'silent',
    ...settings,
  });
  started.push(child);
  return ended;
}

describe.each<[string, string[]]>([
  ...PROCESSES.map((name): [string, string[]] => [name, []]),
  ...COMMANDS,
])('%s', (program, args) => {
  const test = ['standalone', 'seed'].includes(program) ? it : deep;
  test('lists what is wrong with its settings, and what is expected, and ends with 1', async () => {
    const { said, code } = await start(program, args, WRONG);
    expect(said.trim().split('\n').sort()).toEqual(
      [
        '  NODE_ENV: "staging" is wrong; it must be one of development, test, production',
        '  PORT: "front-door" is wrong; it must be a whole number from 0 to 65535',
        '  REDIS_URL: its value is wrong; it must be a redis:// address',
        expect.stringMatching(
          /^ {2}TICKET_SECRET: its value is wrong; it must have at least 32 char/,
        ),
        'These settings are wrong; .env.example describes them:',
      ].sort(),
    );
    expect(code).toBe(1);
  });
});

describe('a process', () => {
  it('names a setting that is missing', async () => {
    const { said, code } = await start('worker', [], { AUTH_SECRET: '', TICKET_SECRET: '' });
    expect(said).toMatch(/^ {2}TICKET_SECRET: is not set; it must have at least 32 characters/m);
    expect(said).toMatch(/^ {2}AUTH_SECRET: is not set; /m);
    expect(code).toBe(1);
  });

  it('names what a bucket lacks', async () => {
    const { said, code } = await start('api', [], { S3_BUCKET: 'pictures', S3_REGION: 'x' });
    expect(said).toMatch(/^ {2}S3_ENDPOINT: is not set; S3_BUCKET needs it$/m);
    expect(said).not.toMatch(/^ {4}at /m);
    expect(code).toBe(1);
  });

  it('says that its port is in use, or that its host is none of this machine', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const taken = await start('gateway', [], { PORT: String(port) });
    server.close();
    expect(taken).toEqual({ code: 1, said: expect.stringMatching(/^Port \d+ is in use; .*\n$/) });
    const elsewhere = await start('gateway', [], { HOST: '192.0.2.1' });
    expect(elsewhere).toEqual({
      code: 1,
      said: 'HOST: 192.0.2.1 is not an address of this machine\n',
    });
  });

  it('says that its AUTH_SECRET is another than that of the stored keys', async () => {
    const first = await TestProcess.start('api', market);
    await first.signal('SIGTERM');
    const { said, code } = await start('api', [], { AUTH_SECRET: 'another'.repeat(5) });
    expect(said).toMatch(/^AUTH_SECRET is not the one .*\n$/);
    expect(code).toBe(1);
  });
});
