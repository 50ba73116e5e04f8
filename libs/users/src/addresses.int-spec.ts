import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AddressBook, addressBookSchema, MAX_ADDRESSES } from '#libs/contracts';
import { ADDRESS, Marketplace, SocketClient, type TestPerson } from '#libs/testing';

let market: Marketplace;
let person: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
});
beforeEach(async () => {
  person = await market.person('customer');
});
afterAll(() => market.close());

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
    expect((await person.client.delete(`${PATH}/${idOf(all, 1)}`)).code).toBe('ADDRESS_NOT_FOUND');
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
    ['a postal code that is too long', { postalCode: 'x'.repeat(17) }],
    ['an unknown key', { country: 'US' }],
    ['an id', { _id: 'f'.repeat(24) }],
  ])('rejects an address with %s', async (_, more) => {
    expect((await person.client.post(PATH, at('1 Main St', more))).code).toBe('VALIDATION_FAILED');
    expect(await book()).toMatchObject({ addresses: [] });
  });

  it.each([
    ['no version', { line1: 'x' }],
    ['isDefault: false', { version: 1, isDefault: false }],
    ['an empty city', { version: 1, city: '' }],
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
