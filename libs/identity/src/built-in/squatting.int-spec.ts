import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { secondFactorEnrolmentSchema } from '#libs/contracts';
import { ConfigError } from '#libs/platform';
import { totp } from '../testing/authenticator.js';
import { builtIn, ORIGIN, openDatabase } from '../testing/built-in.js';
import type { BuiltInProvider } from './built-in.provider.js';

/** The password of somebody who signs up with another person's address. */
const SQUATTER = 'the squatter chose this';
const OWNER = 'only the owner knows this';

let database: Awaited<ReturnType<typeof openDatabase>>;
let provider: BuiltInProvider;
let server: FastifyInstance;
/** Ids of queued mails, oldest first. */
const queued: string[] = [];
const queueMail = async (id: string) => void queued.push(id);

beforeAll(async () => {
  database = await openDatabase('squatting');
  provider = builtIn(database.db, {}, { queueMail });
  server = Fastify();
  await provider.mount(server);
});
// A code is valid for 30 seconds, and a test needs it more than once.
beforeEach(() => database.connection.collection('authUsedCodes').deleteMany({}));
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
type Answer = Awaited<ReturnType<typeof post>>;
const cookieOf = (answer: Answer) =>
  answer.cookies
    .filter(({ value, maxAge }) => value !== '' && maxAge !== 0)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
const alive = async (cookie: string) =>
  (await server.inject({ url: '/api/auth/token', headers: { cookie } })).statusCode === 200;
const signUp = async (email: string) =>
  cookieOf(await post('/sign-up/email', { email, password: SQUATTER, name: 'A Squatter' }));
const signIn = (email: string, password: string) => post('/sign-in/email', { email, password });
const newestLink = async () =>
  (await provider.accountMails.compose(queued.at(-1) ?? ''))?.path.split('#')[1] ?? '';

describe('an account whose address becomes an admin’s', () => {
  const isAdmin = async () => false;
  const asAdmin = (email: string) => ({ ADMIN_EMAILS: email, ADMIN_PASSWORD: OWNER });

  it('is replaced at start: nothing of whoever signed up with it opens the admin’s', async () => {
    const email = 'boss@farm.example';
    const session = await signUp(email);
    const mailedLink = await newestLink();
    const begun = await post('/two-factor/enable', { password: SQUATTER }, session);
    const { totpURI } = secondFactorEnrolmentSchema.parse(begun.json());
    const second = cookieOf(
      await post('/two-factor/verify-totp', { code: totp(totpURI) }, session),
    );
    expect(await alive(second)).toBe(true);

    const restarted = builtIn(database.db, asAdmin(email), { isAdmin });
    await restarted.mount(Fastify());
    expect([await alive(session), await alive(second)]).toEqual([false, false]);
    expect((await signIn(email, SQUATTER)).statusCode).toBe(401);
    expect((await post('/confirm-email', { token: mailedLink })).statusCode).toBe(400);
    const { token } = await restarted.signInDirectly({ email, password: OWNER });
    expect(await restarted.verify(token)).toMatchObject({ email, emailVerified: true });
    expect(await restarted.verify(token)).not.toMatchObject({ lastName: 'Squatter' });
  });

  it('is replaced also where it was confirmed by a click meanwhile', async () => {
    const email = 'chief@farm.example';
    const session = await signUp(email);
    await database.connection
      .collection('authUsers')
      .updateOne({ email }, { $set: { emailVerified: true } });
    await builtIn(database.db, asAdmin(email), { isAdmin }).mount(Fastify());
    expect(await alive(session)).toBe(false);
    expect((await signIn(email, SQUATTER)).statusCode).toBe(401);
  });

  it('stops the start where nothing would take its place', async () => {
    const email = 'head@farm.example';
    await signUp(email);
    const refused = builtIn(database.db, { ADMIN_EMAILS: email }, { isAdmin });
    await expect(refused.mount(Fastify())).rejects.toBeInstanceOf(ConfigError);
  });

  it('is not made with a password that is easy to guess', async () => {
    const settings = { ADMIN_EMAILS: 'weak@farm.example', ADMIN_PASSWORD: 'Password123!' };
    const refused = builtIn(database.db, settings, { isAdmin });
    await expect(refused.mount(Fastify())).rejects.toBeInstanceOf(ConfigError);
  });

  it('stays as it is once it is an admin of the shop', async () => {
    const email = 'known@farm.example';
    const settings = asAdmin(email);
    const first = builtIn(database.db, settings, { isAdmin });
    const { token } = await first
      .mount(Fastify())
      .then(() => first.signInDirectly({ email, password: OWNER }));
    const { subject } = await first.verify(token);
    const second = builtIn(
      database.db,
      { ...settings, ADMIN_PASSWORD: 'another one that was set' },
      { isAdmin: async (asked) => asked === subject },
    );
    await second.mount(Fastify());
    const again = await second.signInDirectly({ email, password: OWNER });
    expect((await second.verify(again.token)).subject).toBe(subject);
  });
});

describe('the first proof of an address', () => {
  const planted = async (email: string) => {
    const session = await signUp(email);
    const link = await newestLink();
    const begun = await post('/two-factor/enable', { password: SQUATTER }, session);
    const { totpURI, backupCodes } = secondFactorEnrolmentSchema.parse(begun.json());
    const on = await post('/two-factor/verify-totp', { code: totp(totpURI) }, session);
    expect(on.statusCode).toBe(200);
    const half = cookieOf(await signIn(email, SQUATTER));
    return { link, session: cookieOf(on), half, totpURI, code: backupCodes[0] ?? '' };
  };
  const factorsOf = (email: string) =>
    database.connection.collection('authUsers').findOne({ email, twoFactorEnabled: true });

  it('by a new password removes every factor, session and link added before it', async () => {
    const email = 'owner@x.example';
    const before = await planted(email);
    await post('/forgot-password', { email });
    const choice = { token: await newestLink(), newPassword: OWNER };
    expect((await post('/new-password', choice)).statusCode).toBe(200);

    const signedIn = await signIn(email, OWNER);
    expect(signedIn.json()).not.toHaveProperty('twoFactorRedirect');
    const own = cookieOf(signedIn);
    expect(await alive(own)).toBe(true);
    expect(await alive(before.session)).toBe(false);
    await database.connection.collection('authUsedCodes').deleteMany({});
    for (const [path, code] of [
      ['/two-factor/verify-totp', totp(before.totpURI)],
      ['/two-factor/verify-backup-code', before.code],
    ] as const)
      expect((await post(path, { code }, before.half)).statusCode).toBe(401);
    expect((await post('/confirm-email', { token: before.link }, own)).statusCode).toBe(400);
    // The owner can add a factor of their own.
    expect((await post('/two-factor/enable', { password: OWNER }, own)).statusCode).toBe(200);
  });

  it('by the password of the account removes every factor and session, and says so by mail', async () => {
    const email = 'phone@x.example';
    const before = await planted(email);
    const proof = { token: before.link, password: SQUATTER };
    expect((await post('/confirm-email', proof)).statusCode).toBe(200);
    expect(await alive(before.session)).toBe(false);
    expect(await factorsOf(email)).toBeNull();
    expect(await provider.accountMails.compose(queued.at(-1) ?? '')).toMatchObject({
      kind: 'second-factor-off',
      to: email,
    });
  });

  it('by a session keeps that session and its factor, and ends all others', async () => {
    const email = 'tab@x.example';
    const before = await planted(email);
    const half = cookieOf(await signIn(email, SQUATTER));
    await database.connection.collection('authUsedCodes').deleteMany({});
    const code = totp(before.totpURI);
    const other = cookieOf(await post('/two-factor/verify-totp', { code }, half));
    expect(await alive(other)).toBe(true);
    const confirmed = await post('/confirm-email', { token: before.link }, before.session);
    expect(confirmed.statusCode).toBe(200);
    expect([await alive(before.session), await alive(other)]).toEqual([true, false]);
    expect(await factorsOf(email)).not.toBeNull();
  });
});
