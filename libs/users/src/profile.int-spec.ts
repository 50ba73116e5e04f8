import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError } from '#libs/platform';
import { Marketplace, SocketClient, type TestPerson } from '#libs/testing';
import { UsersService } from './users.service.js';

let market: Marketplace;
let admin: TestPerson;
let person: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
});
beforeEach(async () => {
  person = await market.person('customer');
});
afterEach(() => {
  market.identity.refusal = null;
});
afterAll(() => market.close());

const NAMES = { firstName: 'Cora', lastName: 'Customer' };
const save = (change: object, { client }: TestPerson = person) =>
  client.patch('/users/me', { version: 1, ...NAMES, ...change });
/** What the identity provider received for this person. */
const sentProfiles = () => {
  const subject = person.client.token;
  return market.identity.profiles.filter((profile) => profile.subject === subject);
};
const changeEvents = () =>
  market.collection('outbox').countDocuments({
    name: 'user.changed',
    aggregateId: person.user._id,
  });

describe('a profile', () => {
  it('is saved trimmed, here and at the identity provider', async () => {
    const answer = await save({
      firstName: ' Cora ',
      lastName: 'Customer ',
      phone: ' 518 555 0100',
    });
    expect(answer.body).toEqual({
      ...person.user,
      ...NAMES,
      name: 'Cora Customer',
      phone: '518 555 0100',
      version: 2,
    });
    expect((await person.client.get('/users/me')).body).toEqual(answer.body);
    expect(sentProfiles()).toMatchObject([{ ...NAMES, phone: '518 555 0100' }]);
  });

  it('keeps the number when none is given, and sends it to the provider only once', async () => {
    await save({ phone: '518 555 0100' });
    await save({ version: 2, phone: '518 555 0100' });
    await save({ version: 3, phone: '  ' });
    expect((await save({ version: 4 })).body).toMatchObject({ phone: '518 555 0100', version: 5 });
    expect(sentProfiles().map(({ phone }) => phone)).toEqual(['518 555 0100', null, null, null]);
  });

  it('is pushed to the admins and the user’s own tabs only', async () => {
    const stranger = await market.person('customer');
    const sockets = await Promise.all(
      [person, admin, stranger].map(({ client }) => SocketClient.connect(market.url, client)),
    );
    const [own, admins, other] = sockets;
    await save({});
    for (const socket of [own, admins]) {
      const event = await socket?.receives('user.changed');
      expect(event?.payload.user).toMatchObject({ _id: person.user._id, name: 'Cora Customer' });
    }
    expect(other?.ofName('user.changed')).toEqual([]);
    for (const socket of sockets) socket.close();
  });

  it('gives the name on later orders', async () => {
    await save({});
    const product = await market.product(await market.farm());
    const { customer } = await market.order(person, [[product, 1]]);
    expect(customer.name).toBe('Cora Customer');
  });

  it('rejects an update of an older version, and one of two concurrent updates', async () => {
    const answers = await Promise.all([save({ firstName: 'A' }), save({ firstName: 'B' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await save({});
    expect(late.code).toBe('VERSION_CONFLICT');
    expect(late.body).toMatchObject({ details: { version: 2 } });
    expect(await changeEvents()).toBe(1);
  });

  it('stays as it is when the provider rejects the change', async () => {
    const errors = [{ path: 'phone', message: 'Phone number must be valid' }];
    market.identity.refusal = new DomainError('VALIDATION_FAILED', undefined, { errors });
    const { status, body } = await save({ phone: '12345' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors });
    expect((await person.client.get('/users/me')).body).toEqual(person.user);
    expect(await changeEvents()).toBe(0);
  });

  it('ignores the provider’s report of a change that was made here', async () => {
    await save({});
    const users = market.app.get(UsersService);
    const subject = person.client.token ?? '';
    await users.applyIdentityChange({ kind: 'updated', subject, ...NAMES });
    expect(await changeEvents()).toBe(1);
    await users.applyIdentityChange({ kind: 'updated', subject, ...NAMES, lastName: 'Cook' });
    expect((await person.client.get('/users/me')).body).toMatchObject({
      name: 'Cora Cook',
      version: 3,
    });
    expect(await changeEvents()).toBe(2);
  });

  it.each([
    ['no version', { version: undefined }],
    ['no first name', { firstName: undefined }],
    ['a name that is too long', { lastName: 'x'.repeat(81) }],
    ['an invalid phone number', { phone: 'call me' }],
    ['another role', { role: 'admin' }],
    ['another e-mail', { email: 'boss@example.test' }],
  ])('with %s is rejected', async (_, change) => {
    expect((await save(change)).code).toBe('VALIDATION_FAILED');
    expect(sentProfiles()).toEqual([]);
  });

  it('requires a signed-in, active user', async () => {
    expect((await market.visitor.patch('/users/me', NAMES)).code).toBe('UNAUTHENTICATED');
    await admin.client.patch(`/users/${person.user._id}/status`, {
      status: 'inactive',
      reason: 'Asked for it',
    });
    expect((await save({ version: 2 })).code).toBe('USER_INACTIVE');
  });
});
