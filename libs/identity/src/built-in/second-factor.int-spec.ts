import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { accountSchema, problemSchema, secondFactorEnrolmentSchema } from '#libs/contracts';
import { createLogger } from '#libs/platform';
import { totp } from '../testing/authenticator.js';
import { builtIn, ORIGIN, openDatabase } from '../testing/built-in.js';
import type { BuiltInProvider } from './built-in.provider.js';

const PASSWORD = 'a long enough password';

let database: Awaited<ReturnType<typeof openDatabase>>;
let provider: BuiltInProvider;
let server: FastifyInstance;
const log: string[] = [];
/** Ids of queued mails, oldest first. */
const queued: string[] = [];

beforeAll(async () => {
  database = await openDatabase('second-factor');
  provider = builtIn(
    database.db,
    {},
    {
      logger: createLogger('info', 'test', { write: (line) => void log.push(line) }),
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
// A code is valid for 30 seconds, and a test needs it more than once.
const clearUsedCodes = () => database.connection.collection('authUsedCodes').deleteMany({});
beforeEach(clearUsedCodes);

const post = (path: string, payload: object, cookie = '') =>
  server.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    headers: { origin: ORIGIN, cookie },
    payload,
  });
type Answer = Awaited<ReturnType<typeof post>>;
const codeOf = (answer: Answer) => problemSchema.parse(answer.json()).code;
/** The cookies that a response sets. */
const cookieOf = (answer: Answer) =>
  answer.cookies
    .filter(({ value, maxAge }) => value !== '' && maxAge !== 0)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
const alive = async (cookie: string) =>
  (await server.inject({ url: '/api/auth/token', headers: { cookie } })).statusCode === 200;
const accountOf = async (cookie: string) =>
  accountSchema.parse(
    (await server.inject({ url: '/api/auth/account', headers: { cookie } })).json(),
  );

const wrongCode = (uri: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => totp(uri, steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find(
      (one) => !near.includes(one),
    ) ?? ''
  );
};

const signIn = (email: string) => post('/sign-in/email', { email, password: PASSWORD });
async function enrolled(email: string) {
  const signedUp = cookieOf(
    await post('/sign-up/email', { email, password: PASSWORD, name: 'Ada' }),
  );
  const begun = await post('/two-factor/enable', { password: PASSWORD }, signedUp);
  const { totpURI: uri, backupCodes } = secondFactorEnrolmentSchema.parse(begun.json());
  const confirmed = await post('/two-factor/verify-totp', { code: totp(uri) }, signedUp);
  expect(confirmed.statusCode).toBe(200);
  await clearUsedCodes();
  return { uri, backupCodes, cookie: cookieOf(confirmed), before: signedUp };
}

describe('enabling the second factor', () => {
  it('requires the password and a code, and sends a notice by mail', async () => {
    const email = 'ada@x.example';
    const cookie = cookieOf(
      await post('/sign-up/email', { email, password: PASSWORD, name: 'Ada' }),
    );
    const refused = await post('/two-factor/enable', { password: 'not the password' }, cookie);
    expect(codeOf(refused)).toBe('VALIDATION_FAILED');
    const begun = await post('/two-factor/enable', { password: PASSWORD }, cookie);
    const { totpURI, backupCodes } = secondFactorEnrolmentSchema.parse(begun.json());
    expect(new Set(backupCodes).size).toBe(10);
    expect(totpURI).toMatch(/^otpauth:\/\/totp\/Farmgate:ada%40x\.example\?/);
    // It is not enabled until a code has proved that the app has the secret.
    expect(
      codeOf(await post('/two-factor/verify-totp', { code: wrongCode(totpURI) }, cookie)),
    ).toBe('SECOND_FACTOR_FAILED');
    expect((await accountOf(cookie)).secondFactor).toBe(false);
    expect(await alive(cookieOf(await signIn(email)))).toBe(true);

    const confirmed = await post('/two-factor/verify-totp', { code: totp(totpURI) }, cookie);
    expect((await accountOf(cookieOf(confirmed))).secondFactor).toBe(true);
    expect(await provider.accountMails.compose(queued.at(-1) ?? '')).toMatchObject({
      kind: 'second-factor-on',
      to: email,
    });
  });

  it('reveals no secrets in the database, the log or the session', async () => {
    log.length = 0;
    const { uri, backupCodes, cookie } = await enrolled('bo@x.example');
    const secret = new URL(uri).searchParams.get('secret') ?? 'none';
    const stored = JSON.stringify(
      await database.connection.collection('authSecondFactors').find().toArray(),
    );
    const session = await server.inject({ url: '/api/auth/get-session', headers: { cookie } });
    for (const one of [secret, ...backupCodes])
      for (const place of [stored, log.join(''), session.body]) expect(place).not.toContain(one);
    const again = await post('/two-factor/enable', { password: PASSWORD }, cookie);
    expect(again.statusCode).toBe(400);
  });
});

describe('signing in with a second factor', () => {
  it('requires both password and code', async () => {
    const email = 'cy@x.example';
    const { uri } = await enrolled(email);
    const first = await signIn(email);
    expect(first.json()).toMatchObject({ twoFactorRedirect: true });
    const half = cookieOf(first);
    expect(await alive(half)).toBe(false);
    expect(codeOf(await post('/two-factor/verify-totp', { code: totp(uri) }))).toBe(
      'SECOND_FACTOR_EXPIRED',
    );
    const second = await post('/two-factor/verify-totp', { code: totp(uri) }, half);
    expect(await alive(cookieOf(second))).toBe(true);
    // A direct sign-in does not support a second factor.
    await expect(provider.signInDirectly({ email, password: PASSWORD })).rejects.toMatchObject({
      code: 'SIGN_IN_FAILED',
    });
  });

  it('accepts a code once, for its own account only', async () => {
    const { uri } = await enrolled('di@x.example');
    const other = await enrolled('eve@x.example');
    const half = async (email: string) => cookieOf(await signIn(email));
    const code = totp(uri);
    const answers = await Promise.all(
      [await half('di@x.example'), await half('di@x.example')].map((cookie) =>
        post('/two-factor/verify-totp', { code }, cookie),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    const late = answers.find(({ statusCode }) => statusCode === 401);
    expect(late && codeOf(late)).toBe('SECOND_FACTOR_FAILED');
    expect(late?.headers['set-cookie']).toBeUndefined();
    const foreign = await post(
      '/two-factor/verify-totp',
      { code: totp(other.uri, 1) },
      await half('di@x.example'),
    );
    expect(codeOf(foreign)).toBe('SECOND_FACTOR_FAILED');
  });

  it('accepts each recovery code once', async () => {
    const { backupCodes } = await enrolled('fay@x.example');
    const [code = ''] = backupCodes;
    const recover = async (recoveryCode: string) =>
      post(
        '/two-factor/verify-backup-code',
        { code: recoveryCode },
        cookieOf(await signIn('fay@x.example')),
      );
    const opened = await recover(code);
    expect(await alive(cookieOf(opened))).toBe(true);
    expect(codeOf(await recover(code))).toBe('SECOND_FACTOR_FAILED');
    expect(codeOf(await recover('AAAAA-AAAAA'))).toBe('SECOND_FACTOR_FAILED');
    // New codes replace the old ones.
    const fresh = await post(
      '/two-factor/generate-backup-codes',
      { password: PASSWORD },
      cookieOf(opened),
    );
    expect(codeOf(await recover(backupCodes[1] ?? ''))).toBe('SECOND_FACTOR_FAILED');
    const { backupCodes: renewed } = fresh.json<{ backupCodes: string[] }>();
    expect((await recover(renewed[0] ?? '')).statusCode).toBe(200);
  });

  it('allows five wrong codes per sign-in, and ten in a row across sign-ins', async () => {
    const { uri } = await enrolled('gus@x.example');
    const code = wrongCode(uri);
    const seen: string[] = [];
    for (const _ of [1, 2]) {
      const cookie = cookieOf(await signIn('gus@x.example'));
      for (let n = 0; n < 5; n++)
        seen.push(codeOf(await post('/two-factor/verify-totp', { code }, cookie)));
      if (seen.length === 5)
        // After the fifth the right code is rejected, too: the sign-in must start again.
        expect(codeOf(await post('/two-factor/verify-totp', { code: totp(uri) }, cookie))).toBe(
          'SECOND_FACTOR_EXPIRED',
        );
    }
    expect(seen).toEqual(Array<string>(10).fill('SECOND_FACTOR_FAILED'));
    const locked = await post(
      '/two-factor/verify-totp',
      { code: totp(uri) },
      cookieOf(await signIn('gus@x.example')),
    );
    expect([locked.statusCode, codeOf(locked)]).toEqual([429, 'RATE_LIMITED']);
  });

  it('still requires the code after a password reset, once the address is confirmed', async () => {
    const email = 'hal@x.example';
    const { uri, cookie } = await enrolled(email);
    await database.connection
      .collection('authUsers')
      .updateOne({ email }, { $set: { emailVerified: true } });
    await post('/forgot-password', { email });
    const token = (await provider.accountMails.compose(queued.at(-1) ?? ''))?.path.split('#')[1];
    await post('/new-password', { token, newPassword: 'another good password' });
    expect(await alive(cookie)).toBe(false);
    const half = await post('/sign-in/email', { email, password: 'another good password' });
    expect(half.json()).toMatchObject({ twoFactorRedirect: true });
    const whole = await post('/two-factor/verify-totp', { code: totp(uri) }, cookieOf(half));
    expect(await alive(cookieOf(whole))).toBe(true);
  });
});

describe('the proof in a token', () => {
  const proofOf = async (cookie: string) => {
    const answer = await server.inject({ url: '/api/auth/token', headers: { cookie } });
    return (await provider.verify(answer.json<{ token: string }>().token)).proof;
  };

  it('says that the session needed a second factor; those opened without it have ended', async () => {
    const email = 'kim@x.example';
    const first = cookieOf(
      await post('/sign-up/email', { email, password: PASSWORD, name: 'Ada' }),
    );
    const other = cookieOf(await signIn(email));
    expect(await proofOf(other)).toMatchObject({ secondFactor: false });
    const begun = await post('/two-factor/enable', { password: PASSWORD }, first);
    const { totpURI } = secondFactorEnrolmentSchema.parse(begun.json());
    const on = cookieOf(await post('/two-factor/verify-totp', { code: totp(totpURI) }, first));
    expect(await proofOf(on)).toMatchObject({ secondFactor: true });
    expect([await alive(first), await alive(other)]).toEqual([false, false]);
  });

  it('says when the password was entered last, which its owner can do again', async () => {
    const cookie = cookieOf(
      await post('/sign-up/email', { email: 'lee@x.example', password: PASSWORD, name: 'Lee' }),
    );
    const hoursAgo = new Date(Date.now() - 5 * 3_600_000);
    await database.connection
      .collection('authSessions')
      .updateMany({}, { $set: { createdAt: hoursAgo } });
    const ageOf = async () => Date.now() - ((await proofOf(cookie))?.at.getTime() ?? 0);
    expect(await ageOf()).toBeGreaterThan(4 * 3_600_000);
    const wrong = await post('/sessions/confirm', { password: 'not the password' }, cookie);
    expect(problemSchema.parse(wrong.json()).errors?.[0]?.path).toBe('password');
    expect(await ageOf()).toBeGreaterThan(4 * 3_600_000);
    expect(codeOf(await post('/sessions/confirm', { password: PASSWORD }))).toBe('UNAUTHENTICATED');
    expect((await post('/sessions/confirm', { password: PASSWORD }, cookie)).statusCode).toBe(200);
    expect(await ageOf()).toBeLessThan(60_000);
  });

  it('says when a code was entered last, which its owner can do again', async () => {
    const { uri, cookie } = await enrolled('max@x.example');
    const ageOf = async () => Date.now() - ((await proofOf(cookie))?.codeAt.getTime() ?? 0);
    // The code with which the factor was enabled, as the one of a sign-in.
    expect(await ageOf()).toBeLessThan(60_000);
    const hoursAgo = new Date(Date.now() - 5 * 3_600_000);
    await database.connection
      .collection('authSessions')
      .updateMany({}, { $set: { createdAt: hoursAgo } });
    const enter = (code: string) => post('/two-factor/verify-totp', { code }, cookie);
    expect(codeOf(await enter(wrongCode(uri)))).toBe('SECOND_FACTOR_FAILED');
    expect(await ageOf()).toBeGreaterThan(4 * 3_600_000);
    const code = totp(uri);
    expect((await enter(code)).statusCode).toBe(200);
    expect(await ageOf()).toBeLessThan(60_000);
    expect(await alive(cookie)).toBe(true);

    // A code works once in a session, too.
    await database.connection.collection('authSessions').updateMany({}, { $unset: { codeAt: '' } });
    expect(codeOf(await enter(code))).toBe('SECOND_FACTOR_FAILED');
    expect(await ageOf()).toBeGreaterThan(4 * 3_600_000);
    expect(await alive(cookie)).toBe(true);
  });

  it('cannot be guessed in an open session', async () => {
    const { uri, cookie } = await enrolled('ned@x.example');
    const enter = (code: string) => post('/two-factor/verify-totp', { code }, cookie);
    const seen: string[] = [];
    // One was entered to enable it.
    for (let n = 0; n < 9; n++) seen.push(codeOf(await enter(wrongCode(uri))));
    expect(seen).toEqual(Array<string>(9).fill('SECOND_FACTOR_FAILED'));
    const refused = await enter(totp(uri));
    expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
  });
});

describe('disabling the second factor', () => {
  it('requires the password, sends a notice by mail, and deletes the secret', async () => {
    const email = 'ida@x.example';
    const { cookie } = await enrolled(email);
    const users = await database.connection.collection('authUsers').find({ email }).toArray();
    const factors = database.connection.collection('authSecondFactors');
    const storedFactors = () => factors.countDocuments({ userId: users[0]?._id });
    expect(await storedFactors()).toBe(1);
    expect(codeOf(await post('/two-factor/disable', { password: 'wrong' }, cookie))).toBe(
      'VALIDATION_FAILED',
    );
    expect(codeOf(await post('/two-factor/disable', { password: PASSWORD }))).toBe(
      'UNAUTHENTICATED',
    );
    const off = await post('/two-factor/disable', { password: PASSWORD }, cookie);
    expect((await accountOf(cookieOf(off))).secondFactor).toBe(false);
    expect(await alive(cookieOf(await signIn(email)))).toBe(true);
    expect(await storedFactors()).toBe(0);
    expect(await provider.accountMails.compose(queued.at(-1) ?? '')).toMatchObject({
      kind: 'second-factor-off',
    });
  });
});
