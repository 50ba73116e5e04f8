import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AddressBook, addressBookSchema, MAX_ADDRESSES } from '#libs/contracts';
import { DomainError } from '#libs/platform';
import { ADDRESS, Marketplace, SocketClient, type TestPerson } from '#libs/testing';
import { UsersService } from './users.service.js';

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open();
});
afterAll(() => market.close());

describe('addresses', () => {
  let person: TestPerson;
  beforeEach(async () => {
    person = await market.person('customer');
  });

  const PATH = '/users/me/addresses';
  const at = (line1: string, more: object = {}) => ({ ...ADDRESS, line1, ...more });
  async function add(address: object, { client }: TestPerson = person): Promise<AddressBook> {
    const { status, body } = await client.post(PATH, address);
    expect(status).toBe(201);
    return addressBookSchema.parse(body);
  }
  const book = async ({ client }: TestPerson = person) =>
    addressBookSchema.parse((await client.get(PATH)).body);
  const lines = ({ addresses }: AddressBook) =>
    addresses.map(({ line1, isDefault }) => (isDefault ? `*${line1}` : line1));
  const idOf = ({ addresses }: AddressBook, n: number) => addresses[n]?._id ?? '';

  describe('an address book', () => {
    it('is empty at first', async () => {
      expect(await book()).toEqual({ addresses: [], version: 0 });
    });

    it('stores added addresses; the first is the default until another is chosen', async () => {
      expect(await add(at('1 Main St', { line2: ' Rear ' }))).toMatchObject({
        addresses: [{ ...ADDRESS, line1: '1 Main St', line2: 'Rear', isDefault: true }],
        version: 1,
      });
      expect(lines(await add(at('2 Mill Rd')))).toEqual(['*1 Main St', '2 Mill Rd']);
      const last = await add(at('3 Oak Ave', { isDefault: true }));
      expect(lines(last)).toEqual(['1 Main St', '2 Mill Rd', '*3 Oak Ave']);
      expect(await book()).toEqual(last);
    });

    it('stores an address once, however often it is sent', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => add(at('1 Main St'))));
      for (const answer of answers) expect(lines(answer)).toEqual(['*1 Main St']);
      await add(at('2 Mill Rd'));
      expect(lines(await add(at('2 Mill Rd', { isDefault: true })))).toEqual([
        '1 Main St',
        '*2 Mill Rd',
      ]);
    });

    it(`holds at most ${MAX_ADDRESSES} addresses, also under concurrent requests`, async () => {
      for (let n = 1; n < MAX_ADDRESSES; n++) await add(at(`${n} Main St`));
      const answers = await Promise.all(
        ['A', 'B', 'C'].map((line1) => person.client.post(PATH, at(line1))),
      );
      expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([
        201,
        'ADDRESS_LIMIT_REACHED',
        'ADDRESS_LIMIT_REACHED',
      ]);
      expect((await book()).addresses).toHaveLength(MAX_ADDRESSES);
    });

    it('changes only the given fields', async () => {
      await add(at('1 Main St', { line2: 'Rear' }));
      const before = await add(at('2 Mill Rd'));
      const path = `${PATH}/${idOf(before, 1)}`;
      const change = { version: before.version, city: 'Catskill', isDefault: true };
      const { body } = await person.client.patch(path, change);
      expect(body).toMatchObject({
        addresses: [
          { line1: '1 Main St', line2: 'Rear', city: 'Hudson', isDefault: false },
          { line1: '2 Mill Rd', city: 'Catskill', state: 'NY', isDefault: true },
        ],
        version: 3,
      });
    });

    it('rejects an update of an older version', async () => {
      const { version, ...seen } = await add(at('1 Main St'));
      const path = `${PATH}/${idOf({ version, ...seen }, 0)}`;
      const answers = await Promise.all(
        ['A', 'B'].map((line1) => person.client.patch(path, { version, line1 })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const late = await person.client.patch(path, { version, line1: 'C' });
      expect(late.code).toBe('VERSION_CONFLICT');
      expect(late.body).toMatchObject({ details: { version: version + 1 } });
    });

    it('makes the oldest remaining address the default when the default is removed', async () => {
      await add(at('1 Main St'));
      await add(at('2 Mill Rd'));
      const all = await add(at('3 Oak Ave'));
      const remove = async (n: number) => {
        const { body } = await person.client.delete(`${PATH}/${idOf(all, n)}`);
        return addressBookSchema.parse(body);
      };
      expect(lines(await remove(0))).toEqual(['*2 Mill Rd', '3 Oak Ave']);
      expect(lines(await remove(2))).toEqual(['*2 Mill Rd']);
      expect(await remove(1)).toEqual({ addresses: [], version: 6 });
      expect((await person.client.delete(`${PATH}/${idOf(all, 1)}`)).code).toBe(
        'ADDRESS_NOT_FOUND',
      );
    });

    it('is private: nobody reads or changes another user’s', async () => {
      const own = await add(at('1 Main St'));
      const thief = await market.person('customer');
      await add(at('9 Elm St'), thief);
      const path = `${PATH}/${idOf(own, 0)}`;
      expect((await thief.client.patch(path, { version: 1, line1: 'x' })).code).toBe(
        'ADDRESS_NOT_FOUND',
      );
      expect((await thief.client.delete(path)).code).toBe('ADDRESS_NOT_FOUND');
      expect(lines(await book(thief))).toEqual(['*9 Elm St']);
      expect(await book()).toEqual(own);
    });

    it('is pushed to the user’s own tabs only', async () => {
      const admin = await market.person('admin');
      const [own, admins] = await Promise.all(
        [person, admin].map(({ client }) => SocketClient.connect(market.url, client)),
      );
      const after = await add(at('1 Main St'));
      const { payload, version } = (await own?.receives('user.addresses-changed')) ?? {};
      expect([payload?.book, version]).toEqual([after, 1]);
      await market.settled();
      expect(admins?.ofName('user.addresses-changed')).toEqual([]);
      own?.close();
      admins?.close();
    });

    it('does not change the user’s version and is not part of the user’s profile', async () => {
      await add(at('1 Main St'));
      expect((await person.client.get('/users/me')).body).toEqual(person.user);
    });

    it.each([
      ['no street', { line1: ' ' }],
      ['no city', { city: undefined }],
      ['a state that does not exist', { state: 'XX' }],
      ['no ZIP code', { postalCode: 'abc' }],
      ['a phone number of no country', { phone: '555 0100' }],
      ['no recipient', { recipient: ' ' }],
      ['no phone', { phone: undefined }],
      ['an unknown key', { country: 'US' }],
      ['an id', { _id: 'f'.repeat(24) }],
    ])('rejects an address with %s', async (_, more) => {
      expect((await person.client.post(PATH, at('1 Main St', more))).code).toBe(
        'VALIDATION_FAILED',
      );
      expect(await book()).toMatchObject({ addresses: [] });
    });

    it('is saved as it is meant, not as it was pasted', async () => {
      const pasted = {
        recipient: '\u202AJose\u0301\u202C Mun\u0303oz\u200B',
        phone: '\u202A(518)\u00A0555\u20110100\u202C ext. 4',
        city: 'Texhoma\u0007',
        state: 'tx',
        postalCode: '73960\u20131234',
      };
      const [address] = (await add(at('1\u00A0Main St\r\n', pasted))).addresses;
      expect(address).toMatchObject({
        recipient: 'José Muñoz',
        phone: '+15185550100 ext. 4',
        line1: '1\u00A0Main St',
        city: 'Texhoma',
        state: 'TX',
        postalCode: '73960-1234',
      });
    });

    it('says at its field that a phone number is none', async () => {
      const { body } = await person.client.post(PATH, at('1 Main St', { phone: '518 555 01000' }));
      const errors = [{ path: 'phone', message: 'must be a phone number such as 518 555 0100' }];
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', errors });
    });

    it.each([
      ['no version', { line1: 'x' }],
      ['isDefault: false', { version: 1, isDefault: false }],
      ['an empty city', { version: 1, city: '' }],
      ['a phone number of no country', { version: 1, phone: '555 0100' }],
    ])('rejects a change with %s', async (_, change) => {
      const path = `${PATH}/${idOf(await add(at('1 Main St')), 0)}`;
      expect((await person.client.patch(path, change)).code).toBe('VALIDATION_FAILED');
    });

    it('requires a signed-in user', async () => {
      expect((await market.visitor.get(PATH)).code).toBe('UNAUTHENTICATED');
      expect((await market.visitor.post(PATH, ADDRESS)).code).toBe('UNAUTHENTICATED');
      expect((await person.client.delete(`${PATH}/x`)).code).toBe('VALIDATION_FAILED');
    });
  });
});

describe('the profile', () => {
  let admin: TestPerson;
  let person: TestPerson;
  beforeAll(async () => {
    admin = await market.person('admin');
  });
  beforeEach(async () => {
    person = await market.person('customer');
  });
  afterEach(() => {
    market.identity.refusal = null;
  });

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
        phone: '+15185550100',
        version: 2,
      });
      expect((await person.client.get('/users/me')).body).toEqual(answer.body);
      expect(sentProfiles()).toMatchObject([{ ...NAMES, phone: '+15185550100' }]);
    });

    it('keeps the number when none is given, and sends it to the provider only once', async () => {
      await save({ phone: '518 555 0100' });
      await save({ version: 2, phone: 'tel:+1\u00A0518\u2011555\u20110100' });
      await save({ version: 3, phone: '  ' });
      expect((await save({ version: 4 })).body).toMatchObject({
        phone: '+15185550100',
        version: 5,
      });
      expect(sentProfiles().map(({ phone }) => phone)).toEqual(['+15185550100', null, null, null]);
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

    it('cannot have a web address as a name, which mails would show to strangers', async () => {
      for (const names of [
        { firstName: 'evil.example', lastName: 'x' },
        { firstName: 'Ada', lastName: 'http://evil' },
      ]) {
        expect((await save(names)).code).toBe('VALIDATION_FAILED');
      }
      const subject = person.client.token ?? '';
      await market.app
        .get(UsersService)
        .applyIdentityChange({ kind: 'updated', subject, firstName: 'Win at evil.example' });
      expect((await person.client.get('/users/me')).body).toMatchObject({ firstName: '' });
    });

    it('stays as it is when the provider rejects the change', async () => {
      const errors = [{ path: 'phone', message: 'Phone number must be valid' }];
      market.identity.refusal = new DomainError('VALIDATION_FAILED', undefined, { errors });
      const { status, body } = await save({ phone: '518 555 0199' });
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
      ['an empty first name', { firstName: ' ' }],
      ['an empty last name', { lastName: '' }],
      ['a name that is too long', { lastName: 'x'.repeat(81) }],
      ['an invalid phone number', { phone: 'call me' }],
      ['a phone number of no country', { phone: '555 0100' }],
      ['a name that shows nothing', { firstName: '\u200B\u3164' }],
      ['half a character', { firstName: '\uD83E' }],
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
});
