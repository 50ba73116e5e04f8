import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contactMessagesPageSchema, contactReceiptSchema } from '#libs/contracts';
import { Marketplace, SocketClient, type TestPerson } from '#libs/testing';

let market: Marketplace;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  // One proxy in front, as in production, so that tests can use several client addresses.
  market = await Marketplace.open({ settings: { TRUSTED_PROXIES: '1' } });
  admin = await market.person('admin');
  customer = await market.person('customer');
});
afterAll(() => market.close());

const MESSAGE = {
  firstName: 'Cara',
  lastName: 'Customer',
  email: 'cara@example.test',
  subject: 'Carrots',
  message: 'Are they sweet?',
};
const send = (body: object, address = '192.0.2.1') =>
  market.visitor.post('/contact', body, { 'x-forwarded-for': address });
const list = async (query = '') =>
  contactMessagesPageSchema.parse((await admin.client.get(`/contact-messages${query}`)).body);

describe('the contact form', () => {
  it('stores a message, returns its reference and pushes it to the admins', async () => {
    const [adminSocket, stranger] = await Promise.all([
      SocketClient.connect(market.url, admin.client),
      SocketClient.connect(market.url, customer.client),
    ]);
    const answer = await send({ ...MESSAGE, subject: '  Carrots ' });
    expect(answer.status).toBe(201);
    const { reference } = contactReceiptSchema.parse(answer.body);
    expect(reference).toMatch(/^FG-M-[2-9A-HJKMNP-Z]{8}$/);
    const { payload } = await adminSocket.receives('contact.received');
    expect(payload.message).toMatchObject({ ...MESSAGE, reference, status: 'open', version: 1 });
    expect((await list()).messages).toEqual([payload.message]);
    await market.settled();
    expect(stranger.ofName('contact.received')).toEqual([]);
    adminSocket.close();
    stranger.close();
  });

  it('drops the message of a bot without an error', async () => {
    const before = (await list()).total;
    const answer = await send({ ...MESSAGE, website: 'https://spam.example.test' }, '192.0.2.2');
    expect(answer.status).toBe(201);
    expect(Object.keys(contactReceiptSchema.parse(answer.body))).toEqual(['reference']);
    expect((await list()).total).toBe(before);
  });

  it('accepts five messages per hour from one address, and then responds with Retry-After', async () => {
    const before = (await list()).total;
    const from = '192.0.2.3';
    for (let n = 0; n < 5; n++) expect((await send(MESSAGE, from)).status).toBe(201);
    const refused = await send(MESSAGE, from);
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(3500);
    expect(retryAfter).toBeLessThanOrEqual(3600);
    expect(refused.body).toMatchObject({ details: { retryAfter } });
    expect((await send(MESSAGE, '192.0.2.4')).status).toBe(201);
    expect((await list()).total).toBe(before + 6);
  });

  it.each([
    ['no name', { ...MESSAGE, firstName: ' ' }],
    ['an invalid e-mail', { ...MESSAGE, email: 'cara' }],
    ['an empty message', { ...MESSAGE, message: '' }],
    ['a message that is too long', { ...MESSAGE, message: 'x'.repeat(4001) }],
    ['an unknown key', { ...MESSAGE, status: 'answered' }],
  ])('rejects %s', async (_, body) => {
    expect((await send(body, '192.0.2.5')).code).toBe('VALIDATION_FAILED');
  });
});

describe('the messages', () => {
  it('are paged, newest first, and filtered by status', async () => {
    const all = await list('?limit=100');
    expect(all.total).toBe(all.messages.length);
    const first = await list('?limit=2');
    const rest = await list(`?limit=100&cursor=${first.nextCursor}`);
    expect([...first.messages, ...rest.messages]).toEqual(all.messages);
    expect((await list('?status=answered')).total).toBe(0);
  });

  it('are marked as answered once, and pushed to every admin', async () => {
    const adminSocket = await SocketClient.connect(market.url, admin.client);
    const [message] = (await list()).messages;
    const path = `/contact-messages/${message?._id}`;
    const done = await admin.client.patch(path, { status: 'answered', version: 1 });
    expect(done).toMatchObject({ status: 200, body: { status: 'answered', version: 2 } });
    const { payload } = await adminSocket.receives('contact.status-changed');
    expect(payload.message).toEqual(done.body);
    const late = await admin.client.patch(path, { status: 'open', version: 1 });
    expect(late).toMatchObject({ code: 'VERSION_CONFLICT', body: { details: { version: 2 } } });
    expect((await list('?status=answered')).messages).toEqual([done.body]);
    expect(
      (
        await admin.client.patch(`/contact-messages/${'f'.repeat(24)}`, {
          status: 'open',
          version: 1,
        })
      ).code,
    ).toBe('CONTACT_MESSAGE_NOT_FOUND');
    adminSocket.close();
  });

  it('are for admins only', async () => {
    const path = `/contact-messages/${'f'.repeat(24)}`;
    const change = { status: 'open', version: 1 };
    expect((await customer.client.get('/contact-messages')).code).toBe('FORBIDDEN');
    expect((await customer.client.patch(path, change)).code).toBe('FORBIDDEN');
    expect((await market.visitor.get('/contact-messages')).code).toBe('UNAUTHENTICATED');
    expect((await market.visitor.patch(path, change)).code).toBe('UNAUTHENTICATED');
  });
});
