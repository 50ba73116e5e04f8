import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { type OrderProblem, uploadedPictureSchema } from '#libs/contracts';
import { recordKinds } from '#libs/platform';
import { emailOf, StockedShop, type TestPerson } from '#libs/testing';

let shop: StockedShop;
let problem: OrderProblem;
beforeAll(async () => {
  shop = await StockedShop.open({ settings: { CARD_PROVIDER: 'test-cards' } });
  const { customer, market, product } = shop;
  await shop.newReview();
  problem = await shop.newProblem();
  await shop.newAddress();
  await shop.filledCart(customer);
  await customer.client.put(`/favourites/products/${product._id}`);
  await market.visitor.post('/contact', {
    firstName: 'Ada',
    lastName: 'Field',
    email: customer.user.email,
    subject: 'Plums',
    message: 'Are the <b>plums</b> ripe?',
  });
  await answerWithCredit();
  await write(customer, 'I come at noon');
  await write(shop.farm.farmer, 'The gate is open');
  await upload(customer);
  await market.settled();
  await shop.newDevice();
});
afterAll(() => shop.close());

/** The farm answers the report with store credit. */
async function answerWithCredit(): Promise<void> {
  const { _id, version, lines } = problem;
  const [line] = lines;
  const body = {
    version,
    outcome: 'credit',
    lines: [{ productId: line?.productId, amount: 1 }],
    reason: 'Sorry',
  };
  const { status } = await shop.farm.farmer.client.patch(`/problems/${_id}/answer`, body);
  expect(status).toBe(200);
}
/** A message about the part of the report. */
async function write({ client }: TestPerson, text: string): Promise<void> {
  const { orderId, partId } = problem;
  const headers = { 'idempotency-key': randomUUID() };
  const path = `/orders/${orderId}/parts/${partId}/messages`;
  expect((await client.post(path, { text }, headers)).status).toBe(201);
}
async function upload({ client }: TestPerson): Promise<void> {
  const create = { width: 900, height: 600, channels: 3, background: '#7a3' } as const;
  const answer = await fetch(`${shop.market.url}/api/v1/uploads/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${client.token}` },
    body: new Uint8Array(await sharp({ create }).png().toBuffer()),
  });
  uploadedPictureSchema.parse(await answer.json());
}
async function archiveOf({ client }: TestPerson) {
  const answer = await fetch(`${shop.market.url}/api/v1/users/me/archive`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const data = JSON.parse(text('data.json')) as Record<string, Record<string, unknown>[]>;
  return { names: Object.keys(files), files, data, page: text('index.html') };
}

it('has all that the shop holds about a customer, and nothing is forgotten', async () => {
  const { customer, farm } = shop;
  const { data, names, files, page } = await archiveOf(customer);
  const empty = recordKinds.filter((kind) => data[kind]?.length === 0);
  // a customer has no farm, and this one has saved no card
  expect(empty).toEqual(['farm', 'cards']);
  expect(data).toMatchObject({
    profile: [{ _id: customer.user._id, email: emailOf(customer.subject) }],
    problems: [{ _id: problem._id, farmId: farm.id, answer: { outcome: 'credit' } }],
    sessions: [{ _id: `session-of-${customer.subject}` }],
    messages: [{ text: 'I come at noon' }],
    contactMessages: [{ message: 'Are the <b>plums</b> ripe?' }],
    credit: [{ amount: 1 }],
    devices: [{ name: 'Phone', kinds: ['message'] }],
  });
  const orders = await shop.market.collection('orders').countDocuments({});
  expect(data.orders).toHaveLength(orders);
  expect(names.slice(0, 2)).toEqual(['index.html', 'data.json']);
  const [picture] = names.filter((name) => name.startsWith('pictures/'));
  expect(data.pictures?.[0]?.file).toBe(picture);
  expect((await sharp(files[picture ?? '']).metadata()).width).toBe(900);
  expect(page).toContain('Are the &lt;b&gt;plums&lt;/b&gt; ripe?');
  expect(page).toContain('<th>Signed in at</th>');
  expect(page).not.toMatch(/<script|<b>/);
});

it('has a farmer’s farm, and nothing of the customers', async () => {
  const { farm, customer } = shop;
  const { data } = await archiveOf(farm.farmer);
  expect(data.farm).toMatchObject([{ _id: farm.id }]);
  expect(data.orders).toEqual([]);
  const { notifications: _, ...rest } = data;
  expect(JSON.stringify(rest)).not.toContain(customer.user.name);
});

it('has no messages that somebody sent under an address that is not confirmed', async () => {
  const { market, customer } = shop;
  market.identity.unproven.add(customer.subject);
  expect((await archiveOf(customer)).data.contactMessages).toEqual([]);
  market.identity.unproven.delete(customer.subject);
});

it('is refused without a part of it, instead of a broken file', async () => {
  const { market, customer } = shop;
  const { identity } = market;
  identity.sessionsOf = () => Promise.reject(new Error('the provider is away'));
  const { status } = await customer.client.get('/users/me/archive');
  expect(status).toBe(500);
  Reflect.deleteProperty(identity, 'sessionsOf');
  expect((await archiveOf(customer)).data.sessions).toHaveLength(1);
});
