import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type UserDto, userDtoSchema, usersPageSchema } from '#libs/contracts';
import { ADDRESS, emailOf, type HttpClient, Marketplace, type TestPerson } from '#libs/testing';
import { UsersService } from './users.service.js';

const BOSS = 'test-boss';
/** An admin's account that was made after somebody else had used its address. */
const CHIEF = 'test-chief';
let market: Marketplace;
let admin: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open({
    settings: { ADMIN_EMAILS: `${emailOf(BOSS).toUpperCase()},${emailOf(CHIEF)}` },
  });
  admin = await market.person('admin');
});
afterAll(() => market.close());

let newcomers = 0;
const newcomer = () => `test-newcomer-${++newcomers}`;
const initialize = (token: string, body: object = {}) =>
  market.visitor
    .as(token)
    .post('/users/initialize', { clerkId: token, email: emailOf(token), ...body });
const eventsOf = (userId: string, name: string) =>
  market.collection('outbox').find({ name, aggregateId: userId }).sort({ _id: 1 }).toArray();

describe('the first sign-in', () => {
  it('creates a customer with the names of the token', async () => {
    const token = newcomer();
    const { status, body } = await initialize(token, { firstName: 'Mallory' });
    const user = userDtoSchema.parse(body);
    expect(status).toBe(200);
    expect(user).toMatchObject({
      email: emailOf(token),
      name: `${token.slice(5)} Tester`,
      role: 'customer',
      status: 'active',
      farmId: null,
      version: 1,
    });
    const me = market.visitor.as(token);
    expect((await me.get('/users/me')).body).toEqual(user);
    expect((await me.get('/auth/me')).body).toEqual({ authenticated: true, user });
    expect(await eventsOf(user._id, 'user.registered')).toHaveLength(1);
  });

  it('accepts a requested farmer role at the first sign-in only, and an admin role never', async () => {
    const [farmer, customer] = [newcomer(), newcomer()];
    expect((await initialize(farmer, { role: 'farmer' })).body).toMatchObject({ role: 'farmer' });
    expect((await initialize(farmer, { role: 'customer' })).body).toMatchObject({ role: 'farmer' });
    expect((await initialize(customer, { role: 'admin' })).body).toMatchObject({
      role: 'customer',
    });
    expect((await initialize(customer, { role: 'farmer' })).body).toMatchObject({
      role: 'customer',
    });
    expect((await market.visitor.as(customer).get('/users')).code).toBe('FORBIDDEN');
  });

  it('creates an admin for an address in ADMIN_EMAILS, whatever its case', async () => {
    expect((await initialize(BOSS, { role: 'customer' })).body).toMatchObject({ role: 'admin' });
  });

  it.each([
    ['the id of another account', (token: string) => ({ clerkId: `${token}x` })],
    ['the e-mail of another account', () => ({ email: emailOf(BOSS) })],
  ])('with %s is rejected and creates no user', async (_, claim) => {
    const token = newcomer();
    const { status, code } = await initialize(token, claim(token));
    expect([status, code]).toEqual([403, 'IDENTITY_MISMATCH']);
    expect((await market.visitor.as(token).get('/users/me')).code).toBe('USER_NOT_INITIALIZED');
    const known = await market.person('customer');
    const again = await known.client.post('/users/initialize', {
      clerkId: known.client.token,
      email: known.user.email,
      ...claim(known.client.token ?? ''),
    });
    expect(again.code).toBe('IDENTITY_MISMATCH');
  });

  it('ignores the case of the e-mail', async () => {
    const token = newcomer();
    const email = emailOf(token).toUpperCase();
    expect((await initialize(token, { email })).body).toMatchObject({ email: emailOf(token) });
  });

  it('of an account whose e-mail belongs to another account is rejected', async () => {
    const token = newcomer();
    const users = market.app.get(UsersService);
    await users.register({
      subject: 'test-elsewhere',
      email: emailOf(token),
      firstName: '',
      lastName: '',
      imageUrl: null,
      role: 'customer',
    });
    expect((await initialize(token)).code).toBe('IDENTITY_MISMATCH');
  });

  it('of an admin takes the address from the user of an account that was replaced', async () => {
    const users = market.app.get(UsersService);
    const squatter = await users.register({
      subject: 'test-squatter',
      email: emailOf(CHIEF),
      firstName: '',
      lastName: '',
      imageUrl: null,
      role: 'farmer',
    });
    const { body } = await initialize(CHIEF);
    expect(body).toMatchObject({ role: 'admin', email: emailOf(CHIEF) });
    const left = await users.get(squatter._id);
    expect(left).toMatchObject({ status: 'inactive', role: 'farmer' });
    expect(left.email).toBe(`${squatter._id}@replaced.invalid`);
    expect(await eventsOf(squatter._id, 'user.status-changed')).toHaveLength(1);
  });

  it('creates one user from 20 concurrent requests', async () => {
    const token = newcomer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => initialize(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const [{ body: first } = { body: null }] = answers;
    for (const { body } of answers) expect(body).toEqual(first);
    expect(await eventsOf(userDtoSchema.parse(first)._id, 'user.registered')).toHaveLength(1);
    expect(await market.collection('users').countDocuments({ subject: token })).toBe(1);
  });

  it.each([
    ['an unknown key', { status: 'active' }],
    ['a role that does not exist', { role: 'owner' }],
    ['no e-mail', { email: undefined }],
    ['an invalid e-mail', { email: 'me' }],
    ['an invalid picture URL', { imageUrl: 'javascript:alert(1)' }],
    ['a name that is too long', { firstName: 'x'.repeat(81) }],
    ['a web address as name', { lastName: 'Win at evil.example' }],
  ])('with %s is rejected', async (_, body) => {
    expect((await initialize(newcomer(), body)).code).toBe('VALIDATION_FAILED');
  });

  it('requires a token', async () => {
    expect((await market.visitor.post('/users/initialize', {})).code).toBe('UNAUTHENTICATED');
    expect((await market.visitor.as('forged').post('/users/initialize', {})).code).toBe(
      'TOKEN_INVALID',
    );
    expect((await market.visitor.get('/users/me')).code).toBe('UNAUTHENTICATED');
    expect((await market.visitor.as('forged').get('/auth/me')).code).toBe('TOKEN_INVALID');
  });
});

describe('the status of a user', () => {
  let person: TestPerson;
  beforeEach(async () => {
    person = await market.person('customer');
  });
  const change = (who: TestPerson, status: unknown, more: object = {}, by: TestPerson = admin) =>
    by.client.patch(`/users/${who.user._id}/status`, { status, reason: 'Asked for it', ...more });
  const order = ({ client }: { client: HttpClient }) =>
    client.post(
      '/orders',
      { items: [], address: ADDRESS },
      { 'idempotency-key': 'status-of-user' },
    );

  it('inactive allows reads but no writes, at once, although the active status was cached', async () => {
    expect((await person.client.get('/users/me')).status).toBe(200);
    expect((await order(person)).code).toBe('VALIDATION_FAILED');
    expect((await change(person, 'inactive')).body).toMatchObject({
      status: 'inactive',
      version: 2,
    });
    expect((await person.client.get('/users/me')).body).toMatchObject({ status: 'inactive' });
    expect((await person.client.get('/orders')).status).toBe(200);
    for (const answer of [
      await order(person),
      await person.client.delete('/cart'),
      await person.client.post('/cart/merge', { items: [] }),
    ])
      expect([answer.status, answer.code]).toEqual([403, 'USER_INACTIVE']);
  });

  it('is refused with both values when it is based on another version than the stored one', async () => {
    const { version } = person.user;
    const decided = await Promise.all([
      change(person, 'inactive', { version }),
      change(person, 'suspended', { version }, await market.person('admin')),
    ]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = decided[0]?.status === 200 ? decided : decided.toReversed();
    const { status } = userDtoSchema.parse(won?.body);
    expect(lost).toMatchObject({
      code: 'VERSION_CONFLICT',
      body: {
        details: {
          version: version + 1,
          current: { status },
          wanted: { status: status === 'inactive' ? 'suspended' : 'inactive' },
        },
      },
    });
    // The same decision on an older version conflicts too: its admin has not seen the other's reason.
    expect((await change(person, status, { version })).code).toBe('VERSION_CONFLICT');
    expect((await change(person, 'active', { version: version + 1 })).status).toBe(200);
    // The version is optional at this route.
    expect((await change(person, 'inactive')).status).toBe(200);
  });

  it('suspended forbids everything at once, ends the sessions, and records the reason', async () => {
    expect((await person.client.get('/cart')).status).toBe(200);
    expect((await change(person, 'suspended', { reason: 'Chargebacks' })).status).toBe(200);
    for (const path of ['/users/me', '/auth/me', '/orders', '/cart'])
      expect([path, (await person.client.get(path)).code]).toEqual([path, 'USER_SUSPENDED']);
    expect((await order(person)).code).toBe('USER_SUSPENDED');
    expect(market.identity.revoked).toContain(person.client.token);
    const [event] = await eventsOf(person.user._id, 'user.status-changed');
    expect(event).toMatchObject({
      version: 2,
      actorId: admin.user._id,
      payload: { from: 'active', reason: 'Chargebacks', user: { status: 'suspended' } },
    });
  });

  it('active again allows everything at once', async () => {
    await change(person, 'suspended');
    expect((await person.client.get('/cart')).status).toBe(403);
    await change(person, 'active');
    expect((await person.client.get('/cart')).status).toBe(200);
    expect((await order(person)).code).toBe('VALIDATION_FAILED');
  });

  it('set again changes nothing and emits no event', async () => {
    await change(person, 'inactive');
    expect((await change(person, 'inactive')).body).toMatchObject({ version: 2 });
    expect(await eventsOf(person.user._id, 'user.status-changed')).toHaveLength(1);
  });

  it('needs a status alone', async () => {
    const { user } = await market.person('customer');
    const path = `/users/${user._id}/status`;
    const { status, body } = await admin.client.patch(path, { status: 'suspended' });
    expect([status, userDtoSchema.parse(body).status]).toEqual([200, 'suspended']);
  });

  it('cannot be changed for oneself', async () => {
    const { status, code } = await change(admin, 'inactive');
    expect([status, code]).toEqual([409, 'USER_SELF_PROTECTED']);
  });

  it('can be changed by admins only, for users who exist', async () => {
    expect((await change(admin, 'suspended', {}, person)).code).toBe('FORBIDDEN');
    const path = `/users/${'f'.repeat(24)}/status`;
    const body = { status: 'active', reason: 'Asked for it' };
    expect((await admin.client.patch(path, body)).code).toBe('USER_NOT_FOUND');
    expect((await admin.client.patch('/users/x/status', body)).code).toBe('VALIDATION_FAILED');
  });

  it.each([
    ['gone', {}],
    [null, {}],
    ['active', { role: 'admin' }],
    ['active', { reason: '' }],
  ])('rejects %p with %p', async (status, more) => {
    expect((await change(person, status, more)).code).toBe('VALIDATION_FAILED');
  });

  it('keeps one active admin when two suspend each other concurrently', async () => {
    const two = [await market.person('admin'), await market.person('admin')] as const;
    const others = { role: 'admin', email: { $nin: two.map(({ user }) => user.email) } };
    const users = market.collection('users');
    await users.updateMany(others, { $set: { status: 'inactive' } });
    const [a, b] = two;
    const answers = await Promise.all([
      change(b, 'suspended', {}, a),
      change(a, 'suspended', {}, b),
    ]);
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
    expect(await users.countDocuments({ role: 'admin', status: 'active' })).toBe(1);
    // The last active admin cannot be deactivated by an inactive one either.
    const last = answers[0]?.status === 200 ? a : b;
    const inactive = await market.person('admin');
    expect((await change(inactive, 'inactive', {}, last)).status).toBe(200);
    expect((await change(last, 'inactive', {}, inactive)).code).toBe('USER_INACTIVE');
    await users.updateMany(others, { $set: { status: 'active' } });
  });

  it('is deleted when the provider deletes the account, with one event', async () => {
    await person.client.get('/users/me');
    const users = market.app.get(UsersService);
    const subject = person.client.token ?? '';
    await change(person, 'suspended');
    for (const _ of ['first', 'again'])
      expect(await users.applyIdentityChange({ kind: 'deleted', subject })).toBe(true);
    expect((await person.client.get('/users/me')).code).toBe('USER_NOT_INITIALIZED');
    expect(await eventsOf(person.user._id, 'user.deleted')).toMatchObject([
      { version: 3, payload: { role: 'customer', status: 'suspended' } },
    ]);
    const late = { kind: 'updated', subject, firstName: 'Late' } as const;
    expect(await users.applyIdentityChange(late)).toBe(true);
    expect((await admin.client.get(`/users/${person.user._id}`)).code).toBe('USER_NOT_FOUND');
  });

  it('takes over new names from the provider', async () => {
    await market.app.get(UsersService).applyIdentityChange({
      kind: 'updated',
      subject: person.client.token ?? '',
      firstName: 'Cora',
      lastName: 'Customer',
    });
    expect((await person.client.get('/users/me')).body).toMatchObject({
      name: 'Cora Customer',
      version: 2,
    });
  });

  it('does nothing about what the provider has reported before, or before something newer', async () => {
    const users = market.app.get(UsersService);
    const token = person.client.token ?? '';
    const report = (at: number, firstName: string) =>
      users.applyIdentityChange({ kind: 'updated', subject: token, at, firstName });
    const me = async () => (await person.client.get('/users/me')).body;
    await report(2_000, 'Newer');
    await report(1_000, 'Older');
    expect(await me()).toMatchObject({ firstName: 'Newer', version: 2 });
    await person.client.patch('/users/me', { firstName: 'Here', lastName: 'Tester', version: 2 });
    await report(2_000, 'Newer');
    expect(await me()).toMatchObject({ firstName: 'Here' });
    await report(4_000, 'Newest');
    expect(await me()).toMatchObject({ firstName: 'Newest' });
  });

  it('keeps the e-mail when the provider’s new one belongs to another user, and takes over the rest', async () => {
    const other = await market.person('customer');
    const users = market.app.get(UsersService);
    const update = { kind: 'updated', subject: person.client.token ?? '' } as const;
    const { email } = other.user;
    expect(await users.applyIdentityChange({ ...update, email, firstName: 'Cora' })).toBe(false);
    expect(await users.applyIdentityChange({ ...update, email })).toBe(false);
    expect((await person.client.get('/users/me')).body).toMatchObject({
      email: person.user.email,
      firstName: 'Cora',
      version: 2,
    });
    expect((await other.client.get('/users/me')).body).toMatchObject({ email, version: 1 });
    const free = 'cora@example.test';
    expect(await users.applyIdentityChange({ ...update, email: free })).toBe(true);
    expect((await person.client.get('/users/me')).body).toMatchObject({ email: free });
  });
});

describe('the list of users', () => {
  it('pages through all users once, newest first, filtered by role and status', async () => {
    for (let n = 0; n < 4; n++) await market.person('farmer');
    const everyone = async (query: string) => {
      const users: UserDto[] = [];
      let cursor = '';
      let total = 0;
      do {
        const page = usersPageSchema.parse(
          (await admin.client.get(`/users?limit=3&${query}${cursor}`)).body,
        );
        users.push(...page.users);
        total = page.total;
        cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
      } while (cursor);
      expect(users).toHaveLength(total);
      return users.map(({ _id }) => _id);
    };
    const stored = async (filter: object) =>
      (await market.collection('users').find(filter).sort({ _id: -1 }).toArray()).map(({ _id }) =>
        String(_id),
      );
    expect(await everyone('')).toEqual(await stored({}));
    expect(await everyone('role=farmer')).toEqual(await stored({ role: 'farmer' }));
    expect(await everyone('status=suspended')).toEqual(await stored({ status: 'suspended' }));
    expect(await everyone('role=customer&status=active')).toEqual(
      await stored({ role: 'customer', status: 'active' }),
    );
  });

  it('finds users by the words of their names and e-mail, folded, in any order', async () => {
    const { user, client } = await market.person('customer');
    const name = { version: user.version, firstName: 'Zoe\u0308', lastName: 'Quick-Muñoz O’Brien' };
    await client.patch('/users/me', name);
    const found = async (q: string) => {
      const { body } = await admin.client.get(`/users?q=${encodeURIComponent(q)}`);
      return usersPageSchema.parse(body).users.map(({ _id }) => _id);
    };
    const { email } = user;
    for (const q of [
      ' quick  ZOË ',
      'Muñoz, Zoë',
      'zoe munoz',
      'Zoe\u0308 Mun\u0303',
      "zoe o'brien",
      'OBrien zo',
      `Zoë <${email.toUpperCase()}>`,
      `mailto:${email}`,
      email.slice(0, -5),
    ])
      expect([q, await found(q)]).toEqual([q, [user._id]]);
    for (const q of ['quick mary', 'q.ick', 'uick', '.*', '$where'])
      expect([q, await found(q)]).toEqual([q, []]);
    expect((await found(' ')).length).toBeGreaterThan(1);
  });

  it.each(['role=owner', 'status=gone', 'limit=0', 'email=x', 'role[$ne]=admin'])(
    'rejects ?%s',
    async (query) => {
      expect((await admin.client.get(`/users?${query}`)).code).toBe('VALIDATION_FAILED');
    },
  );

  it('is for admins only', async () => {
    const { client } = await market.person('farmer');
    expect((await client.get('/users')).code).toBe('FORBIDDEN');
    expect((await market.visitor.get('/users')).code).toBe('UNAUTHENTICATED');
  });
});
