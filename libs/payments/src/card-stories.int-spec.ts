import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isLive,
  type OrderDto,
  orderDtoSchema,
  orderProblemSchema,
  type RefundTo,
  transferred,
} from '#libs/contracts';
import type { CardPayment } from './card-payment.model.js';
import { CardShop } from './testing/card-shop.js';

const STORIES = process.env.TEST_DEEP === '1' ? 300 : 60;
const SEED = Number(process.env.CARD_STORIES_SEED ?? 11);
/** Stories that run at the same time, each of its own customer. */
const AT_ONCE = 6;

let shop: CardShop;
beforeAll(async () => {
  shop = await CardShop.open();
  await shop.connect('apples');
});
afterAll(() => shop.close());

const line = fc.record({
  farm: fc.constantFrom('apples' as const, 'beans' as const),
  quantity: fc.integer({ min: 1, max: 4 }),
  fulfilment: fc.constantFrom('delivery' as const, 'pickup' as const),
});
/** What happens to one of its parts; what is not possible then is refused. */
const step = fc.record({
  part: fc.nat(1),
  does: fc.constantFrom(
    'fewer',
    'more',
    'short',
    'cancel',
    'decline',
    'deliver',
    'deliver',
    'deliver',
    'deliver',
    'undo',
    'take away',
    'refund',
    'refund',
    'give credit',
    'give credit',
  ),
});
const story = fc.record({
  lines: fc.uniqueArray(line, { selector: ({ farm }) => farm, minLength: 1, maxLength: 2 }),
  token: fc.constantFrom(
    'success',
    'success',
    'decline',
    'challenge',
    'timeout_after',
    'timeout_before',
    'webhook_twice',
    'webhook_first',
  ),
  givesUp: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
});
type Story = typeof story extends fc.Arbitrary<infer Told> ? Told : never;

async function live({ lines, token, givesUp, steps }: Story): Promise<void> {
  const teller = await shop.asAnother();
  const hold = await teller.hold(lines);
  await teller.authorised(lines, hold, token);
  if (givesUp) {
    await teller.customer.client.delete(`/checkout/holds/${hold._id}`);
    return;
  }
  const placed = await teller.place(lines, hold);
  if (placed.status !== 201) return;
  const order = orderDtoSchema.parse(placed.body);
  for (const { part, does } of steps) await happens(teller, order, part % lines.length, does);
}

async function happens(
  teller: CardShop,
  order: OrderDto,
  n: number,
  does: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)['does'],
): Promise<void> {
  const farmer = teller.farmerOf(order, n);
  const { productId, quantity = 1 } = order.parts[n]?.lines[0] ?? {};
  const lines = (to: number) => [{ productId, quantity: to }];
  switch (does) {
    case 'fewer':
      await teller.change(teller.customer, order, n, { lines: lines(1) });
      return;
    case 'more':
      await teller.change(teller.customer, order, n, { lines: lines(quantity + 1) });
      return;
    case 'short':
      await teller.change(farmer, order, n, { lines: lines(0.5), declineReason: 'other' });
      await teller.change(farmer, order, n, { lines: lines(1), declineReason: 'other' });
      return;
    case 'cancel':
      await teller.change(teller.customer, order, n, { status: 'cancelled' });
      return;
    case 'decline':
      await teller.change(farmer, order, n, { status: 'declined', declineReason: 'other' });
      return;
    case 'deliver':
      await teller.deliver(order, n);
      return;
    case 'undo':
      await teller.change(teller.admin, order, n, { status: 'packed', reason: 'A mistake' });
      return;
    case 'take away':
      await teller.change(teller.admin, order, n, { status: 'cancelled', reason: 'It is lost' });
      return;
    case 'refund':
      await refund(teller, order, n, 'tender');
      return;
    case 'give credit':
      await refund(teller, order, n, 'credit');
  }
}

/** The customer reports the line of a part, and the farm gives a third of its price back. */
async function refund(
  teller: CardShop,
  order: OrderDto,
  n: number,
  outcome: 'tender' | 'credit',
): Promise<void> {
  const part = order.parts[n];
  const { productId, price = 0 } = part?.lines[0] ?? {};
  const path = `/orders/${order._id}/parts/${part?._id}/problems`;
  const report = { lines: [{ productId, quantity: 1, kind: 'damaged' }] };
  const key = { 'idempotency-key': randomUUID() };
  const { status, body } = await teller.customer.client.post(path, report, key);
  if (status !== 201) return;
  const { _id, version } = orderProblemSchema.parse(body);
  const lines = [{ productId, amount: Math.floor(price * 33) / 100 }];
  const answer = { version, outcome, lines };
  await teller.farmerOf(order, n).client.patch(`/problems/${_id}/answer`, answer);
}

it(`after ${STORIES} stories the test cards, the ledger, the payments and the orders agree`, async () => {
  const stories: readonly Story[] = fc.sample(story, { numRuns: STORIES, seed: SEED });
  for (let at = 0; at < STORIES; at += AT_ONCE)
    await Promise.all(stories.slice(at, at + AT_ONCE).map(live));
  await shop.atRest();

  const payments = await shop.market.collection<CardPayment>('payments').find().toArray();
  const orders = await shop.market
    .collection<{ _id: unknown; deliveryFee: number; parts: StoredPart[] }>('orders')
    .find()
    .toArray();
  expect(orders.length).toBeGreaterThan(STORIES / 2);
  const sum = (of: 'captured' | 'refunded') =>
    payments.reduce((total, payment) => total + payment[of], 0);
  const balances = await shop.balances();
  const cards = await shop.testCards();
  const net = sum('captured') - sum('refunded');
  expect(sum('refunded')).toBeGreaterThan(0);
  const refunds = orders.flatMap(({ parts }) => parts.flatMap(({ refunds = [] }) => refunds));
  expect(new Set(refunds.map(({ to }) => to)).size).toBe(2);
  expect(cards).toMatchObject({ captured: sum('captured'), refunded: sum('refunded') });
  const paidOut = payments.reduce((total, one) => total + transferred(one.transfers), 0);
  expect(cards.transferred).toBe(paidOut);
  expect(paidOut).toBeGreaterThan(0);
  expect(balances['market:bank']).toBe(paidOut - net);
  // Of the farm with an account everything is paid out, or taken back.
  expect(await shop.owed('apples')).toBe(0);
  expect(Object.values(balances).reduce((total, cents) => total + cents, 0)).toBe(0);
  expect(await shop.ledgerFaults()).toEqual([]);

  // Of every order: what is settled is paid, what is open is held, and nothing else is.
  for (const order of orders) {
    const own = payments.filter((one) => one.order?._id.toString() === String(order._id));
    for (const payment of own)
      if (payment.due !== null)
        expect([payment.state, payment.captured - payment.refunded]).toEqual([
          payment.captured > 0 ? 'captured' : 'released',
          payment.due,
        ]);
    if (order.parts.some(({ status }) => isLive(status) && status !== 'delivered')) continue;
    const paid = own.reduce((total, { captured, refunded }) => total + captured - refunded, 0);
    const delivered = order.parts.filter(({ status }) => status === 'delivered');
    const goods = delivered.reduce((total, part) => total + part.subtotal - refunded(part), 0);
    const isFeeOwed = delivered.some(({ fulfilment }) => fulfilment === 'delivery');
    expect(paid).toBe(goods + (isFeeOwed ? order.deliveryFee : 0));
  }
  const isHeld = ({ state }: CardPayment) => state === 'authorised' || state === 'challenge';
  const open = payments.filter(isHeld);
  expect(open.every(({ stage, due }) => stage === 'order' && due === null)).toBe(true);
  expect(cards.held).toBe(open.reduce((total, { cents }) => total + cents, 0));
}, 600_000);

/** What of a part was given back to the card, in cents. */
const refunded = ({ refunds = [] }: StoredPart): number =>
  refunds
    .filter(({ to }) => to === 'tender')
    .flatMap(({ lines }) => lines)
    .reduce((sum, { cents }) => sum + cents, 0);

interface StoredPart {
  refunds?: { to: RefundTo; lines: { cents: number }[] }[];
  status: OrderDto['parts'][number]['status'];
  fulfilment: 'delivery' | 'pickup';
  subtotal: number;
}
