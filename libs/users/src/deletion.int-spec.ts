import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import { type Connection, Types } from 'mongoose';
import sharp from 'sharp';
import {
  deletionCheckSchema,
  type FarmStep,
  invitedDtoSchema,
  messageSchema,
  type OrderDto,
  type OrderProblem,
  orderDtoSchema,
  orderProblemSchema,
  ownFarmDtoSchema,
  pseudonymOf,
  statementsSchema,
  type UploadedPicture,
  uploadedPictureSchema,
  userDtoSchema,
} from '#libs/contracts';
import { SavedCards } from '#libs/payments';
import { Pictures } from '#libs/pictures';
import { EventHandlers, REDIS } from '#libs/platform';
import {
  ADDRESS,
  emailOf,
  Marketplace,
  SocketClient,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';
import { DeletionsProcessor } from './deletions.processor.js';
import { UsersService } from './users.service.js';

let market: Marketplace;
let admin: TestPerson;
let farm: TestFarm;
beforeAll(async () => {
  market = await Marketplace.open({ settings: { CARD_PROVIDER: 'test-cards' } });
  admin = await market.person('admin');
  farm = await market.farm();
});
afterAll(() => market.close());

const DELETION = '/users/me/deletion';
const HOUR_MS = 3_600_000;
const key = () => ({ 'idempotency-key': randomUUID() });

/** A person all of whose words have `word` in them. */
async function person(word: string, role: 'customer' | 'farmer' = 'customer'): Promise<TestPerson> {
  const subject = `test-${word}`;
  const client = await market.signedIn(subject);
  const account = { clerkId: subject, email: emailOf(subject), role };
  await client.post('/users/initialize', account);
  // a farmer's farm is opened
  await market.settled();
  const user = userDtoSchema.parse((await client.get('/users/me')).body);
  const names = { firstName: `${word}first`, lastName: `${word}last`, phone: PHONE };
  const changed = await client.patch('/users/me', { version: user.version, ...names });
  return { client, subject, user: userDtoSchema.parse(changed.body) };
}
const PHONE = '+15185550177';
/** What a person types here and nowhere else; `phone` by its digits. */
const wordsOf = (word: string) => new RegExp(`${word}|5185550177`, 'i');

const remove = ({ client, user }: TestPerson) => client.post(DELETION, { email: user.email });
const blockersOf = async ({ client }: TestPerson) =>
  deletionCheckSchema.parse((await client.get(DELETION)).body).blockers;

/** Erases what is left now, as if an hour had passed: everything of the time before has had its effect. */
async function eraseAll(): Promise<void> {
  await market.settled();
  await market.app.get(DeletionsProcessor).eraseAll(new Date(Date.now() + HOUR_MS));
  // an api does so every ten minutes
  await market.app.get(Pictures).sweep();
  await market.app.get(DeletionsProcessor).eraseAll(new Date(Date.now() + HOUR_MS));
  await market.settled();
}

async function upload({ client }: TestPerson, background: string): Promise<UploadedPicture> {
  const create = { width: 900, height: 600, channels: 3, background } as const;
  const answer = await fetch(`${market.url}/api/v1/uploads/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${client.token}` },
    body: new Uint8Array(await sharp({ create }).png().toBuffer()),
  });
  return uploadedPictureSchema.parse(await answer.json());
}

/** Where the words stand: collections of MongoDB, and keys of Redis. */
async function placesOf(words: RegExp): Promise<string[]> {
  const { db } = market.app.get<Connection>(getConnectionToken());
  const names = ((await db?.listCollections().toArray()) ?? []).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(30);
  const places: string[] = [];
  for (const name of names)
    for (const row of await market.collection(name).find().toArray()) {
      const found = words.exec(JSON.stringify(row));
      if (found)
        places.push(`${name}: ${JSON.stringify(row).slice(found.index - 60, found.index + 30)}`);
    }
  const redis = market.app.get<Redis>(REDIS);
  for (const name of await redis.keys('*')) {
    // has the provider's id of the account in its name, for seconds, and nothing in it
    if (name.startsWith('principal:') && !(await redis.get(name))) continue;
    const found = words.exec(`${name} ${await dump(redis, name)}`);
    if (found) places.push(`${name}: ${found[0]}`);
  }
  return places;
}
async function dump(redis: Redis, name: string): Promise<string> {
  const type = await redis.type(name);
  if (type === 'string') return (await redis.get(name)) ?? '';
  if (type === 'list') return JSON.stringify(await redis.lrange(name, 0, -1));
  if (type === 'hash') return JSON.stringify(await redis.hgetall(name));
  if (type === 'set') return JSON.stringify(await redis.smembers(name));
  if (type === 'zset') return JSON.stringify(await redis.zrange(name, '0', '-1'));
  if (type === 'stream') return JSON.stringify(await redis.xrange(name, '-', '+'));
  return '';
}

async function step(order: OrderDto, status: FarmStep, of = farm): Promise<OrderDto> {
  const [part] = order.parts;
  const path = `/orders/${order._id}/parts/${part?._id}`;
  const done = await of.farmer.client.patch(path, { status, version: part?.version });
  expect([status, done.code]).toEqual([status, undefined]);
  return orderDtoSchema.parse(done.body);
}
async function deliver(order: OrderDto): Promise<OrderDto> {
  let now = order;
  for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered'] as const)
    now = await step(now, status);
  return now;
}

async function order(customer: TestPerson, word: string): Promise<OrderDto> {
  const product = await market.product(farm);
  return market.order(customer, [[product, 2]], {
    address: {
      ...ADDRESS,
      recipient: `${word}recipient`,
      line1: `${word}street 1`,
      line2: `${word}floor`,
      city: `${word}city`,
      phone: PHONE,
    },
    notes: `${word}notes`,
    farms: { [farm.id]: { fulfilment: 'delivery', note: `${word}note` } },
  });
}

async function report({ client }: TestPerson, of: OrderDto, body: object): Promise<OrderProblem> {
  const [part] = of.parts;
  const line = { productId: part?.lines[0]?.productId, quantity: 1, kind: 'damaged' };
  const path = `/orders/${of._id}/parts/${part?._id}/problems`;
  const answer = await client.post(path, { lines: [line], ...body }, key());
  return orderProblemSchema.parse(answer.body);
}
const cancel = (version: number | undefined, reason?: string) => ({
  status: 'cancelled',
  version,
  ...(reason && { reason }),
});
const answer = ({ _id, version }: OrderProblem) =>
  farm.farmer.client.patch(`/problems/${_id}/answer`, {
    version,
    outcome: 'none',
    reason: 'It was fine',
  });

describe('the deletion of a customer', () => {
  const WORD = 'quillon';
  let customer: TestPerson;
  let delivered: OrderDto;

  beforeAll(async () => {
    customer = await person(WORD);
    await fill();
    await market.settled();
  });

  /** Everything that a customer can fill in, with their word in it. */
  async function fill(): Promise<void> {
    const { client, user } = customer;
    const { email } = user;
    const product = await market.product(farm);
    await client.post('/users/me/addresses', {
      ...ADDRESS,
      recipient: `${WORD}recipient`,
      line1: `${WORD}street 2`,
      phone: PHONE,
    });
    await client.put(`/favourites/products/${product._id}`);
    await client.put(`/cart/items/${product._id}`, { quantity: 1 });
    await client.post('/checkout/holds', { version: 1 }, key());
    await client.post('/feeds', {});
    await client.get(`/products?q=${WORD}`);
    await client.get(`/orders?q=${WORD}`);
    await market.app.get(SavedCards).payerOf(user._id, email);
    delivered = await deliver(await order(customer, WORD));
    const picture = await upload(customer, '#7a3');
    const problem = await report(customer, delivered, {
      text: `${WORD}problem`,
      pictures: [picture.url],
    });
    expect((await answer(problem)).status).toBe(200);
    await cancelled();
    await converse();
    const { lines = [] } = delivered.parts[0] ?? {};
    const review = {
      orderId: delivered._id,
      productId: lines[0]?.productId,
      rating: 4,
      text: 'Sweet',
    };
    expect((await client.post('/reviews', review, key())).status).toBe(200);
    await market.visitor.post('/contact', {
      firstName: `${WORD}f`,
      lastName: `${WORD}l`,
      email,
      subject: `${WORD}subject`,
      message: `${WORD}contact`,
    });
    await joinTeams();
    for (const status of ['suspended', 'active'])
      await admin.client.patch(`/users/${user._id}/status`, { status, reason: 'A test' });
  }

  /** An order that the customer cancels for a reason of theirs, and one that an admin does. */
  async function cancelled(): Promise<void> {
    for (const { client } of [customer, admin]) {
      const { _id, parts } = await order(customer, WORD);
      const path = `/orders/${_id}/parts/${parts[0]?._id}/changes`;
      const reason = client === customer.client ? `${WORD}reason` : 'A test';
      const done = await client.post(path, cancel(parts[0]?.version, reason), key());
      expect(done.status).toBeLessThan(300);
    }
  }

  async function converse(): Promise<void> {
    const path = `/orders/${delivered._id}/parts/${delivered.parts[0]?._id}/messages`;
    const picture = await upload(customer, '#37a');
    const own = { text: `${WORD}message`, pictures: [picture.url] };
    expect((await customer.client.post(path, own, key())).status).toBe(201);
    const sent = await farm.farmer.client.post(path, { text: 'The gate is open' }, key());
    const { _id } = messageSchema.parse(sent.body);
    const reported = await customer.client.post(`${path}/${_id}/report`, { reason: `${WORD}why` });
    expect(reported.status).toBe(200);
  }

  /** They pack for a farm, and another has invited them by mail. */
  async function joinTeams(): Promise<void> {
    const other = await market.farm();
    const invitation = async (body: object) => {
      const path = '/farms/mine/team/invitations';
      const made = await other.farmer.client.post(path, body);
      return invitedDtoSchema.parse(made.body);
    };
    const { link, team } = await invitation({ version: 0, role: 'packer' });
    const token = new URL(link).hash.slice(1);
    expect((await customer.client.post('/invitations/accept', { token })).status).toBe(200);
    await customer.client.put('/team/acting', { farmId: null });
    const next = await market.farm();
    const path = '/farms/mine/team/invitations';
    const mail = { version: 0, role: 'driver', email: customer.user.email };
    expect((await next.farmer.client.post(path, mail)).status).toBeLessThan(300);
    expect(team.version).toBe(1);
  }

  it('stands everywhere before', async () => {
    const places = (await placesOf(wordsOf(WORD))).map((place) => place.split(':')[0]);
    for (const name of [
      ...['users', 'orders', 'problems', 'conversations', 'messages', 'reviews', 'recipients'],
      ...['notifications', 'auditLog', 'outbox', 'contactMessages', 'farmInvitations', 'events'],
      ...['testCardRecords', 'mail.caught'],
    ])
      expect(places).toContain(name);
  });

  it('wants the address of the account, and changes nothing for another', async () => {
    const answer = await customer.client.post(DELETION, { email: admin.user.email });
    expect(answer.code).toBe('VALIDATION_FAILED');
    expect(answer.body).toMatchObject({ errors: [{ path: 'email' }] });
    expect((await customer.client.get('/users/me')).status).toBe(200);
  });

  it('is refused while an order is open, and says what stands in the way', async () => {
    const { _id, parts } = await order(customer, WORD);
    const blockers = [{ kind: 'orders', count: 1 }];
    expect(await blockersOf(customer)).toEqual(blockers);
    const answer = await remove(customer);
    expect(answer.code).toBe('ACCOUNT_NOT_DELETABLE');
    expect(answer.body).toMatchObject({ details: { blockers } });
    expect((await customer.client.get('/users/me')).status).toBe(200);
    const path = `/orders/${_id}/parts/${parts[0]?._id}/changes`;
    await customer.client.post(path, cancel(parts[0]?.version), key());
    expect(await blockersOf(customer)).toEqual([]);
  });

  it('ends the session at once, and the account is nobody’s', async () => {
    const tab = await SocketClient.connect(market.url, admin.client);
    expect((await remove(customer)).status).toBe(204);
    const deleted = await tab.receives('user.deleted');
    expect(deleted?.payload).toEqual({
      userId: customer.user._id,
      role: 'customer',
      status: 'active',
    });
    tab.close();
    expect(market.identity.revoked).toContain(customer.subject);
    expect((await customer.client.get('/users/me')).code).toBe('USER_NOT_INITIALIZED');
    expect((await remove(customer)).code).toBe('USER_NOT_INITIALIZED');
    const again = { clerkId: customer.subject, email: customer.user.email };
    expect((await customer.client.post('/users/initialize', again)).code).toBe('TOKEN_INVALID');
    await eraseAll();
    expect(market.identity.deleted).toContain(customer.subject);
    for (const name of ['feeds', 'carts', 'favourites', 'inboxes'])
      expect([
        name,
        await market.collection(name).findOne({ _id: new Types.ObjectId(customer.user._id) }),
      ]).toEqual([name, null]);
  });

  it('leaves none of their words anywhere', async () => {
    expect(await placesOf(wordsOf(WORD))).toEqual([]);
  });

  it('leaves the farm what it has to keep, with a pseudonym', async () => {
    const name = pseudonymOf(customer.user._id);
    const { body } = await farm.farmer.client.get(`/orders/${delivered._id}`);
    expect(body).toMatchObject({
      code: delivered.code,
      customer: { name },
      address: { recipient: name, line1: '—', city: '—', state: 'NY', postalCode: '12534' },
      notes: null,
      parts: [
        { subtotal: delivered.parts[0]?.subtotal, lines: [{ name: 'Carrots', quantity: 2 }] },
      ],
    });
    const found = await farm.farmer.client.get('/orders?q=deleted');
    expect(JSON.stringify(found.body)).toContain(delivered.code);
    const path = `/orders/${delivered._id}/parts/${delivered.parts[0]?._id}/messages`;
    const thread = await farm.farmer.client.get(path);
    expect(JSON.stringify(thread.body)).toContain('deleted with the account');
    expect(JSON.stringify(thread.body)).toContain('The gate is open');
    const notices = await market
      .collection('notifications')
      .find({ userId: new Types.ObjectId(farm.farmer.user._id), kind: 'order.received' })
      .toArray();
    const titles = notices.map(({ title }) => title);
    expect(titles).toContain(`New order ${delivered.code} from ${name}`);
  });

  it('leaves the review, by a customer, with its stars', async () => {
    const { productId } = delivered.parts[0]?.lines[0] ?? {};
    const { body } = await market.visitor.get(`/products/${productId}/reviews`);
    expect(JSON.stringify(body)).toContain('"author":"A customer"');
    expect(JSON.stringify(body)).toContain('Sweet');
  });

  it('leaves the books, figures and teams right', async () => {
    const entries = await admin.client.get(`/audit-log?target=${customer.user._id}`);
    expect(JSON.stringify(entries.body)).toContain(pseudonymOf(customer.user._id));
    expect(await market.collection('uploads').countDocuments({ usedAt: null })).toBe(0);
    const row = await market
      .collection('deletedUsers')
      .findOne({ _id: new Types.ObjectId(customer.user._id) });
    expect(row).toMatchObject({ person: null, finishedAt: expect.any(Date) });
  });
});

describe('a deletion that is interrupted', () => {
  it('goes on where it stopped, and leaves the same', async () => {
    const customer = await person('wendover');
    await deliver(await order(customer, 'wendover'));
    await market.settled();
    const { client: writer } = customer;
    await writer.put(`/favourites/farms/${farm.id}`);
    market.identity.deleteAccount = () => Promise.reject(new Error('the provider is away'));
    expect((await remove(customer)).status).toBe(204);
    const processor = market.app.get(DeletionsProcessor);
    const later = () => processor.eraseAll(new Date(Date.now() + HOUR_MS));
    await market.settled();
    // the process dies in the middle, after some slices and before others
    await expect(later()).rejects.toThrow('not everything');
    expect((await placesOf(wordsOf('wendover'))).length).toBeGreaterThan(0);
    Reflect.deleteProperty(market.identity, 'deleteAccount');
    const cards = market.app.get(SavedCards);
    cards.forgetPayer = () => Promise.reject(new Error('killed'));
    await expect(later()).rejects.toThrow('not everything');
    expect((await placesOf(wordsOf('wendover'))).length).toBeGreaterThan(0);
    Reflect.deleteProperty(cards, 'forgetPayer');
    // two workers at once
    await Promise.all([later(), later()]);
    await eraseAll();
    expect(await placesOf(wordsOf('wendover'))).toEqual([]);
  });

  it('erases again what a late handler brings back', async () => {
    const customer = await person('latimer');
    await market.settled();
    const name = { name: 'user.changed' as const };
    await market.forgetHandled('NotificationsProcessor.notify', name);
    expect((await remove(customer)).status).toBe(204);
    const processor = market.app.get(DeletionsProcessor);
    await processor.eraseAll(new Date(Date.now() + HOUR_MS));
    // not finished while the event waits for its handler
    const _id = new Types.ObjectId(customer.user._id);
    const finished = await market.collection('deletedUsers').findOne({ _id });
    expect(finished).toMatchObject({ finishedAt: null });
    const late = await market.collection('outbox').find({ handledAt: null }).toArray();
    expect(late.length).toBeGreaterThan(0);
    await market.app.get(EventHandlers).handle(late.map((row) => String(row._id)));
    await eraseAll();
    expect(await placesOf(wordsOf('latimer'))).toEqual([]);
  });
});

describe('the deletion at the identity provider', () => {
  it('takes the same way, and leaves an open order what its farm needs until it is over', async () => {
    const customer = await person('ossory');
    const open = await order(customer, 'ossory');
    await market.settled();
    const users = market.app.get(UsersService);
    const report = { kind: 'deleted', subject: customer.subject } as const;
    for (const _ of ['first', 'again']) expect(await users.applyIdentityChange(report)).toBe(true);
    expect((await customer.client.get('/users/me')).code).toBe('USER_NOT_INITIALIZED');
    await eraseAll();
    const path = `/orders/${open._id}`;
    const seen = async () => (await farm.farmer.client.get(path)).body;
    expect(await seen()).toMatchObject({ address: { line1: 'ossorystreet 1' } });
    await deliver(open);
    await eraseAll();
    expect(await seen()).toMatchObject({ address: { line1: '—' } });
    expect(await placesOf(wordsOf('ossory'))).toEqual([]);
  });
});

describe('the deletion of a farmer', () => {
  const WORD = 'thistleton';

  /** The farm pays what it owes the market. */
  async function settle({ id, farmer }: TestFarm): Promise<void> {
    const { balance } = statementsSchema.parse(
      (await farmer.client.get('/farms/mine/statements')).body,
    );
    const body = {
      kind: 'payment',
      amount: -balance,
      balance,
      reference: 'Bank 1',
      paidOn: new Date().toISOString().slice(0, 10),
    };
    const { status } = await admin.client.post(`/admin/money/farms/${id}/payments`, body, key());
    expect(status).toBeLessThan(300);
  }

  it('closes the farm, and leaves its name with the orders', async () => {
    const farmer = await person(WORD, 'farmer');
    const { client } = farmer;
    const mine = async () => ownFarmDtoSchema.parse((await client.get('/farms/mine')).body);
    await market.settled();
    const { _id: id, version } = await mine();
    const edit = {
      version,
      name: 'Hollow Creek',
      tagline: `${WORD}tag`,
      story: `${WORD}story`,
      practices: [`${WORD}practice`],
      certification: `${WORD}certified`,
      city: `${WORD}town`,
      state: 'MA',
      fulfilment: ['pickup'],
      pickupPlace: `${WORD}barn`,
    };
    const edited = ownFarmDtoSchema.parse((await client.patch('/farms/mine', edit)).body);
    await client.post('/farms/mine/application');
    const decision = { decision: 'approved', version: edited.version + 1 };
    expect((await admin.client.patch(`/farms/${id}/decision`, decision)).status).toBe(200);
    const { slug } = await mine();
    const own: TestFarm = { id, slug, farmer };
    await market.schedule(own, {
      name: `${WORD}days`,
      place: 'The yard',
      cutOff: { daysBefore: 0, time: '00:00' },
    });
    const product = await market.product(own, { name: 'Leeks' });
    const productPath = `/products/${product._id}`;
    await client.patch(productPath, { version: 1, description: `${WORD}leeks` });
    await client.post(
      `${productPath}/stock`,
      { reason: 'harvest', change: 2, lot: `${WORD}lot`, note: `${WORD}stock` },
      key(),
    );
    const invite = { version: 0, role: 'packer', email: 'stranger@example.test' };
    const invited = await client.post('/farms/mine/team/invitations', invite);
    expect(invited.status).toBeLessThan(300);
    const customer = await market.person('customer');
    const bought = await market.order(customer, [[product, 1]]);
    await market.settled();
    expect(await blockersOf(farmer)).toEqual([{ kind: 'farmOrders', count: 1 }]);
    const packer = await market.member(own, 'packer');
    let now = bought;
    for (const status of ['accepted', 'packed', 'ready_for_pickup', 'delivered'] as const)
      now = await step(now, status, own);
    await market.settled();
    // the market's fee on what was paid in cash
    expect(await blockersOf(farmer)).toEqual([
      { kind: 'balance', count: 1 },
      { kind: 'team', count: 1 },
    ]);
    expect((await packer.client.post('/team/leave', { farmId: id })).status).toBe(200);
    expect((await remove(farmer)).code).toBe('ACCOUNT_NOT_DELETABLE');
    await settle(own);
    expect(await blockersOf(farmer)).toEqual([]);
    expect((await remove(farmer)).status).toBe(204);
    await eraseAll();
    expect(await placesOf(wordsOf(WORD))).toEqual([]);
    expect(
      await market.collection('schedules').countDocuments({ farmId: new Types.ObjectId(id) }),
    ).toBe(0);
    expect((await market.visitor.get(`/farms/${slug}`)).code).toBe('FARM_NOT_FOUND');
    expect((await market.visitor.get(productPath)).code).toBe('PRODUCT_NOT_FOUND');
    const { body } = await customer.client.get(`/orders/${bought._id}`);
    expect(body).toMatchObject({ parts: [{ farmName: 'Hollow Creek', status: 'delivered' }] });
  });
});
