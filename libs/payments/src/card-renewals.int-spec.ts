import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { OrderDto, TestCardToken } from '#libs/contracts';
import { TestCardsProvider } from './providers/test-cards.provider.js';
import { BOTH, CardShop, newCard, ONE } from './testing/card-shop.js';

let shop: CardShop;
beforeAll(async () => {
  shop = await CardShop.open();
});
afterAll(() => shop.close());

const payAnew = (
  order: Pick<OrderDto, '_id'>,
  amount: number,
  { token = 'success' as TestCardToken, key = randomUUID() as string, who = shop.customer } = {},
) =>
  who.client.post(
    `/orders/${order._id}/payments`,
    { card: newCard(token), amount },
    { 'idempotency-key': key },
  );
const states = async (order: OrderDto) =>
  (await shop.paymentsOf(order)).map(({ state, held, captured }) => [state, held, captured]);

/** How often the customer was asked to pay this order again. */
async function asked(order: OrderDto): Promise<number> {
  await shop.market.settled();
  const { notifications } = (await shop.customer.client.get('/inbox')).body as {
    notifications: { kind: string; link: { path: string } }[];
  };
  return notifications.filter(
    ({ kind, link }) => kind === 'order.unpaid' && link.path === `/orders/${order._id}`,
  ).length;
}

/** An order by a card that the customer keeps. */
async function orderedWithSavedCard(token: TestCardToken): Promise<OrderDto> {
  const hold = await shop.hold(ONE);
  await shop.pay(ONE, hold, token, { more: { card: newCard(token, { save: true }) } });
  return (await shop.place(ONE, hold)).body as OrderDto;
}

describe('an authorisation that expires before the hand-over', () => {
  it('is held again with the saved card, without the customer', async () => {
    const order = await orderedWithSavedCard('success');
    await shop.expire(order);
    await shop.atRest();
    expect(await states(order)).toEqual([['authorised', 14.99, 0]]);
    expect((await shop.stored({ orderId: order._id })).map(({ stage }) => stage)).toEqual([
      'replaced',
      'order',
    ]);
    await shop.deliver(order, 0);
    await shop.atRest();
    expect(await states(order)).toEqual([['captured', 14.99, 14.99]]);
    expect(await asked(order)).toBe(0);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('is asked of the customer if the saved card is refused', async () => {
    const order = await orderedWithSavedCard('success');
    const { cards } = (await shop.customer.client.get('/cards')).body as {
      cards: { reference: string }[];
    };
    for (const { reference } of cards) await shop.customer.client.delete(`/cards/${reference}`);
    await shop.expire(order);
    await shop.atRest();
    expect(await states(order)).toEqual([['declined', 14.99, 0]]);
    expect(await asked(order)).toBe(1);
    expect((await payAnew(order, 14.99)).body).toMatchObject({ state: 'placed', amount: 14.99 });
    expect(await states(order)).toEqual([['authorised', 14.99, 0]]);
  });

  it('is asked of the customer if the saved card holds it again, and does not pay', async () => {
    const order = await orderedWithSavedCard('success');
    const refusal = { state: 'declined', code: 'card_declined' } as const;
    const capture = jest.spyOn(TestCardsProvider.prototype, 'capture').mockResolvedValue(refusal);
    await shop.deliver(order, 0);
    await shop.atRest();
    // the same request may be sent twice
    expect(new Set(capture.mock.calls.map(([{ key }]) => key)).size).toBe(2);
    capture.mockRestore();
    expect(await states(order)).toEqual([['lapsed', 14.99, 0]]);
    expect(await asked(order)).toBe(1);
    expect((await payAnew(order, 14.99)).body).toMatchObject({ state: 'placed' });
    await shop.atRest();
    expect(await states(order)).toEqual([['captured', 14.99, 14.99]]);
  });

  it('is asked of the customer once, who pays exactly that', async () => {
    const order = await shop.ordered(BOTH);
    await shop.deliver(order, 1);
    await shop.atRest();
    await shop.expire(order);
    await shop.atRest();
    expect(await states(order)).toEqual([
      ['lapsed', 14.99, 0],
      ['captured', 15, 15],
    ]);
    expect(await asked(order)).toBe(1);
    expect(await payAnew(order, 29.99)).toMatchObject({
      code: 'TOTAL_CHANGED',
      body: { details: { from: 29.99, to: 14.99 } },
    });
    const declined = await payAnew(order, 14.99, { token: 'insufficient_funds' });
    expect(declined.body).toMatchObject({ state: 'declined', code: 'insufficient_funds' });
    const who = await shop.market.person('customer');
    expect((await payAnew(order, 14.99, { who })).code).toBe('ORDER_NOT_FOUND');
    const challenged = await payAnew(order, 14.99, { token: 'challenge' });
    expect(challenged.body).toMatchObject({ state: 'challenge' });
    // The customer leaves the bank's page and takes another card.
    const answers = await Promise.all([1, 2].map(() => payAnew(order, 14.99)));
    expect(answers.map(({ code }) => code).sort()).toEqual(['PAYMENT_NOT_FOUND', undefined]);
    expect((await payAnew(order, 14.99)).code).toBe('PAYMENT_NOT_FOUND');
    await shop.deliver(order, 0);
    await shop.atRest();
    expect((await states(order)).sort()).toEqual([
      ['captured', 14.99, 14.99],
      ['captured', 15, 15],
    ]);
    expect(await asked(order)).toBe(1);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('is owed to the farm all the same, and taken when it is paid anew', async () => {
    const order = await shop.ordered(ONE);
    const before = (await shop.balances())['market:cards'] ?? 0;
    await shop.expire(order);
    await shop.deliver(order, 0);
    await shop.atRest();
    expect(await states(order)).toEqual([['lapsed', 14.99, 0]]);
    expect((await shop.balances())['market:cards']).toBe(before - 1_499);
    expect((await payAnew(order, 14.99)).body).toMatchObject({ state: 'placed' });
    await shop.atRest();
    expect(await states(order)).toEqual([['captured', 14.99, 14.99]]);
    expect((await shop.balances())['market:cards']).toBe(before);
  });

  it('is not asked for a part that has ended', async () => {
    const order = await shop.ordered(ONE);
    await shop.change(shop.customer, order, 0, { status: 'cancelled' });
    await shop.atRest();
    expect((await payAnew(order, 14.99)).code).toBe('PAYMENT_NOT_FOUND');
    expect(await asked(order)).toBe(0);
  });
});
