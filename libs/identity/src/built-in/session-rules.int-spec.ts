import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod';
import { accountSessionsSchema } from '#libs/contracts';
import { totp } from '../testing/authenticator.js';
import { builtIn, ORIGIN, openDatabase } from '../testing/built-in.js';
import type { BuiltInProvider } from './built-in.provider.js';

const PASSWORD = 'a long enough password';
const MINUTE = 60_000;

let database: Awaited<ReturnType<typeof openDatabase>>;
let server: FastifyInstance;
let ended: string[] = [];
let provider: BuiltInProvider;
beforeAll(async () => {
  database = await openDatabase('session-rules');
  provider = builtIn(database.db, {}, { onSessionEnd: async (id) => void ended.push(id) });
  server = Fastify();
  await provider.mount(server);
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});
beforeEach(() => {
  ended = [];
});

const post = (path: string, payload: object, cookie = '') =>
  server.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    headers: { origin: ORIGIN, cookie },
    payload,
  });
const get = (path: string, cookie: string) =>
  server.inject({ method: 'GET', url: `/api/auth${path}`, headers: { cookie } });
const cookieOf = (answer: Awaited<ReturnType<typeof get>>) =>
  answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
const signUp = async (email: string) =>
  cookieOf(await post('/sign-up/email', { email, password: PASSWORD, firstName: 'Ada' }));
const signIn = async (email: string, cookie = '') =>
  cookieOf(await post('/sign-in/email', { email, password: PASSWORD }, cookie));
const isOpen = async (cookie: string) => (await get('/token', cookie)).statusCode === 200;
const sessions = () => database.db().collection('authSessions');

it('a sign-in ends the earlier session of its browser, and none of another one', async () => {
  const phone = await signUp('ada@x.example');
  const desk = await signIn('ada@x.example');
  const deskAgain = await signIn('ada@x.example', desk);
  expect([await isOpen(phone), await isOpen(desk), await isOpen(deskAgain)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(ended).toHaveLength(1);
  // A wrong password does not end the session either.
  await post('/sign-in/email', { email: 'ada@x.example', password: 'a wrong one' }, deskAgain);
  expect(await isOpen(deskAgain)).toBe(true);
});

it('a session ends ninety days after its sign-in, however often it is used', async () => {
  const indexes = await sessions().indexes();
  expect(indexes.find(({ key }) => 'createdAt' in key)?.expireAfterSeconds).toBe(90 * 86_400);
});

describe('the sessions of others', () => {
  it('are ended by who entered the password a short while ago', async () => {
    const email = 'eve@x.example';
    const there = await signUp(email);
    const here = await signIn(email);
    const { sessions: all } = accountSessionsSchema.parse((await get('/sessions', here)).json());
    const [own, other] = [all.find(({ current }) => current), all.find(({ current }) => !current)];
    await sessions().updateMany({}, { $set: { createdAt: new Date(Date.now() - 16 * MINUTE) } });
    for (const [path, body] of [
      ['/sessions/end', { _id: other?._id }],
      ['/sessions/end-others', {}],
    ] as const) {
      const refused = await post(path, body, here);
      expect([path, refused.statusCode, refused.json()]).toEqual([
        path,
        403,
        expect.objectContaining({ code: 'SESSION_NOT_RECENT' }),
      ]);
    }
    expect(await isOpen(there)).toBe(true);
    await post('/sessions/confirm', { password: PASSWORD }, here);
    expect((await post('/sessions/end', { _id: other?._id }, here)).statusCode).toBe(200);
    expect(await isOpen(there)).toBe(false);
    // Ending the current session needs no proof, as signing out needs none.
    await sessions().updateMany({}, { $unset: { provenAt: '' } });
    expect((await post('/sessions/end', { _id: own?._id }, here)).statusCode).toBe(200);
  });

  it('end when the second factor is disabled', async () => {
    const email = 'fay@x.example';
    let here = await signUp(email);
    const enabled = await post('/two-factor/enable', { password: PASSWORD }, here);
    const { totpURI } = z.object({ totpURI: z.string() }).parse(enabled.json());
    here = cookieOf(await post('/two-factor/verify-totp', { code: totp(totpURI) }, here));
    const session = await sessions().findOne({}, { sort: { _id: -1 } });
    const { _id, ...copy } = session ?? {};
    await sessions().insertOne({ ...copy, token: 'there' });
    const disabled = await post('/two-factor/disable', { password: PASSWORD }, here);
    expect(disabled.statusCode).toBe(200);
    expect(await sessions().findOne({ token: 'there' })).toBeNull();
    expect(await isOpen(cookieOf(disabled))).toBe(true);
  });
});

it('the operator ends all sessions at once', async () => {
  const [one, other] = [await signUp('ian@x.example'), await signUp('joy@x.example')];
  const count = await sessions().countDocuments();
  expect(await provider.endAllSessions()).toBe(count);
  expect(ended).toHaveLength(count);
  expect([await isOpen(one), await isOpen(other)]).toEqual([false, false]);
});
