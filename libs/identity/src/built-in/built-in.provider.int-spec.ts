import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { mongo } from 'mongoose';
import * as z from 'zod';
import { ACCOUNT_HEADER, accountSessionsSchema, problemSchema } from '#libs/contracts';
import { BAD_HEADERS, badBody, INSIDE } from '#libs/testing';
import { builtIn, ORIGIN, openDatabase } from '../testing/built-in.js';
import type { BuiltInProvider } from './built-in.provider.js';

const PASSWORD = 'a long enough password';

let database: Awaited<ReturnType<typeof openDatabase>>;
let provider: BuiltInProvider;
let server: FastifyInstance;
/** Sessions whose end the provider has announced. */
let ended: string[] = [];
let canAnnounce = true;
/** The cookie of a session whose end cannot be announced. */
let silent = '';

beforeAll(async () => {
  database = await openDatabase('built-in');
  const admin = { ADMIN_EMAILS: 'Owner@farm.example', ADMIN_PASSWORD: 'the owner knows this' };
  const onSessionEnd = async (id: string) => {
    if (!canAnnounce) throw new mongo.MongoServerError({ code: 14_031, errmsg: 'no room' });
    ended.push(id);
  };
  provider = builtIn(database.db, admin, { onSessionEnd });
  server = Fastify();
  await provider.mount(server);
});

afterAll(async () => {
  await server?.close();
  await database?.close();
});

const post = (path: string, payload?: object, headers: Record<string, string> = {}) =>
  server.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    headers: { origin: ORIGIN, ...headers },
    ...(payload && { payload }),
  });
const get = (path: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url: `/api/auth${path}`, headers });

type Answer = Awaited<ReturnType<typeof get>>;
const cookieOf = (answer: Answer) =>
  answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
const problemOf = (answer: Answer) => {
  expect(answer.headers['content-type']).toMatch('application/problem+json');
  return problemSchema.parse(answer.json());
};
const accountIdSchema = z.object({ user: z.object({ id: z.string() }) });
const tokenOf = (answer: Answer) => z.object({ token: z.string() }).parse(answer.json()).token;

const sessionsOf = async (cookie = '') =>
  accountSessionsSchema.parse((await get('/sessions', { cookie })).json());

const signUp = (email: string, more: object = {}) =>
  post('/sign-up/email', { email, password: PASSWORD, name: 'Ada Field', ...more });
const signIn = (email: string, password = PASSWORD) => post('/sign-in/email', { email, password });

describe('an account', () => {
  it('has the names of a profile update in its next token', async () => {
    const cookie = cookieOf(await signUp('nora@example.com'));
    const { subject } = await provider.verify(tokenOf(await get('/token', { cookie })));
    await provider.updateProfile(subject, { firstName: 'Nora', lastName: 'Grove', phone: '12345' });
    const token = tokenOf(await get('/token', { cookie }));
    expect(await provider.verify(token)).toMatchObject({
      subject,
      firstName: 'Nora',
      lastName: 'Grove',
    });
    expect(decodeJwt(token)).toMatchObject({ name: 'Nora Grove' });
  });

  it('signs up, gets a valid token, and signs out', async () => {
    const signedUp = await signUp('Ada@Example.com', { firstName: ' Ada ', lastName: 'Field' });
    expect(signedUp.statusCode).toBe(200);
    expect(signedUp.body).not.toContain(PASSWORD);
    const cookie = cookieOf(signedUp);
    expect(signedUp.headers['set-cookie']).toEqual(
      expect.arrayContaining([expect.stringMatching(/^farmgate-4321\..*HttpOnly; SameSite=Lax/)]),
    );

    const token = tokenOf(await get('/token', { cookie }));
    expect(decodeProtectedHeader(token).alg).toBe('RS256');
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ iss: ORIGIN, azp: ORIGIN, sid: expect.any(String) });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
    const identity = await provider.verify(token);
    expect(identity).toEqual({
      subject: expect.stringMatching(/^[0-9a-f]{24}$/),
      sessionId: claims.sid,
      email: 'ada@example.com',
      emailVerified: false,
      firstName: 'Ada',
      lastName: 'Field',
      imageUrl: null,
      proof: { secondFactor: false, at: expect.any(Date), codeAt: new Date(0) },
    });
    expect(await provider.profileOf(identity)).toEqual(identity);

    expect((await post('/sign-out', {}, { cookie })).statusCode).toBe(200);
    expect(problemOf(await get('/token', { cookie }))).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
  });

  it.each([{}, { name: ' ' }, { firstName: '', lastName: 'Field' }])(
    'has a name: %p is none',
    async (names) => {
      const body = { email: 'nameless@x.example', password: PASSWORD, ...names };
      const { code, errors } = problemOf(await post('/sign-up/email', body));
      expect(code).toBe('VALIDATION_FAILED');
      expect(errors).toEqual([{ path: 'name', message: 'Please enter your name' }]);
    },
  );

  it('takes its first and last name from a single name', async () => {
    const token = tokenOf(await get('/token', { cookie: cookieOf(await signUp('one@x.example')) }));
    expect(await provider.verify(token)).toMatchObject({ firstName: 'Ada', lastName: 'Field' });
  });

  it('signs in with the right password only; an unknown address gets the same error', async () => {
    await signUp('bo@x.example');
    expect((await signIn('BO@x.example')).statusCode).toBe(200);
    const wrong = problemOf(await signIn('bo@x.example', 'not the password'));
    expect(wrong).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' });
    const unknown = problemOf(await signIn('nobody@x.example'));
    expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' });
  });

  it('gets no more tokens after its sessions are revoked', async () => {
    const cookie = cookieOf(await signUp('cy@x.example'));
    const { subject } = await provider.verify(tokenOf(await get('/token', { cookie })));
    await provider.revokeSessions(subject);
    expect((await get('/token', { cookie })).statusCode).toBe(401);
  });

  it('is deleted with all that the provider keeps of it, and its address is free', async () => {
    const cookie = cookieOf(await signUp('dora@x.example'));
    const { subject } = await provider.verify(tokenOf(await get('/token', { cookie })));
    for (const _ of ['first', 'again']) await provider.deleteAccount(subject, 'dora@x.example');
    expect((await get('/token', { cookie })).statusCode).toBe(401);
    expect(problemOf(await signIn('dora@x.example')).code).toBe('SIGN_IN_FAILED');
    for (const { name } of await database.db().listCollections().toArray()) {
      const rows = await database.db().collection(name).find().toArray();
      expect([name, JSON.stringify(rows)]).not.toEqual([
        name,
        expect.stringMatching(new RegExp(`dora|${subject}`)),
      ]);
    }
    expect((await signUp('dora@x.example')).statusCode).toBe(200);
  });

  it('has one session per sign-in; each can be ended alone, or all others at once', async () => {
    const first = cookieOf(await signUp('sam@x.example'));
    const [second, third, fourth] = await Promise.all(
      [1, 2, 3].map(async () => cookieOf(await signIn('sam@x.example'))),
    );
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    const alive = (cookie = '') => get('/token', { cookie }).then(({ statusCode }) => statusCode);

    expect((await post('/sign-out', {}, { cookie: second ?? '' })).statusCode).toBe(200);
    expect([await alive(first), await alive(second)]).toEqual([200, 401]);

    const here = (await sessionsOf(third)).sessions.find(({ current }) => current);
    await post('/sessions/end', { _id: here?._id }, { cookie: first });
    expect([await alive(first), await alive(third), await alive(fourth)]).toEqual([200, 401, 200]);

    await post('/sessions/end-others', {}, { cookie: first });
    expect([await alive(first), await alive(fourth)]).toEqual([200, 401]);
    expect(await sessionsOf(first)).toMatchObject({ sessions: [{ current: true }], total: 1 });
  });

  it('lists its sessions, newest first, with user agent and address and without tokens', async () => {
    const phone = { 'user-agent': 'A phone', origin: ORIGIN };
    const cookie = cookieOf(await signUp('lea@x.example'));
    await post('/sign-in/email', { email: 'lea@x.example', password: PASSWORD }, phone);
    // Sessions of any age are listed.
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    await database
      .db()
      .collection('authSessions')
      .updateOne({ userAgent: 'lightMyRequest' }, { $set: { createdAt: twoDaysAgo } });
    const { sessions, total } = await sessionsOf(cookie);
    expect(total).toBe(2);
    expect(sessions).toMatchObject([
      { current: false, userAgent: 'A phone', address: '127.0.0.1' },
      { current: true },
    ]);
    const stored = await database.db().collection('authSessions').find().toArray();
    for (const { token } of stored) expect(JSON.stringify(sessions)).not.toContain(token);
    expect(problemOf(await get('/sessions')).code).toBe('UNAUTHENTICATED');
  });

  it('is not changed by a page of another account, whose browser has its cookie now', async () => {
    const [mine, hers] = [await signUp('ira@x.example'), await signUp('jo@x.example')];
    const ids = [mine, hers].map((answer) => accountIdSchema.parse(answer.json()).user.id);
    const cookie = cookieOf(hers);
    const as = (account = '') => ({ cookie, [ACCOUNT_HEADER]: account });
    const elsewhere = cookieOf(await signIn('jo@x.example'));
    const newPassword = { currentPassword: PASSWORD, newPassword: 'another long password' };
    for (const [path, body] of [
      ['/sessions/end-others', {}],
      ['/change-password', newPassword],
      ['/update-user', { firstName: 'Ira' }],
      ['/sign-out', {}],
    ] as const)
      expect(problemOf(await post(path, body, as(ids[0])))).toMatchObject({
        status: 409,
        code: 'ACCOUNT_CHANGED',
      });
    for (const path of ['/account', '/sessions'])
      expect(problemOf(await get(path, as(ids[0]))).code).toBe('ACCOUNT_CHANGED');
    for (const untouched of [cookie, elsewhere])
      expect((await get('/token', { cookie: untouched })).statusCode).toBe(200);

    expect((await get('/account', as(ids[1]))).statusCode).toBe(200);
    expect((await post('/sessions/end-others', {}, as(ids[1]))).statusCode).toBe(200);
    expect((await get('/token', { cookie: elsewhere })).statusCode).toBe(401);
  });

  it('lists at most 100 sessions, and ends all of them', async () => {
    const cookie = cookieOf(await signUp('max@x.example'));
    const newest = { sort: { _id: -1 } } as const;
    const { _id, ...own } =
      (await database.db().collection('authSessions').findOne({}, newest)) ?? {};
    const many = Array.from({ length: 130 }, (_, n) => ({ ...own, token: `max-${n}` }));
    await database.db().collection('authSessions').insertMany(many);
    const before = await sessionsOf(cookie);
    ended = [];
    expect([before.sessions.length, before.total]).toEqual([100, 131]);
    expect((await post('/sessions/end-others', {}, { cookie })).statusCode).toBe(200);
    expect((await sessionsOf(cookie)).total).toBe(1);
    expect(ended).toHaveLength(130);
  });

  it.each([
    ['its end', async (_id?: string) => post('/sessions/end', { _id }, { cookie: silent })],
    ['a sign-out', async () => post('/sign-out', {}, { cookie: silent })],
  ])('does not end by %s where nobody would learn of it', async (way, end) => {
    silent = cookieOf(await signUp(`silent-${way.replace(/\W/g, '-')}@x.example`));
    const _id = (await sessionsOf(silent)).sessions[0]?._id;
    canAnnounce = false;
    const answer = await end(_id);
    canAnnounce = true;
    expect([answer.statusCode, problemOf(answer).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect([answer.headers['retry-after'], answer.cookies]).toEqual(['30', []]);
    expect((await get('/token', { cookie: silent })).statusCode).toBe(200);
  });

  it.each<[string, (here: string, there: string) => Promise<unknown>]>([
    ['a sign-out', (_, there) => post('/sign-out', {}, { cookie: there })],
    [
      'its end by the owner',
      async (cookie) => {
        const { sessions } = await sessionsOf(cookie);
        const _id = sessions.find(({ current }) => !current)?._id;
        return post('/sessions/end', { _id }, { cookie });
      },
    ],
    ['the end of all others', (cookie) => post('/sessions/end-others', {}, { cookie })],
    [
      'a new password',
      (cookie) => {
        const newPassword = 'another good password';
        const body = { currentPassword: PASSWORD, newPassword, revokeOtherSessions: true };
        return post('/change-password', body, { cookie });
      },
    ],
    [
      'a suspension',
      async (cookie) => {
        const { subject } = await provider.verify(tokenOf(await get('/token', { cookie })));
        await provider.revokeSessions(subject);
      },
    ],
  ])('has its token refused after %s, and the session is reported', async (way, end) => {
    const email = `${way.replace(/\W/g, '-')}@x.example`;
    const here = cookieOf(await signUp(email));
    const there = cookieOf(await signIn(email));
    const token = tokenOf(await get('/token', { cookie: there }));
    const { sessionId } = await provider.verify(token);
    ended = [];
    await end(here, there);
    expect(ended).toContain(sessionId);
    const refused = { code: 'TOKEN_INVALID' };
    await expect(provider.verify(token)).rejects.toMatchObject(refused);
    // Another process believes for some seconds that the session is open, if it has just seen it.
    await expect(builtIn(database.db).verify(token)).rejects.toMatchObject(refused);
  });

  it('cannot end another account’s session', async () => {
    const own = cookieOf(await signUp('tom@x.example'));
    const other = cookieOf(await signUp('una@x.example'));
    const { session } = z
      .object({ session: z.object({ id: z.string(), token: z.string() }) })
      .parse((await get('/get-session', { cookie: other })).json());
    for (const _id of [session.id, 'f'.repeat(24)]) {
      const refused = problemOf(await post('/sessions/end', { _id }, { cookie: own }));
      expect(refused.code).toBe('SESSION_NOT_FOUND');
    }
    expect((await get('/token', { cookie: other })).statusCode).toBe(200);
    // The token that a page can read is not enough to hijack a session, because the cookie is signed.
    const name = own.split('=', 1)[0];
    const forged = await get('/token', { cookie: `${name}=${session.token}` });
    expect(forged.statusCode).toBe(401);
  });

  it('ends every other session with a new password, and rejects the old one', async () => {
    const cookie = cookieOf(await signUp('vic@x.example'));
    const elsewhere = cookieOf(await signIn('vic@x.example'));
    const change = (currentPassword: string) =>
      post(
        '/change-password',
        { currentPassword, newPassword: 'another good password', revokeOtherSessions: true },
        { cookie },
      );
    for (const weak of ['qwertyuiop', 'Farmgate-Farmgate', ' '.repeat(20)]) {
      const body = { currentPassword: PASSWORD, newPassword: weak };
      const refused = problemOf(await post('/change-password', body, { cookie }));
      expect(refused.errors?.[0]?.path).toBe('newPassword');
    }
    expect(problemOf(await change('not the password')).errors?.[0]?.path).toBe('currentPassword');
    expect((await get('/token', { cookie: elsewhere })).statusCode).toBe(200);
    expect((await change(PASSWORD)).statusCode).toBe(200);
    expect((await get('/token', { cookie: elsewhere })).statusCode).toBe(401);
    expect((await signIn('vic@x.example')).statusCode).toBe(401);
    expect((await signIn('vic@x.example', 'another good password')).statusCode).toBe(200);
  });

  it('changes its names', async () => {
    const cookie = cookieOf(await signUp('di@x.example'));
    const update = { firstName: 'Diane', lastName: ' Brook', image: '/me.png' };
    expect((await post('/update-user', update, { cookie })).statusCode).toBe(200);
    expect(await provider.verify(tokenOf(await get('/token', { cookie })))).toMatchObject({
      firstName: 'Diane',
      lastName: 'Brook',
      imageUrl: '/me.png',
    });
  });
});

describe('20 concurrent sign-ups with one address', () => {
  it('create one account; the others get a validation error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signUp(n % 2 ? 'race@x.example' : 'Race@X.example')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
      expect(problemOf(answer)).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ path: 'email', message: expect.stringContaining('already') }],
      });
    const users = await database
      .db()
      .collection('authUsers')
      .find({ email: 'race@x.example' })
      .toArray();
    expect(users).toHaveLength(1);
    const owner = { userId: users[0]?._id };
    expect(await database.db().collection('authAccounts').countDocuments(owner)).toBe(1);
    expect((await signIn('race@x.example')).statusCode).toBe(200);
  });
});

describe('an e-mail address', () => {
  it('is one account and one sign-in however it was typed or pasted', async () => {
    const forms = [
      'Jo@B\u00FCcher.example',
      ' jo@bu\u0308cher.example\u00A0',
      '\u200Bjo@xn--bcher-kva.example',
      'mailto:JO@b\u00FCcher.example',
    ];
    const answers: Answer[] = [];
    for (const email of forms) answers.push(await signUp(email));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 400, 400]);
    const users = await database
      .db()
      .collection('authUsers')
      .find({ email: /^jo@.*cher/ })
      .toArray();
    expect(users.map(({ email }) => email)).toEqual(['jo@xn--bcher-kva.example']);
    for (const email of forms)
      expect([email, (await signIn(email)).statusCode]).toEqual([email, 200]);
    const token = tokenOf(await get('/token', { cookie: cookieOf(await signIn(forms[0] ?? '')) }));
    expect((await provider.verify(token)).email).toBe('jo@xn--bcher-kva.example');
  });
});

describe('rejected requests', () => {
  const email = 'eve@x.example';

  it.each<[string, object, string, string | undefined]>([
    ['a short password', { password: 'too short' }, 'VALIDATION_FAILED', 'password'],
    ['a common password', { password: 'Password123' }, 'VALIDATION_FAILED', 'password'],
    ['a password of spaces', { password: ' '.repeat(12) }, 'VALIDATION_FAILED', 'password'],
    ['a password of NULs', { password: '\0'.repeat(12) }, 'VALIDATION_FAILED', 'password'],
    ['a password of one letter', { password: 'a'.repeat(40) }, 'VALIDATION_FAILED', 'password'],
    ['the own address as password', { password: 'eve@x.example' }, 'VALIDATION_FAILED', 'password'],
    ['a password that is too long', { password: 'x'.repeat(129) }, 'VALIDATION_FAILED', 'password'],
    ['an invalid e-mail address', { email: 'eve' }, 'VALIDATION_FAILED', 'email'],
    ['a query operator as e-mail', { email: { $ne: '' } }, 'VALIDATION_FAILED', 'email'],
    ['a name that is too long', { firstName: 'x'.repeat(81) }, 'VALIDATION_FAILED', 'firstName'],
    [
      'a name that shows nothing',
      { name: '\u200B\u3164', firstName: '\u2800' },
      'VALIDATION_FAILED',
      'name',
    ],
    ['half a character as name', { firstName: 'Jo\uD83E' }, 'VALIDATION_FAILED', 'firstName'],
    ['a web address as name', { name: 'Win at evil.example' }, 'VALIDATION_FAILED', 'name'],
    ['a web address as last name', { lastName: 'www.evil' }, 'VALIDATION_FAILED', 'lastName'],
    ['a script as picture URL', { image: 'javascript:alert(1)' }, 'VALIDATION_FAILED', 'image'],
    ['a claim to be verified', { emailVerified: true }, 'VALIDATION_FAILED', ''],
    ['an admin address', { email: 'OWNER@farm.example' }, 'FORBIDDEN', undefined],
    ['a pasted admin address', { email: '\u200Bowner@farm.example ' }, 'FORBIDDEN', undefined],
  ])('%s', async (_, change, code, path) => {
    const before = await database.db().collection('authUsers').countDocuments();
    const problem = problemOf(await signUp(email, change));
    expect(problem.code).toBe(code);
    expect(problem.errors?.[0]?.path).toBe(path);
    expect(await database.db().collection('authUsers').countDocuments()).toBe(before);
  });

  it('updates of protected fields, and names that strangers must not read', async () => {
    const cookie = cookieOf(await signUp('gus@x.example'));
    for (const change of [
      { emailVerified: true },
      { email: 'owner@farm.example' },
      { id: 'x' },
      { firstName: 'evil.example' },
    ])
      expect(problemOf(await post('/update-user', change, { cookie })).code).toBe(
        'VALIDATION_FAILED',
      );
  });

  it('requests from another origin', async () => {
    const cookie = cookieOf(await signUp('fay@x.example'));
    const answer = await post('/sign-out', {}, { cookie, origin: 'https://evil.example' });
    expect(problemOf(answer)).toMatchObject({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
    expect((await get('/token', { cookie })).statusCode).toBe(200);
  });

  it('bodies that are malformed, too large or not JSON', async () => {
    const send = (payload: string, type = 'application/json') =>
      server.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        headers: { 'content-type': type, origin: ORIGIN },
        payload,
      });
    expect(problemOf(await send('{"email":'))).toMatchObject({ status: 400, code: 'BODY_INVALID' });
    expect(problemOf(await send('[1]')).code).toBe('VALIDATION_FAILED');
    expect(problemOf(await send('email=a', 'application/x-www-form-urlencoded'))).toMatchObject({
      status: 415,
      code: 'MEDIA_TYPE_UNSUPPORTED',
    });
    const large = JSON.stringify({ email, password: 'x'.repeat(20_000) });
    expect(problemOf(await send(large))).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  it('invalid input on every route, without revealing internals', async () => {
    const cookie = cookieOf(await signUp('wes@x.example'));
    for (const path of ['/token', '/get-session', '/sessions', '/jwks'])
      for (const headers of BAD_HEADERS) {
        const answer = await get(`${path}?x[$ne]=1`, { cookie: `${cookie}; a=%00`, ...headers });
        expect(answer.statusCode).toBeLessThan(500);
        // Successful responses contain random tokens and keys, which may match by chance.
        if (answer.statusCode !== 200) expect(answer.body).not.toMatch(INSIDE);
      }
    const text = { type: 'string' };
    const fields = ['email', 'password', 'currentPassword', 'newPassword', 'token', 'image'];
    const schema = {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field, text])),
      required: fields,
    };
    const good = Object.fromEntries(fields.map((field) => [field, 'x@x.example']));
    const paths = ['/sign-up/email', '/sign-in/email', '/update-user', '/change-password'];
    paths.push(
      '/send-confirmation',
      '/confirm-email',
      '/forgot-password',
      '/new-password',
      '/sessions/end',
      '/sessions/end-others',
    );
    // Signing out comes last, because it invalidates the cookie.
    for (const path of [...paths, '/sign-out'])
      for (let n = 0; n < 60; n++) {
        const answer = await server.inject({
          method: 'POST',
          url: `/api/auth${path}?${n % 2 ? '__proto__[role]=admin' : ''}`,
          headers: { origin: ORIGIN, cookie, 'content-type': 'application/json' },
          payload: badBody(schema, good, n % 4, n),
        });
        // Some routes accept an empty body.
        if (answer.statusCode === 200) continue;
        expect([path, n, answer.statusCode < 500]).toEqual([path, n, true]);
        expect(JSON.stringify({ ...problemOf(answer), errors: [] })).not.toMatch(INSIDE);
      }
  });

  it('routes of better-auth that are not served', async () => {
    for (const path of ['/delete-user', '/change-email', '/sign-in/social', '/reset-password'])
      expect(problemOf(await post(path, {}))).toMatchObject({ status: 404 });
  });

  it('access to private keys and passwords', async () => {
    const keys = await get('/jwks');
    expect(keys.json()).toMatchObject({ keys: [{ kty: 'RSA', alg: 'RS256' }] });
    expect(Object.keys(keys.json().keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n']);
    const stored = await database.db().collection('authKeys').findOne();
    expect(stored?.privateKey).not.toContain('"d"');
    const account = await database.db().collection('authAccounts').findOne();
    expect(account?.password).not.toContain(PASSWORD);
  });
});
