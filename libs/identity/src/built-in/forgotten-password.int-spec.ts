import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { problemSchema } from '#libs/contracts';
import { createLogger } from '#libs/platform';
import { builtIn, ORIGIN, openDatabase } from '../testing/built-in.js';
import { ATTEMPT_RULES } from './account-attempts.js';
import type { BuiltInProvider } from './built-in.provider.js';
import { FORGOT_PASSWORD } from './served-routes.js';

const OLD = 'a long enough password';
const NEW = 'another good password';

let database: Awaited<ReturnType<typeof openDatabase>>;
let provider: BuiltInProvider;
let server: FastifyInstance;
const log: string[] = [];
/** Ids of queued mails, oldest first. */
const queued: string[] = [];
/** Whether Redis accepts jobs. */
let queueIsAvailable = true;

/** Another process on the same database. */
async function open(
  settings: Record<string, string> = {},
): Promise<[BuiltInProvider, FastifyInstance]> {
  const one = builtIn(database.db, settings, {
    logger: createLogger('info', 'test', { write: (line) => void log.push(line) }),
    queueMail: async (id) => {
      if (!queueIsAvailable) throw new Error('Redis is unavailable');
      queued.push(id);
    },
  });
  const fastify = Fastify();
  await one.mount(fastify);
  return [one, fastify];
}

beforeAll(async () => {
  database = await openDatabase('forgotten');
  [provider, server] = await open();
});
beforeEach(() => {
  queued.length = 0;
  queueIsAvailable = true;
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});

const post = (path: string, payload: object, cookie = '', to = server) =>
  to.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    headers: { origin: ORIGIN, cookie },
    payload,
  });
type Answer = Awaited<ReturnType<typeof post>>;
const codeOf = (answer: Answer) => problemSchema.parse(answer.json()).code;
const cookieOf = (answer: Answer) =>
  answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
const signUp = async (email: string) => {
  const answer = await post('/sign-up/email', { email, password: OLD, name: 'Ada' });
  // The mail of the sign-up is not part of these tests.
  queued.length = 0;
  return answer;
};
const signIn = (email: string, password: string) => post('/sign-in/email', { email, password });
const ask = (email: string) => post(FORGOT_PASSWORD, { email });
const choose = (token: string, newPassword = NEW) => post('/new-password', { token, newPassword });
const alive = async (cookie: string) =>
  (await server.inject({ url: '/api/auth/token', headers: { cookie } })).statusCode === 200;
/** Requests a mail and returns the secret of its link. */
async function linkFor(email: string): Promise<string> {
  await ask(email);
  const mail = await provider.accountMails.compose(queued.at(-1) ?? '');
  expect(mail).toMatchObject({ kind: 'password-reset', to: email });
  return mail?.path.split('#')[1] ?? '';
}

describe('a forgotten password', () => {
  it('is replaced with a mailed link, which ends every session and sends a notice by mail', async () => {
    const first = cookieOf(await signUp('ada@x.example'));
    const second = cookieOf(await signIn('ada@x.example', OLD));
    const { token: bearer } = (
      await server.inject({ url: '/api/auth/token', headers: { cookie: second } })
    ).json<{ token: string }>();
    await provider.verify(bearer);
    const token = await linkFor('ada@x.example');
    expect(await alive(first)).toBe(true);
    expect((await choose(token)).statusCode).toBe(200);
    expect([await alive(first), await alive(second)]).toEqual([false, false]);
    await expect(provider.verify(bearer)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    expect((await signIn('ada@x.example', OLD)).statusCode).toBe(401);
    expect((await signIn('ada@x.example', NEW)).statusCode).toBe(200);
    const notice = await provider.accountMails.compose(queued.at(-1) ?? '');
    expect(notice).toMatchObject({ kind: 'password-changed', to: 'ada@x.example' });
    expect(notice?.path).not.toContain('#');
  });

  it('has a link that works once, also for five concurrent requests', async () => {
    await signUp('bo@x.example');
    const token = await linkFor('bo@x.example');
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => choose(token, `${NEW} ${n}`)));
    const done = answers.filter(({ statusCode }) => statusCode === 200);
    expect(done).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
      expect(codeOf(answer)).toBe('LINK_INVALID');
    expect(codeOf(await choose(token))).toBe('LINK_INVALID');
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200) + 1;
    expect((await signIn('bo@x.example', `${NEW} ${winner}`)).statusCode).toBe(200);
  });

  it('is not replaced with a link that is expired, forged, superseded or revoked', async () => {
    const cookie = cookieOf(await signUp('cy@x.example'));
    const [expired, other, revoked] = [
      await linkFor('cy@x.example'),
      await linkFor('cy@x.example'),
      await linkFor('cy@x.example'),
    ];
    await database.connection
      .collection('authLinks')
      .updateOne({ mailId: queued[0] }, { $set: { expiresAt: new Date() } });
    expect(codeOf(await choose(expired))).toBe('LINK_INVALID');
    for (const token of ['x', `${other}x`, other.slice(1), other.toUpperCase(), '__proto__'])
      expect([token, codeOf(await choose(token))]).toEqual([token, 'LINK_INVALID']);
    expect(codeOf(await post('/new-password', { token: { $ne: '' }, newPassword: NEW }))).toBe(
      'VALIDATION_FAILED',
    );
    // The hash in the database is not a valid secret.
    const stored = await database.connection.collection('authLinks').findOne({ mailId: queued[1] });
    expect(codeOf(await choose(String(stored?._id)))).toBe('LINK_INVALID');
    // Composing a mail again replaces its link, and a changed password revokes all links.
    const again = await provider.accountMails.compose(queued[1] ?? '');
    expect(codeOf(await choose(other))).toBe('LINK_INVALID');
    const change = { currentPassword: OLD, newPassword: NEW };
    expect((await post('/change-password', change, cookie)).statusCode).toBe(200);
    for (const token of [revoked, again?.path.split('#')[1] ?? ''])
      expect(codeOf(await choose(token, 'a third good password'))).toBe('LINK_INVALID');
    expect(await provider.accountMails.compose(queued.at(-1) ?? '')).toMatchObject({
      kind: 'password-changed',
    });
    expect((await signIn('cy@x.example', NEW)).statusCode).toBe(200);
  });

  it('is replaced for the account of the link only', async () => {
    await signUp('di@x.example');
    const stranger = cookieOf(await signUp('eve@x.example'));
    const token = await linkFor('di@x.example');
    await post('/new-password', { token, newPassword: NEW }, stranger);
    expect((await signIn('eve@x.example', OLD)).statusCode).toBe(200);
    expect((await signIn('di@x.example', NEW)).statusCode).toBe(200);
  });

  it('cannot be replaced with a weak password, and the link stays valid then', async () => {
    await signUp('fay@x.example');
    const token = await linkFor('fay@x.example');
    for (const bad of ['short', 'farmgate12345', 'password1234', 'x'.repeat(129)])
      expect(codeOf(await choose(token, bad))).toBe('VALIDATION_FAILED');
    expect((await choose(token)).statusCode).toBe(200);
  });
});

describe('requesting a link', () => {
  it('has the same response and work whether or not the account exists', async () => {
    await signUp('gus@x.example');
    const answers = [await ask('gus@x.example'), await ask('nobody@x.example')];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, '{"status":true}'],
      [200, '{"status":true}'],
    ]);
    // Both are queued; the account is looked up when the mail is composed.
    expect(queued).toHaveLength(2);
    expect(await provider.accountMails.compose(queued[0] ?? '')).not.toBeNull();
    expect(await provider.accountMails.compose(queued[1] ?? '')).toBeNull();
    const waiting = await database.connection.collection('authMails').distinct('email');
    expect(waiting).toContain('gus@x.example');
    expect(waiting).not.toContain('nobody@x.example');
  });

  it('survives an unavailable Redis, and reveals no secret or address', async () => {
    queueIsAvailable = false;
    log.length = 0;
    await signUp('hal@x.example');
    expect((await ask('Hal@x.example')).statusCode).toBe(200);
    expect(queued).toEqual([]);
    const [id = ''] = (await provider.accountMails.waitingSince(new Date(Date.now() + 1))).slice(
      -1,
    );
    const token = (await provider.accountMails.compose(id))?.path.split('#')[1] ?? '';
    expect(token).toHaveLength(43);
    await choose(token);
    await provider.accountMails.done(id);
    expect(await provider.accountMails.compose(id)).toBeNull();
    const lines = log.map((line) => JSON.parse(line) as { did?: string; account?: string | null });
    expect(lines).toMatchObject([
      { did: '/sign-up/email' },
      { did: '/forgot-password', account: null },
      { did: '/new-password', account: expect.stringMatching(/^[0-9a-f]{24}$/) },
    ]);
    for (const secret of [token, 'hal@x.example', NEW]) expect(log.join('')).not.toContain(secret);
    for (const name of ['authMails', 'authLinks', 'authVerifications'])
      expect(
        JSON.stringify(await database.connection.collection(name).find().toArray()),
      ).not.toContain(token);
  });

  it('is limited per e-mail address and per client, whether or not the account exists', async () => {
    const [, limited] = await open({ NODE_ENV: 'production', PUBLIC_URL: ORIGIN });
    const from = (remoteAddress: string, email: string) =>
      limited.inject({
        method: 'POST',
        url: `/api/auth${FORGOT_PASSWORD}`,
        remoteAddress,
        headers: { origin: ORIGIN },
        payload: { email },
      });
    for (const email of ['ada@x.example', 'nobody.at.all@x.example']) {
      const { tries } = ATTEMPT_RULES[FORGOT_PASSWORD];
      for (let n = 1; n <= tries; n++)
        expect((await from(`198.51.100.${n}`, email)).statusCode).toBe(200);
      const tooMany = await from('198.51.100.99', email);
      expect([tooMany.statusCode, codeOf(tooMany)]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(0);
    }
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await from('203.0.113.1', `list${n}@x.example`)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await limited.close();
  });
});
