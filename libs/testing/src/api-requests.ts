import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import {
  correctionDtoSchema,
  FEE_RULE,
  farmBalancesSchema,
  invitedDtoSchema,
  onboardingSchema,
  ownFarmDtoSchema,
  type PayCheckout,
  savedCardsSchema,
  teamDtoSchema,
  toDollars,
  userDtoSchema,
} from '#libs/contracts';
import type { TestFarm, TestPerson } from './people-and-goods.js';
import { ADDRESS, EVERY_DAY } from './samples.js';
import { CONTACT_MESSAGE, deviceAt, fromSomewhere, type StockedShop } from './stocked-shop.js';
import { emailOf } from './test-identity.js';

/** One call, without its caller. */
export interface ApiRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Creates the subject of a call, so that only its caller can be wrong. */
type Make = (
  shop: StockedShop,
  caller: TestPerson,
) => Partial<ApiRequest> | Promise<Partial<ApiRequest>>;

/** For calls that need more than the path of an existing subject. */
const makes: Readonly<Record<string, Make>> = {
  'POST /webhooks/clerk': () => ({ body: {} }),
  'POST /webhooks/cards': () => ({ body: {} }),
  'POST /contact': () => ({ body: CONTACT_MESSAGE, headers: fromSomewhere() }),
  'PATCH /contact-messages/{id}': async (shop) => {
    const { _id, version } = await shop.newContactMessage();
    return { path: `/contact-messages/${_id}`, body: { status: 'answered', version } };
  },
  'GET /search/suggestions': () => ({ path: '/search/suggestions?q=carr' }),
  'POST /users/initialize': (_, { subject }) => ({
    body: { clerkId: subject, email: emailOf(subject) },
  }),
  'PATCH /users/me': async (_, { client }) => {
    const { version } = (await client.get('/users/me')).body as { version?: number };
    return { body: { version: version ?? 1, firstName: 'Ada', lastName: 'Field' } };
  },
  'GET /users/{id}': async ({ market }) => {
    const { user } = await market.person('customer');
    return { path: `/users/${user._id}` };
  },
  'PATCH /users/{id}/status': async ({ market }) => {
    const { user } = await market.person('customer');
    return { path: `/users/${user._id}/status`, body: { status: 'inactive', reason: 'Asked to' } };
  },
  // The address of nobody, so that the callers of these calls stay.
  'POST /users/me/deletion': () => ({ body: { email: 'nobody@example.test' } }),
  'POST /users/me/addresses': () => ({ body: ADDRESS }),
  'PATCH /users/me/addresses/{id}': async (shop) => {
    const { address, version } = await shop.newAddress();
    return { path: `/users/me/addresses/${address._id}`, body: { version, line2: 'At the back' } };
  },
  'DELETE /users/me/addresses/{id}': async (shop) => ({
    path: `/users/me/addresses/${(await shop.newAddress()).address._id}`,
  }),
  'POST /inbox/read': () => ({ body: { all: true } }),
  'PUT /push/devices': () => ({ body: deviceAt('any') }),
  'DELETE /push/devices/{id}': async (shop) => ({
    path: `/push/devices/${await shop.newDevice()}`,
  }),
  'PUT /push/quiet-hours': () => ({ body: { quiet: { from: '21:00', to: '07:00' } } }),

  'PATCH /farms/mine': async (shop, caller) => ({
    body: { version: await farmVersion(shop, caller), tagline: `Roots ${randomUUID()}` },
  }),
  'POST /farms/mine/holiday': async (shop, caller) => ({
    body: {
      version: await farmVersion(shop, caller),
      // Not a day: the orders of the other calls may be for tomorrow.
      until: new Date(Date.now() + 3_600_000).toISOString(),
    },
  }),
  'GET /calendars': ({ farm }) => ({ path: `/calendars?farms=${farm.id}` }),
  'POST /schedules': () => ({ body: EVERY_DAY }),
  'PUT /schedules/{id}': async (shop) => {
    const { _id, version } = await shop.newSchedule();
    return { path: `/schedules/${_id}`, body: { ...EVERY_DAY, version } };
  },
  'POST /schedules/{id}/remove': async (shop) => {
    const { _id, version } = await shop.newSchedule();
    return { path: `/schedules/${_id}/remove`, body: { version } };
  },
  'POST /slots/{id}/close': async (shop) => {
    const { _id, version } = await shop.openSlot();
    return { path: `/slots/${_id}/close`, body: { version } };
  },
  'POST /slots/{id}/reopen': async (shop) => {
    const { _id, version } = await shop.openSlot();
    return { path: `/slots/${_id}/reopen`, body: { version } };
  },
  'PATCH /farms/{id}/decision': async (shop) => {
    const { _id, version } = await shop.newApplication();
    return { path: `/farms/${_id}/decision`, body: { version, decision: 'approved' } };
  },

  'POST /test-cards/sellers': async (_, { client }) => {
    const { body } = await client.post('/farms/mine/payouts/onboard');
    return { body: { seller: onboardingSchema.parse(body).url.split('/').at(-1) } };
  },
  'POST /admin/money/farms/{id}/payments': async ({ farm, admin, market }) => {
    // what the calls before it have sold is booked later, and the balance must be the one that was seen
    await market.settled();
    const { farms } = farmBalancesSchema.parse((await admin.client.get('/admin/money/farms')).body);
    const balance = farms.find(({ farmId }) => farmId === farm.id)?.balance ?? 0;
    const paidOn = new Date().toISOString().slice(0, 10);
    const paid = { kind: 'payment', amount: 0.01, reference: 'BANK 1', paidOn, balance };
    return { body: paid, headers: once() };
  },
  'POST /admin/money/card-payments/{id}/refunds': async (shop) => {
    const { id, amount } = await shop.newRefusedRefund(await paymentOf(shop));
    const paidOn = new Date().toISOString().slice(0, 10);
    return {
      path: `/admin/money/card-payments/${id}/refunds`,
      body: { amount, reference: 'BANK 1', paidOn },
      headers: once(),
    };
  },
  'POST /admin/money/corrections': (shop) => ({ body: correctionOf(shop), headers: once() }),
  'PATCH /admin/money/corrections/{id}/decision': async (shop) => {
    const path = '/admin/money/corrections';
    const { body } = await shop.admin.client.post(path, correctionOf(shop), once());
    const { _id, version } = correctionDtoSchema.parse(body);
    return { path: `${path}/${_id}/decision`, body: { version, decision: 'rejected' } };
  },

  'GET /admin/jobs': () => ({ path: '/admin/jobs?queue=mail' }),
  'GET /admin/jobs/{queue}/{id}': async (shop) => ({
    path: `/admin/jobs/mail/${await shop.newFailedJob()}`,
  }),
  'POST /admin/jobs/{queue}/{id}/retry': async (shop) => ({
    path: `/admin/jobs/mail/${await shop.newFailedJob()}/retry`,
  }),
  'DELETE /admin/jobs/{queue}/{id}': async (shop) => ({
    path: `/admin/jobs/mail/${await shop.newFailedJob()}`,
  }),

  'POST /products': () => ({
    body: { name: 'Plums', category: 'fruit', price: 3, unit: 'lb' },
    headers: once(),
  }),
  'POST /products/{id}/duplicate': () => ({ headers: once() }),
  'POST /uploads/pictures': async () => {
    const create = { width: 9, height: 9, channels: 3, background: '#7a3' } as const;
    const body = new Uint8Array(await sharp({ create }).png().toBuffer());
    return { body, headers: { 'content-type': 'image/png' } };
  },
  'PATCH /products/{id}': async (shop) => {
    const { _id, version } = await shop.newProduct();
    return { path: `/products/${_id}`, body: { version, price: 3, reason: 'By hand' } };
  },
  'POST /products/{id}/stock': async (shop) => {
    const { _id, version } = await shop.newProduct();
    return { path: `/products/${_id}/stock`, body: { version, change: 5, reason: 'harvest' } };
  },

  'PUT /cart/items/{productId}': () => ({ body: { quantity: 1 } }),
  'POST /cart/merge': ({ product }) => ({
    body: { items: [{ productId: product._id.toString(), quantity: 1 }] },
  }),
  'POST /cart/acknowledge': async (shop, caller) => {
    if (caller.user.role === 'customer') await shop.filledCart(caller);
    return { body: { items: [{ productId: shop.product._id.toString(), price: 2.5 }] } };
  },
  'POST /checkout/holds': async (shop, caller) => ({
    body: { version: caller.user.role === 'customer' ? await shop.filledCart(caller) : 1 },
    headers: once(),
  }),
  'DELETE /checkout/holds/{id}': async (shop) => ({
    path: `/checkout/holds/${await shop.newHold()}`,
  }),
  'POST /checkout/payments': async (shop) => ({ body: await paymentOf(shop), headers: once() }),
  'POST /checkout/payments/{id}/confirm': async (shop) => ({
    path: `/checkout/payments/${(await shop.newPayment(await paymentOf(shop)))._id}/confirm`,
  }),
  'DELETE /cards/{reference}': async (shop) => {
    await shop.newPayment(await paymentOf(shop, 'success'));
    const { cards } = savedCardsSchema.parse((await shop.customer.client.get('/cards')).body);
    return { path: `/cards/${cards[0]?.reference}` };
  },
  'POST /test-cards/challenges': async (shop) => {
    const { challenges } = await shop.newPayment(await paymentOf(shop, 'challenge'));
    return { body: { challenge: challenges[0], passed: true } };
  },
  'POST /orders': ({ product }) => ({
    body: { items: [{ productId: product._id.toString(), quantity: 1 }], address: ADDRESS },
    headers: once(),
  }),
  'POST /orders/{id}/payments': async (shop) => {
    const { orderId, amount } = await shop.newUnpaidOrder(await paymentOf(shop));
    const body = { card: { kind: 'new', tokens: ['success'], save: false }, amount };
    return { path: `/orders/${orderId}/payments`, body, headers: once() };
  },
  'GET /orders/{id}/calendar.ics': async (shop) => {
    const { _id } = await shop.newOrderWithDay();
    return { path: `/orders/${_id}/calendar.ics` };
  },
  'PATCH /orders/{id}/parts/{partId}': async (shop) => {
    const { _id, parts } = await shop.newOrder();
    const { _id: partId, version } = parts[0] ?? {};
    return { path: `/orders/${_id}/parts/${partId}`, body: { version, status: 'accepted' } };
  },
  'PATCH /farms/mine/team/members/{id}': async (shop, caller) => {
    const { user } = await shop.market.member(shop.farm, 'driver');
    const body = { version: await teamVersion(caller), role: 'packer' };
    return { path: `/farms/mine/team/members/${user._id}`, body };
  },
  'POST /farms/mine/team/members/{id}/remove': async (shop, caller) => {
    const { user } = await shop.market.member(shop.farm, 'driver');
    const body = { version: await teamVersion(caller) };
    return { path: `/farms/mine/team/members/${user._id}/remove`, body };
  },
  'POST /farms/mine/team/invitations': async (_, caller) => ({
    body: { version: await teamVersion(caller), role: 'driver' },
  }),
  'POST /farms/mine/team/invitations/{id}/resend': async (shop, caller) => ({
    path: `/farms/mine/team/invitations/${(await newInvitation(shop.farm)).invitationId}/resend`,
    body: { version: await teamVersion(caller) },
  }),
  'POST /farms/mine/team/invitations/{id}/cancel': async (shop, caller) => ({
    path: `/farms/mine/team/invitations/${(await newInvitation(shop.farm)).invitationId}/cancel`,
    body: { version: await teamVersion(caller) },
  }),
  'POST /invitations/look': async (shop) => ({
    body: { token: (await newInvitation(shop.farm)).link.split('#')[1] },
  }),
  // Accepted before, so that nobody of the shop comes to act for another farm.
  'POST /invitations/accept': async (shop, { client }) => {
    const token = (await newInvitation(await shop.market.farm())).link.split('#')[1];
    const before = userDtoSchema.safeParse((await client.get('/users/me')).body).data;
    await client.post('/invitations/accept', { token });
    if (before) await client.put('/team/acting', { farmId: before.farmId });
    return { body: { token } };
  },
  'PUT /team/acting': async (_, { client }) => {
    const { body } = await client.get('/users/me');
    return { body: { farmId: userDtoSchema.safeParse(body).data?.farmId ?? null } };
  },
  'POST /team/leave': () => ({ body: { farmId: 'f'.repeat(24) } }),
  'POST /farms/mine/packing-orders/{id}/steps': async (shop) => {
    const { _id, parts } = await shop.newOrder();
    const { version } = parts[0] ?? {};
    return {
      path: `/farms/mine/packing-orders/${_id}/steps`,
      body: { version, status: 'accepted' },
    };
  },
  'POST /farms/mine/stops/{id}/steps': async (shop) => {
    const { _id, version } = await shop.newStop();
    return {
      path: `/farms/mine/stops/${_id}/steps`,
      body: { version, status: 'out_for_delivery' },
    };
  },
  'POST /orders/{id}/parts/{partId}/changes': async (shop, { user }) => {
    const { _id, parts } = await shop.newOrder();
    const { _id: partId, version } = parts[0] ?? {};
    const end =
      user.role === 'farmer'
        ? { status: 'declined', declineReason: 'other' }
        : { status: 'cancelled', ...(user.role === 'admin' && { reason: 'A mistake' }) };
    return {
      path: `/orders/${_id}/parts/${partId}/changes`,
      body: { version, ...end },
      headers: once(),
    };
  },
  'POST /orders/{id}/parts/{partId}/problems': async (shop) => {
    const { path, body } = await shop.newReport();
    return { path, body, headers: once() };
  },
  'PATCH /problems/{id}/answer': async (shop) => {
    const { _id, version } = await shop.newProblem();
    const body = { version, outcome: 'none', reason: 'We agreed on something else' };
    return { path: `/problems/${_id}/answer`, body };
  },
  'GET /orders/{id}/parts/{partId}/messages': async (shop, { user }) => {
    if (user.role !== 'admin') return { path: (await shop.newMessage('farm')).messages };
    const { message } = await shop.newReportedMessage('farm');
    return { path: `/orders/${message.orderId}/parts/${message.partId}/messages` };
  },
  'POST /orders/{id}/parts/{partId}/messages': async (shop) => {
    const { messages: path } = await shop.newMessage('farm');
    return { path, body: { text: 'Yes, come then.' }, headers: once() };
  },
  'PUT /orders/{id}/parts/{partId}/messages/read': async (shop, { user }) => {
    const { messages } = await shop.newMessage(user.role === 'farmer' ? 'customer' : 'farm');
    return { path: `${messages}/read`, body: { number: 1 } };
  },
  'POST /orders/{id}/parts/{partId}/messages/{messageId}/report': async (shop, { user }) => {
    const { path } = await shop.newMessage(user.role === 'farmer' ? 'customer' : 'farm');
    return { path: `${path}/report`, body: { reason: 'An advertisement' } };
  },
  'PATCH /message-reports/{id}': async (shop) => {
    const { _id, version } = await shop.newReportedMessage('farm');
    const body = { version, remove: true, reason: 'It is one' };
    return { path: `/message-reports/${_id}`, body };
  },
  'POST /farms/mine/order-steps': async (shop) => {
    const { _id: orderId, parts } = await shop.newOrder();
    const { _id: partId, version } = parts[0] ?? {};
    return { body: { steps: [{ orderId, partId, version, status: 'accepted' }] } };
  },
  'POST /farms/mine/packing-orders/{id}/shorts': async (shop) => {
    const { _id, parts } = await shop.market.order(shop.customer, [[shop.product, 2]]);
    const { version, lines } = parts[0] ?? {};
    const productId = lines?.[0]?.productId;
    return {
      path: `/farms/mine/packing-orders/${_id}/shorts`,
      body: { version, lines: [{ productId, quantity: 1 }], declineReason: 'quality' },
      headers: once(),
    };
  },
  'POST /farms/mine/packing-orders/hand-overs': async (shop) => ({
    body: { code: await shop.newHandOverCode('pickup') },
    headers: once(),
  }),
  'POST /farms/mine/stops/hand-overs': async (shop) => ({
    body: { code: await shop.newHandOverCode() },
    headers: once(),
  }),
  'POST /farms/mine/hand-overs': async (shop) => ({
    body: { code: await shop.newHandOverCode() },
    headers: once(),
  }),

  'POST /reviews': (shop) => ({ body: { ...shop.newReceipt(), rating: 5, text: 'Crisp.' } }),
  'PATCH /reviews/{id}': async (shop) => {
    const { _id, version } = await shop.newReview();
    return { path: `/reviews/${_id}`, body: { version, rating: 5 } };
  },
  'DELETE /reviews/{id}': async (shop) => ({ path: `/reviews/${(await shop.newReview())._id}` }),
  'PUT /reviews/{id}/reply': async (shop) => {
    const { _id, version } = await shop.newReview();
    return { path: `/reviews/${_id}/reply`, body: { version, text: 'Thank you.' } };
  },
  'PATCH /reviews/{id}/moderation': async (shop) => {
    const { _id, version } = await shop.newReview();
    const body = { version, hidden: true, reason: 'An insult' };
    return { path: `/reviews/${_id}/moderation`, body };
  },
};

/** A valid call of this operation by this caller, on an existing subject. */
export async function requestOf(
  shop: StockedShop,
  caller: TestPerson,
  operation: { readonly name: string; readonly path: string },
): Promise<ApiRequest> {
  return { path: pathIn(shop, operation.path), ...(await makes[operation.name]?.(shop, caller)) };
}

/** The path of an existing subject. */
function pathIn({ farm, order, product, onSale }: StockedShop, path: string): string {
  const id = () => {
    if (/farms\/\{id\}/.test(path)) return farm.id;
    if (path.startsWith('/orders')) return order._id;
    // Public pages of a product do not exist while its farm may not sell.
    return (
      /^\/products\/\{id\}(\/reviews|\/related)?$/.test(path) ? onSale : product
    )._id.toString();
  };
  return path
    .replace('{slug}', farm.slug)
    .replace('{queue}', 'mail')
    .replace('{month}', new Date().toISOString().slice(0, 7))
    .replace(/\{(id|productId)\}/, id);
}

/** A payment of a new checkout. */
async function paymentOf(shop: StockedShop, token = 'success'): Promise<PayCheckout> {
  const { product } = shop;
  const holdId = await shop.newHold();
  const items = [{ productId: product._id.toString(), quantity: 1 }];
  return {
    order: { items, address: ADDRESS, holdId, payment: 'card' },
    card: { kind: 'new', tokens: [token], save: true },
    total: toDollars(product.price + FEE_RULE.deliveryFee),
  };
}

const correctionOf = ({ farm }: StockedShop) => ({
  farmId: farm.id,
  amount: 1,
  reason: 'A crate came back',
});

const once = () => ({ 'idempotency-key': randomUUID() });

/** The version of the caller's own farm; for others, that of the shop's farm. */
async function farmVersion({ farm }: StockedShop, { user, client }: TestPerson): Promise<number> {
  const farmer = user.role === 'farmer' ? client : farm.farmer.client;
  return ownFarmDtoSchema.parse((await farmer.get('/farms/mine')).body).version;
}

/** The version of the caller's own team, or any if they have none. */
async function teamVersion({ client }: TestPerson): Promise<number> {
  return teamDtoSchema.safeParse((await client.get('/farms/mine/team')).body).data?.version ?? 0;
}

/** An invitation to drive for a farm. */
async function newInvitation({ farmer }: TestFarm) {
  const body = { version: await teamVersion(farmer), role: 'driver' };
  return invitedDtoSchema.parse(
    (await farmer.client.post('/farms/mine/team/invitations', body)).body,
  );
}
