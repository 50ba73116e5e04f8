import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { problemSchema } from '#libs/contracts';
import { builtIn, openDatabase } from '../testing/built-in.js';
import { AccountAttempts, ATTEMPT_RULES } from './account-attempts.js';
import { SIGN_IN } from './served-routes.js';

const PASSWORD = 'a long enough password';

type Server = ReturnType<typeof Fastify>;

let database: Awaited<ReturnType<typeof openDatabase>>;
const db = () => database.db();
const process_ = (settings: Record<string, string> = {}) => builtIn(db, settings);

beforeAll(async () => {
  database = await openDatabase('operation');
});

afterAll(async () => {
  await database?.close();
});

describe('accounts created by the operator', () => {
  const account = { email: 'Farmer@demo.example', password: PASSWORD, name: 'Fred Farmer' };

  it('are created once, also by processes that start concurrently, and keep their password', async () => {
    const [one, other] = [process_(), process_()];
    const subjects = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? one : other).createAccount(account)),
    );
    expect(new Set(subjects).size).toBe(1);
    const again = await one.createAccount({ ...account, password: 'another password' });
    expect(again).toBe(subjects[0]);

    const { token, cookies } = await one.signInDirectly(account);
    expect(await other.verify(token)).toEqual({
      subject: again,
      sessionId: expect.any(String),
      email: 'farmer@demo.example',
      emailVerified: true,
      firstName: 'Fred',
      lastName: 'Farmer',
      imageUrl: null,
      proof: { secondFactor: false, at: expect.any(Date), codeAt: new Date(0) },
    });
    expect(cookies[0]).toMatch(/^farmgate-4321\.session_token=/);
  });

  it('must meet the password rules of a sign-up', async () => {
    await expect(process_().createAccount({ ...account, password: 'short' })).rejects.toMatchObject(
      {
        code: 'VALIDATION_FAILED',
        errors: [{ path: 'password' }],
      },
    );
  });

  it('reject a wrong password', async () => {
    const wrong = { email: account.email, password: 'not the password' };
    await expect(process_().signInDirectly(wrong)).rejects.toMatchObject({
      code: 'SIGN_IN_FAILED',
    });
  });

  it('exist from the start for ADMIN_EMAILS, with verified addresses', async () => {
    const provider = process_({
      ADMIN_EMAILS: 'Owner@farm.example',
      ADMIN_PASSWORD: 'the owner knows this',
    });
    await provider.mount(Fastify());
    const { token } = await provider.signInDirectly({
      email: 'owner@farm.example',
      password: 'the owner knows this',
    });
    expect(await provider.verify(token)).toMatchObject({
      email: 'owner@farm.example',
      emailVerified: true,
    });
  });
});

describe('several processes', () => {
  it('accept a token signed with a key that another process created later', async () => {
    const [one, other] = [process_(), process_()];
    const account = { email: 'late@demo.example', password: PASSWORD, name: 'Late' };
    await one.createAccount(account);
    await one.verify((await one.signInDirectly(account)).token);
    // The key expires: the next signer creates a new one, which the first process has not loaded.
    await database.connection
      .collection('authKeys')
      .updateMany({}, { $set: { expiresAt: new Date() } });
    const { token } = await other.signInDirectly(account);
    expect(await one.verify(token)).toMatchObject({ email: 'late@demo.example' });
  });

  it('fail at start when their secret does not match the keys', async () => {
    const stranger = process_({ AUTH_SECRET: 'Another-Secret-Of-Thirty-Two-Chars!' });
    await expect(stranger.mount(Fastify())).rejects.toThrow('AUTH_SECRET is not the one');
  });
});

describe('a public installation', () => {
  const PUBLIC = { NODE_ENV: 'production', PUBLIC_URL: 'https://farm.example' };
  const ask = (server: Server, path: string, address: string, payload: object) =>
    server.inject({
      method: 'POST',
      url: `/api/auth${path}`,
      remoteAddress: address,
      headers: {
        origin: 'https://farm.example',
        // Forged address headers must not give a caller new attempts.
        'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * 250)}`,
        'x-farmgate-client-address': `10.0.1.${Math.floor(Math.random() * 250)}`,
      },
      payload,
    });
  const signIn = (server: Server, address: string, email: string, password = PASSWORD) =>
    ask(server, '/sign-in/email', address, { email, password });
  const statuses = async (times: number, call: (n: number) => ReturnType<typeof ask>) => {
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let n = 0; n < times; n++) answers.push(await call(n));
    const last = answers.at(-1);
    return { statuses: answers.map(({ statusCode }) => statusCode), first: answers[0], last };
  };
  let server: Server;
  beforeAll(async () => {
    server = Fastify();
    const provider = process_(PUBLIC);
    await provider.mount(server);
    for (const email of ['farmer@demo.example', 'guessed@demo.example', 'other@demo.example'])
      await provider.createAccount({ email, password: PASSWORD, name: 'Somebody' });
  });
  afterAll(() => server.close());
  const expectLimited = (answer: Awaited<ReturnType<typeof ask>> | undefined) => {
    expect(answer?.json()).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(answer?.headers['retry-after'])).toBeGreaterThan(0);
  };

  it('says which setting is missing to a page of an address that it does not know', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { host: 'farm.local:3000', origin: 'http://farm.local:3000' },
      payload: { email: 'farmer@demo.example', password: PASSWORD },
    });
    const { status, code, message, detail } = problemSchema.parse(answer.json());
    expect({ status, code }).toEqual({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
    for (const text of [message, detail]) expect(text).toMatch(/PUBLIC_URL.*ALLOWED_ORIGINS/);
  });

  it('sets secure cookies and limits attempts per address', async () => {
    const {
      statuses: seen,
      first,
      last,
    } = await statuses(22, (n) =>
      signIn(server, '203.0.113.7', n < 11 ? 'farmer@demo.example' : 'other@demo.example'),
    );
    expect(first?.headers['set-cookie']).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^__Host-farmgate\.session_token=.*Path=\/;.*Secure/),
      ]),
    );
    expect(seen).toEqual([...Array<number>(20).fill(200), 429, 429]);
    expectLimited(last);
    expect((await signIn(server, '203.0.113.8', 'farmer@demo.example')).statusCode).toBe(200);
  });

  it('limits sign-ups per address', async () => {
    // Rejected before a password is hashed, but counted.
    const taken = { email: 'other@demo.example', password: PASSWORD, name: 'Other' };
    const { statuses: seen, last } = await statuses(11, () =>
      ask(server, '/sign-up/email', '203.0.113.9', taken),
    );
    expect(seen).toEqual([...Array<number>(10).fill(400), 429]);
    expectLimited(last);
  });

  it('limits guesses at one account from any number of addresses', async () => {
    const attempts = new AccountAttempts(db(), SIGN_IN);
    for (let n = 1; n < ATTEMPT_RULES[SIGN_IN].tries; n++)
      expect(await attempts.take('Guessed@demo.example')).toBe(0);
    const wrong = signIn(server, '198.51.100.1', 'guessed@demo.example', 'the last guess');
    expect((await wrong).statusCode).toBe(401);
    // The right password is rejected now, too.
    expectLimited(await signIn(server, '198.51.100.2', 'guessed@demo.example'));
    expect((await signIn(server, '198.51.100.3', 'other@demo.example')).statusCode).toBe(200);
    const later = new AccountAttempts(db(), SIGN_IN, () => Date.now() + 15 * 60_000);
    expect(await later.take('guessed@demo.example')).toBe(0);
  });
});
