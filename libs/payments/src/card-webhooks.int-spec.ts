import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { checkoutPaymentSchema, type HoldDto, waitingPaymentsSchema } from '#libs/contracts';
import { type Answer, waitFor } from '#libs/testing';
import { ConfiguredCards } from './configured-cards.js';
import { signedWebhook } from './providers/test-webhooks.js';
import { BOTH, CardShop, newCard, ONE } from './testing/card-shop.js';

let shop: CardShop;
beforeAll(async () => {
  shop = await CardShop.open();
});
afterAll(() => shop.close());

/** Sends a webhook about an intention as the test cards do. */
function send(
  key: string,
  { kind = 'authorization', secret = shop.market.secret, at = new Date(), body = '' } = {},
): Promise<Answer> {
  const about = { kind, key, reference: 'auth_1' };
  const event = body || JSON.stringify({ id: `evt_${randomUUID()}`, at, about });
  const { headers } = signedWebhook(event, secret, at);
  return shop.market.visitor.call('POST', '/webhooks/cards', JSON.parse(event), {
    'test-cards-signature': String(headers['test-cards-signature']),
  });
}

const paymentOf = async ({ _id }: Pick<HoldDto, '_id'>) => {
  const [payment] = await shop.stored({ holdId: _id });
  if (!payment) throw new Error('the hold has no payment');
  return payment;
};
const keysOf = async (hold: HoldDto) => (await paymentOf(hold)).closed.map(({ key }) => key);

describe('a webhook about cards', () => {
  it('that is forged, recorded, malformed or unsigned is refused', async () => {
    const hold = await shop.hold(ONE);
    await shop.authorised(ONE, hold, 'success');
    const [key = ''] = await keysOf(hold);
    // the worker may ask about it meanwhile
    const { version, nextAt, ...before } = await paymentOf(hold);
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const answer of [
      await send(key, { secret: 'another secret, which nobody gave us' }),
      await send(key, { at: hourAgo }),
      await send(key, { body: '{"about":{"kind":"authorization"}}' }),
      await shop.market.visitor.post('/webhooks/cards', { about: { key } }),
    ])
      expect([answer.status, answer.code]).toEqual([401, 'WEBHOOK_INVALID']);
    expect(await paymentOf(hold)).toMatchObject(before);
  });

  it('of a stranger’s or no payment is accepted, and does nothing', async () => {
    const before = await shop.testCards();
    for (const key of ['f'.repeat(24), `${'f'.repeat(24)}-1`, 'payer-1', '-'])
      expect((await send(key)).status).toBe(204);
    expect(await shop.testCards()).toEqual(before);
  });

  it('says that the challenge was passed, if the customer never comes back', async () => {
    const hold = await shop.hold(ONE);
    const payment = checkoutPaymentSchema.parse((await shop.pay(ONE, hold, 'challenge')).body);
    const [challenge] = payment.challenges;
    await shop.customer.client.post('/test-cards/challenges', { challenge, passed: true });
    const [key = ''] = await keysOf(hold);
    expect((await send(key)).status).toBe(204);
    await waitFor('the payment', async () => (await paymentOf(hold)).state === 'authorised');
    expect((await shop.place(ONE, hold)).status).toBe(201);
  });

  it('is a hint only: it believes the provider, however late, often and out of order it comes', async () => {
    const hold = await shop.hold(ONE);
    await shop.authorised(ONE, hold, 'webhook_twice');
    const [authorize = ''] = await keysOf(hold);
    for (const kind of ['refund', 'authorization', 'authorization', 'transfer'])
      expect((await send(authorize, { kind })).status).toBe(204);
    await shop.atRest();
    expect(await paymentOf(hold)).toMatchObject({ state: 'authorised', captured: 0, refunded: 0 });
    const order = (await shop.place(ONE, hold)).body as never;
    await shop.deliver(order, 0);
    await shop.atRest();
    await shop.change(shop.admin, order, 0, { status: 'cancelled', reason: 'It is lost' });
    await shop.atRest();
    const keys = await keysOf(hold);
    const done = await paymentOf(hold);
    expect(done).toMatchObject({ state: 'captured', captured: 1_499, refunded: 1_499 });
    const books = await shop.testCards();
    for (const key of [...keys.toReversed(), ...keys])
      expect((await send(key, { kind: 'refund' })).status).toBe(204);
    await shop.atRest();
    const { version: _, ...after } = await paymentOf(hold);
    expect(done).toMatchObject(after);
    expect(await shop.testCards()).toEqual(books);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('about a refund that failed after it had succeeded leaves it to a person, once', async () => {
    const order = await shop.ordered(ONE);
    await shop.deliver(order, 0);
    await shop.atRest();
    await shop.change(shop.admin, order, 0, { status: 'cancelled', reason: 'It is lost' });
    await shop.atRest();
    const [refunded] = await shop.stored({ orderId: order._id });
    const key = refunded?.closed.at(-1)?.key ?? '';
    const { provider } = shop.market.app.get(ConfiguredCards).required();
    const find = jest
      .spyOn(provider, 'find')
      .mockResolvedValue({ state: 'unknown', why: 'no_answer' });
    expect((await send(key, { kind: 'refund' })).code).toBe('SERVICE_UNAVAILABLE');
    find.mockResolvedValue({ state: 'declined', code: 'refund_failed' });
    for (const _ of [1, 2]) expect((await send(key, { kind: 'refund' })).status).toBe(204);
    find.mockRestore();
    await shop.atRest();
    expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'refund_refused', refunded: 0 }]);
    const { body } = await shop.admin.client.get('/admin/money/card-payments');
    expect(waitingPaymentsSchema.parse(body).payments).toMatchObject([
      { order: { _id: order._id }, wait: { reason: 'refund_refused', amount: 14.99 } },
    ]);
    expect((await shop.journals(order)).slice(-2)).toEqual([
      'refunded market:bank -1499',
      'refunded market:cards 1499',
    ]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('of the test cards arrives, and says when an authorisation has expired', async () => {
    const order = await shop.ordered(ONE, 'expiry');
    const [authorised] = await shop.paymentsOf(order);
    expect(authorised?.state).toBe('authorised');
    await shop.expire(order);
    await shop.atRest();
    expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'lapsed', captured: 0 }]);
  });
});

describe('of two at once', () => {
  it('order and end of its hold, one has the payment', async () => {
    for (let n = 0; n < 12; n++) {
      const hold = await shop.hold(BOTH);
      await shop.authorised(BOTH, hold, 'success');
      const before = await shop.testCards();
      const end = () => shop.customer.client.delete(`/checkout/holds/${hold._id}`);
      const place = () => shop.place(BOTH, hold);
      // Each has a head start as often as the other.
      const [one, other] = await Promise.all(n % 2 === 0 ? [place(), end()] : [end(), place()]);
      const order = n % 2 === 0 ? one : other;
      await shop.atRest();
      const states = (await shop.stored({ holdId: hold._id })).map(({ stage, state }) => [
        stage,
        state,
      ]);
      const { held } = await shop.testCards();
      if (order.status === 201) {
        expect(states).toEqual([
          ['order', 'authorised'],
          ['order', 'authorised'],
        ]);
        expect(held).toBe(before.held);
      } else {
        expect(order.code).toBe('PAYMENT_NOT_AUTHORISED');
        expect(states).toEqual([
          ['ended', 'released'],
          ['ended', 'released'],
        ]);
        expect(held).toBe(before.held - 2_999);
      }
    }
  });

  it('orders of a hold, one is placed', async () => {
    const hold = await shop.hold(BOTH);
    await shop.authorised(BOTH, hold, 'success');
    const answers = await Promise.all([1, 2, 3].map(() => shop.place(BOTH, hold)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('payments of a hold, one is held in the end', async () => {
    const hold = await shop.hold(BOTH);
    await shop.atRest();
    const { held } = await shop.testCards();
    await Promise.all([1, 2, 3].map(() => shop.pay(BOTH, hold, 'success')));
    await shop.atRest();
    const stages = (await shop.stored({ holdId: hold._id })).map(({ stage, state }) => [
      stage,
      state,
    ]);
    expect(stages.filter(([stage]) => stage === 'checkout')).toEqual([
      ['checkout', 'authorised'],
      ['checkout', 'authorised'],
    ]);
    expect((await shop.testCards()).held).toBe(held + 2_999);
  });

  it('equal requests with one key hold the money once', async () => {
    const hold = await shop.hold(ONE);
    await shop.atRest();
    const { held } = await shop.testCards();
    const key = { 'idempotency-key': randomUUID() };
    const card = newCard();
    const body = { order: shop.order(ONE, hold), card, total: shop.total(ONE) };
    const pay = () => shop.customer.client.post('/checkout/payments', body, key);
    const answers = await Promise.all([pay(), pay(), pay()]);
    expect(new Set(answers.map((answer) => (answer.body as { _id: string })._id)).size).toBe(1);
    await shop.atRest();
    expect((await shop.testCards()).held).toBe(held + 1_499);
    const other = { ...body, card: newCard('decline') };
    const reused = await shop.customer.client.post('/checkout/payments', other, key);
    expect(reused.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});
