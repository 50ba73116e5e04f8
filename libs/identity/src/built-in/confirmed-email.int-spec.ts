import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod';
import { accountSchema, problemSchema } from '#libs/contracts';
import { builtIn, ORIGIN, openDatabase } from '../testing/built-in.js';
import type { BuiltInProvider } from './built-in.provider.js';

const PASSWORD = 'a long enough password';

let database: Awaited<ReturnType<typeof openDatabase>>;
let provider: BuiltInProvider;
let server: FastifyInstance;
/** Ids of queued mails, oldest first. */
const queued: string[] = [];

beforeAll(async () => {
  database = await openDatabase('confirmed');
  provider = builtIn(
    database.db,
    {},
    {
      queueMail: async (id) => void queued.push(id),
    },
  );
  server = Fastify();
  await provider.mount(server);
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});

const post = (path: string, payload: object, cookie = '') =>
  server.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    headers: { origin: ORIGIN, cookie },
    payload,
  });
const get = (path: string, cookie: string) =>
  server.inject({ url: `/api/auth${path}`, headers: { cookie } });
type Answer = Awaited<ReturnType<typeof post>>;
const codeOf = (answer: Answer) => problemSchema.parse(answer.json()).code;
const signUp = async (email: string) => {
  const answer = await post('/sign-up/email', { email, password: PASSWORD, name: 'Ada' });
  return answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
};
const isVerified = async (cookie: string) =>
  accountSchema.parse((await get('/account', cookie)).json()).emailVerified;
const composeNewest = () => provider.accountMails.compose(queued.at(-1) ?? '');
const newestLink = async () => (await composeNewest())?.path.split('#')[1] ?? '';
const confirm = (token: string, cookie = '', password?: string) =>
  post('/confirm-email', { token, password }, cookie);

describe('an e-mail address', () => {
  it('is confirmed once by the link that is mailed at sign-up, and is verified in tokens then', async () => {
    const cookie = await signUp('ada@x.example');
    expect(await isVerified(cookie)).toBe(false);
    expect(await composeNewest()).toMatchObject({
      kind: 'email-confirmation',
      to: 'ada@x.example',
    });
    const token = await newestLink();
    const answers = await Promise.all([1, 2, 3].map(() => confirm(token, cookie)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
    expect(await isVerified(cookie)).toBe(true);
    const bearer = z.object({ token: z.string() }).parse((await get('/token', cookie)).json());
    expect(await provider.verify(bearer.token)).toMatchObject({ emailVerified: true });
  });

  it('is not confirmed by the link alone, nor in the session of another account', async () => {
    const own = await signUp('bo@x.example');
    const token = await newestLink();
    const stranger = await signUp('cy@x.example');
    for (const cookie of ['', stranger]) {
      const refused = await confirm(token, cookie);
      expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'PASSWORD_REQUIRED']);
      const guessed = await confirm(token, cookie, 'not the password');
      expect(problemSchema.parse(guessed.json())).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ path: 'password' }],
      });
    }
    expect([await isVerified(own), await isVerified(stranger)]).toEqual([false, false]);
    // The link was not used up.
    expect((await confirm(token, own)).statusCode).toBe(200);
    expect([await isVerified(own), await isVerified(stranger)]).toEqual([true, false]);
  });

  it('is confirmed without a session by the password of its account', async () => {
    const cookie = await signUp('ida@x.example');
    const token = await newestLink();
    expect((await confirm(token, '', PASSWORD)).statusCode).toBe(200);
    // A session that was not part of the proof has ended.
    expect((await get('/account', cookie)).statusCode).toBe(401);
    const users = database.connection.collection('authUsers');
    expect(await users.findOne({ email: 'ida@x.example' })).toMatchObject({ emailVerified: true });
    expect(codeOf(await confirm(token, '', PASSWORD))).toBe('LINK_INVALID');
  });

  it('is not confirmed by a link that is expired, forged, or for another purpose', async () => {
    const cookie = await signUp('di@x.example');
    const token = await newestLink();
    await post('/forgot-password', { email: 'di@x.example' });
    const reset = await newestLink();
    for (const bad of ['x', `${token}x`, token.slice(1), reset])
      expect([bad, codeOf(await confirm(bad, cookie))]).toEqual([bad, 'LINK_INVALID']);
    // A confirmation link cannot set a new password either.
    const choice = { token, newPassword: 'another good password' };
    expect(codeOf(await post('/new-password', choice))).toBe('LINK_INVALID');
    await database.connection
      .collection('authLinks')
      .updateMany({}, { $set: { expiresAt: new Date() } });
    expect(codeOf(await confirm(token, cookie))).toBe('LINK_INVALID');
    expect(await isVerified(cookie)).toBe(false);
  });

  it('gets another mail on request of its owner only, until it is confirmed', async () => {
    const cookie = await signUp('eve@x.example');
    const again = (email: string, sentCookie = cookie) =>
      post('/send-confirmation', { email }, sentCookie).then(({ statusCode }) => statusCode);
    const before = queued.length;
    expect(await again('eve@x.example')).toBe(200);
    expect(queued.length).toBe(before + 1);
    expect(await again('ada@x.example')).toBe(403);
    expect(await again('eve@x.example', '')).toBe(401);
    expect((await confirm(await newestLink(), cookie)).statusCode).toBe(200);
    expect(await again('eve@x.example')).toBe(200);
    expect(queued.length).toBe(before + 1);
  });

  it('is confirmed by a password reset by mail, and not by a changed password', async () => {
    const cookie = await signUp('fay@x.example');
    const change = { currentPassword: PASSWORD, newPassword: 'another good password' };
    await post('/change-password', change, cookie);
    expect(await isVerified(cookie)).toBe(false);
    await post('/forgot-password', { email: 'fay@x.example' });
    await post('/new-password', { token: await newestLink(), newPassword: PASSWORD });
    const user = await database.connection
      .collection('authUsers')
      .findOne({ email: 'fay@x.example' });
    expect(user?.emailVerified).toBe(true);
  });

  it('is told apart from others, so that mails about orders go to confirmed addresses only', async () => {
    const cookie = await signUp('kay@x.example');
    await signUp('lou@x.example');
    await post('/send-confirmation', { email: 'kay@x.example' }, cookie);
    await confirm(await newestLink(), cookie);
    const asked = ['kay@x.example', 'lou@x.example', 'nobody@x.example'];
    expect([...(await provider.accountMails.confirmed(asked))]).toEqual(['kay@x.example']);
  });

  it('gets no mail for a rejected sign-up', async () => {
    await signUp('gus@x.example');
    const before = queued.length;
    await signUp('gus@x.example');
    expect(queued.length).toBe(before);
  });
});
