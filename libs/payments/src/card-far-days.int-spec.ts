import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addDays,
  cardPaymentChangedSchema,
  cartDtoSchema,
  checkoutPaymentSchema,
  dayOf,
  type HoldDto,
  holdDtoSchema,
  type OrderDto,
  orderDtoSchema,
  type PayCheckout,
} from '#libs/contracts';
import { CardIntentions } from './card-intentions.service.js';
import { CardShop, newCard } from './testing/card-shop.js';

let shop: CardShop;
beforeAll(async () => {
  shop = await CardShop.open();
  await shop.market.schedule(shop.farms.apples);
});
afterAll(() => shop.close());

const LINES = [{ farm: 'apples', quantity: 2, fulfilment: 'pickup' }] as const;
const once = () => ({ 'idempotency-key': randomUUID() });

/** The slot in so many days. */
async function chosen(days: number) {
  const date = addDays(dayOf(Date.now(), 'UTC'), days);
  const slots = await shop.market.slots(shop.farms.apples);
  const slotId = slots.find((slot) => slot.date === date && slot.method === 'pickup')?._id;
  return { [shop.farms.apples.id]: { fulfilment: 'pickup' as const, slotId } };
}

/** A checkout of $10.00 of apples for a slot in so many days. */
async function checkout(days: number): Promise<{ hold: HoldDto; order: PayCheckout['order'] }> {
  const { client } = shop.customer;
  await client.delete('/cart');
  const cart = await client.put(`/cart/items/${shop.products.apples._id}`, { quantity: 2 });
  const { version } = cartDtoSchema.parse(cart.body);
  const farms = await chosen(days);
  const held = await client.post('/checkout/holds', { version, farms }, once());
  const hold = holdDtoSchema.parse(held.body);
  return { hold, order: { ...shop.order(LINES, hold), farms } };
}

async function paid(order: PayCheckout['order'], card: object = newCard()) {
  const { client } = shop.customer;
  const answer = await client.post('/checkout/payments', { order, card, total: 10 }, once());
  return checkoutPaymentSchema.parse(answer.body);
}

async function ordered(days: number, card: object = newCard()): Promise<OrderDto> {
  const { order } = await checkout(days);
  await paid(order, card);
  return orderDtoSchema.parse((await shop.customer.client.post('/orders', order, once())).body);
}

const stored = ({ _id }: OrderDto) => shop.stored({ orderId: _id });
const states = async (order: OrderDto) =>
  (await stored(order)).map(({ stage, state }) => [stage, state]);

/** The day has come from which the money is held. */
async function itIsTime(order: OrderDto): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  for (const { _id } of await stored(order))
    await shop.market
      .collection('payments')
      .updateOne({ _id, state: 'saved' }, { $set: { authorizeAt: past, nextAt: past } });
  await shop.atRest();
}

describe('an order for a day that is far away', () => {
  it('saves the card, and holds its money four days before', async () => {
    const { held } = await shop.testCards();
    const order = await ordered(10);
    await shop.atRest();
    const [saved] = await stored(order);
    const start = Date.parse(order.parts[0]?.slot?.startAt ?? '');
    expect(saved).toMatchObject({ state: 'saved', shownCard: { last4: '4242' } });
    expect([saved?.authorizeAt, saved?.nextAt]).toEqual([
      new Date(start - 4 * 86_400_000),
      new Date(start - 4 * 86_400_000),
    ]);
    // A webhook in between does not make it forget its day.
    const { nextAt, closed = [] } = saved ?? {};
    await shop.market.app.get(CardIntentions).hint(closed[0]?.key ?? '');
    await shop.atRest();
    expect(await stored(order)).toMatchObject([{ state: 'saved', nextAt }]);
    expect((await shop.testCards()).held).toBe(held);
    await itIsTime(order);
    expect(await states(order)).toEqual([
      ['replaced', 'lapsed'],
      ['order', 'authorised'],
    ]);
    expect((await shop.testCards()).held).toBe(held + 1_000);
    await shop.deliver(order, 0);
    await shop.atRest();
    expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'captured', captured: 10 }]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('holds the money at once if the day is near', async () => {
    const order = await ordered(3);
    expect(await states(order)).toEqual([['order', 'authorised']]);
  });

  it('takes the money of goods that are handed over earlier', async () => {
    const order = await ordered(10);
    await shop.deliver(order, 0);
    await shop.atRest();
    expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'captured', captured: 10 }]);
  });

  it('asks for nothing if it is cancelled before', async () => {
    const { payments } = await shop.testCards();
    const order = await ordered(10);
    await shop.change(shop.customer, order, 0, { status: 'cancelled' });
    await shop.atRest();
    expect(await states(order)).toEqual([['order', 'released']]);
    expect((await shop.testCards()).payments).toBe(payments);
    const events = await shop.market.events({ name: 'order.payment-changed' });
    const published = events
      .map(({ payload }) => cardPaymentChangedSchema.parse(payload).payment)
      .filter(({ orderId }) => orderId === order._id);
    expect(published.at(-1)).toMatchObject({ state: 'released' });
  });

  it('asks for nothing if it is never placed', async () => {
    const { payments } = await shop.testCards();
    const { hold, order } = await checkout(10);
    expect(await paid(order)).toMatchObject({ state: 'authorised' });
    await shop.customer.client.delete(`/checkout/holds/${hold._id}`);
    await shop.atRest();
    const ended = await shop.stored({ holdId: hold._id });
    expect(ended.map(({ stage, state }) => [stage, state])).toEqual([['ended', 'released']]);
    expect((await shop.testCards()).payments).toBe(payments);
  });

  it('asks the customer to pay anew if the card is declined then', async () => {
    const order = await ordered(10, newCard('insufficient_funds'));
    await itIsTime(order);
    expect(await states(order)).toEqual([
      ['replaced', 'lapsed'],
      ['order', 'declined'],
    ]);
    await shop.market.settled();
    const { notifications } = (await shop.customer.client.get('/inbox')).body as {
      notifications: { kind: string; link: { path: string } }[];
    };
    const asked = notifications.filter(
      ({ kind, link }) => kind === 'order.unpaid' && link.path === `/orders/${order._id}`,
    );
    expect(asked).toHaveLength(1);
    const again = await shop.customer.client.post(
      `/orders/${order._id}/payments`,
      { card: newCard(), amount: 10 },
      once(),
    );
    expect(again.body).toMatchObject({ state: 'placed' });
    expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'authorised', held: 10 }]);
  });

  it('is not placed with a card that is refused, or whose challenge fails', async () => {
    const { order } = await checkout(10);
    expect(await paid(order, newCard('decline'))).toMatchObject({ state: 'declined' });
    const payment = await paid(order, newCard('challenge'));
    expect(payment).toMatchObject({ state: 'challenge' });
    const { client } = shop.customer;
    expect((await client.post('/orders', order, once())).code).toBe('PAYMENT_NOT_AUTHORISED');
    const [challenge] = payment.challenges;
    await client.post('/test-cards/challenges', { challenge, passed: true });
    expect(await shop.confirm(payment)).toMatchObject({ state: 'authorised' });
    expect((await client.post('/orders', order, once())).status).toBe(201);
  });

  it('is not placed for a near day after all, because nothing is held', async () => {
    const { order } = await checkout(10);
    await paid(order, newCard('insufficient_funds'));
    const near = { ...order, farms: await chosen(3) };
    const placed = await shop.customer.client.post('/orders', near, once());
    expect(placed.code).toBe('PAYMENT_NOT_AUTHORISED');
  });

  it('needs no request for a card that is saved, which must be the customer’s', async () => {
    await ordered(3, newCard('success', { save: true }));
    const { cards } = (await shop.customer.client.get('/cards')).body as {
      cards: { reference: string }[];
    };
    const saved = { kind: 'saved', reference: cards[0]?.reference };
    const order = await ordered(10, saved);
    expect(await stored(order)).toMatchObject([
      { state: 'saved', closed: [], shownCard: { last4: expect.any(String) } },
    ]);
    await itIsTime(order);
    expect((await states(order)).at(-1)).toEqual(['order', 'authorised']);
    const { order: body } = await checkout(10);
    const foreign = {
      order: body,
      card: { kind: 'saved', reference: 'card_of_another' },
      total: 10,
    };
    const answer = await shop.customer.client.post('/checkout/payments', foreign, once());
    expect(answer.code).toBe('CARD_NOT_FOUND');
  });
});
