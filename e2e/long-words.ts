import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type Browser, expect } from '@playwright/test';
import { MAX_LENGTH } from '../libs/contracts/src/max-length.js';
import { demoCaller } from './api.js';
import { Person } from './people.js';

/** A word without a place to break. */
const word = (length: number, letter = 'm') => letter.repeat(length);
const MAP_LINK = `https://maps.example.org/${word(230, 'x')}`;

/** The fields of responses that are used here. */
interface Answer {
  readonly _id: string;
  readonly version: number;
  readonly slug: string;
  readonly farmId: string;
  readonly parts: [Answer];
  readonly receipts: Answer[];
}
type Call = (method: string, path: string, data?: object) => Promise<Answer>;

/** Calls the API as the person who is signed in on the page. */
async function callerOf({ page }: Person, request: APIRequestContext): Promise<Call> {
  const token = await page.evaluate<string>(`localStorage.getItem('token')`);
  return async (method, path, data) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
    const answer = await request.fetch(`/api/v1${path}`, { method, headers, data });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
}

/** A person whose names, and the first part of whose e-mail address, are each one long word. */
async function signUp(
  browser: Browser,
  request: APIRequestContext,
  role: 'customer' | 'farmer',
  letter: string,
): Promise<{ person: Person; call: Call }> {
  const person = await Person.signUp(browser, role, `${word(40, letter)}${process.pid}`);
  const call = await callerOf(person, request);
  const [firstName, lastName] = [word(80, letter), word(80, 'w')];
  // the page may still report who signed in, which is a new version
  await expect(async () => {
    const { version } = await call('GET', '/users/me');
    await call('PATCH', '/users/me', { version, firstName, lastName });
  }).toPass();
  return { person, call };
}

const ADDRESS = {
  recipient: word(80),
  phone: '518 555 0100',
  line1: word(120),
  line2: word(120),
  city: word(80),
  state: 'NY',
  postalCode: '12534',
};

/** A farm, its product and a customer whose every text is one word of the maximum length, and what they did. */
export async function longWords(browser: Browser, request: APIRequestContext) {
  const admin = await demoCaller(request);
  const farmer = await signUp(browser, request, 'farmer', 'f');
  const farm = await farmer.call('GET', '/farms/mine');
  await farmer.call('PATCH', '/farms/mine', {
    version: farm.version,
    name: word(80),
    tagline: word(140),
    story: `${word(400)}\n${MAP_LINK}`,
    practices: [word(80), word(80, 'w')],
    certification: word(120),
    certificates: [
      { name: word(120), issuer: word(120), number: word(60), validUntil: '2030-01-01' },
    ],
    city: word(80),
    state: word(40),
    fulfilment: ['delivery', 'pickup'],
    pickupPlace: word(200),
    pickupDetails: { address: word(200), opening: word(200), location: null },
  });
  const { version: applied } = await farmer.call('POST', '/farms/mine/application');
  const decision = { decision: 'approved', reason: word(500), version: applied };
  await admin('admin', 'PATCH', `/farms/${farm._id}/decision`, decision);
  const { slug } = await farmer.call('GET', '/farms/mine');

  const product = await farmer.call('POST', '/products', {
    name: word(120),
    category: 'roots',
    price: 1_234.5,
    unit: 'bunch',
    organic: true,
    description: `${word(400)} ${MAP_LINK}`,
    onHand: 5_000,
    lowAt: 4_999,
    harvestedAt: new Date().toISOString(),
    lot: word(MAX_LENGTH.lot),
    allergens: [word(40), word(40, 'w')],
    storage: word(MAX_LENGTH.storage),
    features: [word(60), word(60, 'w')],
  });
  const { version } = product;
  const live = await farmer.call('PATCH', `/products/${product._id}`, { version, status: 'live' });
  await farmer.call('POST', `/products/${product._id}/stock`, {
    version: live.version,
    reason: 'write-off',
    change: -1,
    note: word(MAX_LENGTH.note),
  });
  await admin('admin', 'PATCH', `/products/${product._id}`, {
    version: live.version + 1,
    price: 1_234,
    reason: word(MAX_LENGTH.reason),
  });

  const customer = await signUp(browser, request, 'customer', 'c');
  await customer.call('POST', '/users/me/addresses', ADDRESS);
  await customer.call('PUT', `/favourites/products/${product._id}`);
  await customer.call('PUT', `/favourites/farms/${farm._id}`);
  const note = MAP_LINK.slice(0, MAX_LENGTH.note);
  const order = () =>
    customer.call('POST', '/orders', {
      items: [{ productId: product._id, quantity: 2, note }],
      address: ADDRESS,
      notes: note,
    });
  const delivered = await order();
  const [part] = delivered.parts;
  for (const [at, status] of ['accepted', 'packed', 'out_for_delivery', 'delivered'].entries())
    await farmer.call('PATCH', `/orders/${delivered._id}/parts/${part._id}`, {
      status,
      version: part.version + at,
    });
  // a delivery becomes a receipt by its event
  await expect
    .poll(async () => (await customer.call('GET', '/reviews/mine/waiting')).receipts.length)
    .toBe(1);
  const review = await customer.call('POST', '/reviews', {
    orderId: delivered._id,
    productId: product._id,
    rating: 4,
    title: word(120),
    text: `${word(300)} ${MAP_LINK}`,
  });
  const reply = { version: review.version, text: word(500) };
  await farmer.call('PUT', `/reviews/${review._id}/reply`, reply);
  const open = await order();
  const [openPart] = open.parts;
  await farmer.call('POST', `/orders/${open._id}/parts/${openPart._id}/changes`, {
    version: openPart.version,
    lines: [{ productId: product._id, quantity: 1 }],
    declineReason: 'other',
    reason: word(MAX_LENGTH.reason),
  });
  await customer.call('PUT', `/cart/items/${product._id}`, { quantity: 3 });
  const message = { email: `${word(60)}@${word(60)}.example`, subject: word(120) };
  const names = { firstName: word(80), lastName: word(80, 'w') };
  const sent = await request.post('/api/v1/contact', {
    data: { ...message, ...names, message: `${word(300)} ${MAP_LINK}` },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  return { farmer, customer, farmSlug: slug, product, delivered, open };
}
