import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { platformConfigSchema, readConfig } from '#libs/platform';
import { builtIn, openDatabase, REQUIRED, SECRET } from '../testing/built-in.js';
import { ATTEMPT_RULES } from './account-attempts.js';
import type { BuiltInProvider } from './built-in.provider.js';
import { DeviceCookies } from './device-cookies.js';
import { SIGN_IN } from './served-routes.js';

const PASSWORD = 'a long enough password';
const PUBLIC = { NODE_ENV: 'production', PUBLIC_URL: 'https://farm.example' };
const { tries } = ATTEMPT_RULES[SIGN_IN];

let database: Awaited<ReturnType<typeof openDatabase>>;
let server: FastifyInstance;
let provider: BuiltInProvider;
beforeAll(async () => {
  database = await openDatabase('devices');
  server = Fastify();
  provider = builtIn(database.db, PUBLIC);
  await provider.mount(server);
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});

const ask = (path: string, address: string, payload: object, cookie = '') =>
  server.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    remoteAddress: address,
    headers: { origin: PUBLIC.PUBLIC_URL, cookie },
    payload,
  });
type Answer = Awaited<ReturnType<typeof ask>>;
const expectLimited = (answer: Answer) => {
  expect(answer.json()).toMatchObject({ code: 'RATE_LIMITED' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
};

describe('an account whose password strangers guess', () => {
  const EMAIL = 'owner@demo.example';
  /** The cookies by which a browser is known. */
  const deviceOf = (answer: Answer) =>
    answer.cookies
      .filter(({ name }) => name.includes('.device-'))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  let network = 0;
  const from = () => `192.0.2.${++network}`;
  const attempt = (password: string, cookie = '', email = EMAIL) =>
    ask('/sign-in/email', from(), { email, password }, cookie);
  const guess = async (times: number, cookie = '') => {
    const seen: number[] = [];
    while (seen.length < times) seen.push((await attempt('a wrong guess', cookie)).statusCode);
    return seen;
  };
  let known: string;
  beforeAll(async () => {
    await provider.createAccount({ email: EMAIL, password: PASSWORD, name: 'Somebody' });
    const first = await attempt(PASSWORD);
    known = deviceOf(first);
    expect(known).not.toBe('');
    expect(String(first.headers['set-cookie'])).toMatch(
      /__Host-farmgate\.device-\S+ Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict; Secure/,
    );
    expect(String(first.headers['set-cookie'])).not.toContain(EMAIL);
    expect(await guess(tries)).toContain(429);
  });

  it('the owner still gets in on a device that was used before, again and again', async () => {
    expectLimited(await attempt(PASSWORD));
    const again = await attempt(PASSWORD, known);
    expect(again.statusCode).toBe(200);
    expect((await attempt(PASSWORD, deviceOf(again))).statusCode).toBe(200);
  });

  it('a cookie that is forged, of another account or too old is none', async () => {
    const stranger = { email: 'stranger@demo.example', password: PASSWORD };
    const signedUp = await ask('/sign-up/email', from(), { ...stranger, name: 'A Stranger' });
    const [name = '', value = ''] = known.split('=');
    const [id, since, mac = ''] = value.split('.');
    const own = deviceOf(signedUp).split('=')[1] ?? '';
    for (const bad of [own, `${id}x.${since}.${mac}`, `${id}.${since}9.${mac}`, `${id}.${since}.`])
      expectLimited(await attempt(PASSWORD, `${name}=${bad}`));
    const platform = readConfig(platformConfigSchema, {}, { ...REQUIRED, ...PUBLIC });
    const [then, now] = [0, 181 * 86_400_000].map(
      (at) => new DeviceCookies(SECRET, platform, () => at),
    );
    const old = then?.issue(EMAIL);
    expect(then?.deviceIn(old, EMAIL)).not.toBeNull();
    expect(now?.deviceIn(old, EMAIL)).toBeNull();
  });

  it('a known device is limited, too, and no other known one with it', async () => {
    const other = deviceOf(await attempt(PASSWORD, known));
    expect((await guess(tries + 1, other)).filter((status) => status === 429)).toHaveLength(1);
    expectLimited(await attempt(PASSWORD, other));
    expect((await attempt(PASSWORD, known)).statusCode).toBe(200);
  });

  it('a new password by mail makes a device known', async () => {
    await ask('/forgot-password', from(), { email: EMAIL });
    const [id = ''] = (await provider.accountMails.waitingSince(new Date(Date.now() + 1))).slice(
      -1,
    );
    const token = (await provider.accountMails.compose(id))?.path.split('#')[1];
    const choice = { token, newPassword: 'another good password' };
    const chosen = await ask('/new-password', from(), choice);
    expect(chosen.statusCode).toBe(200);
    expectLimited(await attempt('another good password'));
    expect((await attempt('another good password', deviceOf(chosen))).statusCode).toBe(200);
  });
});
