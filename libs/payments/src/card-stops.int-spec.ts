import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  checkoutPaymentSchema,
  type OrderDto,
  orderDtoSchema,
  type TestCardToken,
} from '#libs/contracts';
import { CARD_PAYMENT, type CardPayment } from './card-payment.model.js';
import { ConfiguredCards } from './configured-cards.js';
import { CardShop, ONE } from './testing/card-shop.js';

let shop: CardShop;
beforeAll(async () => {
  shop = await CardShop.open();
  await shop.connect('apples');
});
afterAll(() => shop.close());
afterEach(() => {
  jest.restoreAllMocks();
});

class Stopped extends Error {}

/**
 * Ends what is being done with a payment, once, as if the process was killed there: before or after the nth of its writes
 * and of its requests to the provider. Returns whether it was reached.
 */
function stopAt(nth: number): () => boolean {
  let moments = 0;
  const moment = () => {
    if (++moments === nth) throw new Stopped(`stopped at ${nth}`);
  };
  const around = async <Result>(work: () => PromiseLike<Result>): Promise<Result> => {
    moment();
    const result = await work();
    moment();
    return result;
  };
  const provider = shop.market.app.get(ConfiguredCards).required().provider;
  const [send, find] = [provider.send.bind(provider), provider.find.bind(provider)];
  jest.spyOn(provider, 'send').mockImplementation((intention) => around(() => send(intention)));
  jest.spyOn(provider, 'find').mockImplementation((intention) => around(() => find(intention)));
  const payments = shop.market.app.get<Model<CardPayment>>(getModelToken(CARD_PAYMENT));
  // What stores an intention or an answer inside a transaction, which a stop undoes.
  for (const write of ['updateOne', 'replaceOne'] as const) {
    const original: (...given: never[]) => PromiseLike<unknown> = payments[write].bind(payments);
    const stopping = (...given: never[]) => {
      const { $set = {} } = Object(given[1]) as { $set?: object };
      const isOfIntention = write === 'replaceOne' || Object.hasOwn($set, 'open');
      return isOfIntention ? around(() => original(...given)) : original(...given);
    };
    jest.spyOn(payments, write).mockImplementation(stopping as never);
  }
  return () => moments >= nth;
}

/** What the test cards, the ledger and the payments of a hold have moved, in cents. */
async function books(holdId: string) {
  const cards = await shop.testCards();
  const balances = await shop.balances();
  const stored = await shop.stored({ holdId });
  return {
    authorisations: cards.payments,
    held: cards.held,
    captured: cards.captured,
    refunded: cards.refunded,
    transferred: cards.transferred,
    bank: balances['market:bank'] ?? 0,
    owedByCards: balances['market:cards'] ?? 0,
    states: stored.map(({ state }) => state),
  };
}

async function checkedOut(token: TestCardToken): Promise<string> {
  const hold = await shop.hold(ONE);
  await shop.authorised(ONE, hold, token);
  // A customer of whom nothing is known goes on asking.
  await shop.atRest();
  const [payment] = await shop.stored({ holdId: hold._id });
  if (payment?.state === 'challenge' && payment.challenge)
    await shop.customer.client.post('/test-cards/challenges', {
      challenge: payment.challenge,
      passed: true,
    });
  const again = await shop.customer.client.get('/checkout/payments/current');
  const current = checkoutPaymentSchema.parse((again.body as { payment: unknown }).payment);
  await shop.confirm(current);
  await shop.atRest();
  return hold._id;
}

/** Each moment, or in the short form every seventh: another one for each card. */
const EVERY = process.env.TEST_DEEP === '1' ? 1 : 7;
const CARDS = [
  ['success', 1],
  ['challenge', 3],
  ['timeout_after', 5],
  ['timeout_before', 7],
] as const;

it.each(CARDS)(
  'a payment with the card %s goes on wherever it was stopped',
  async (token, first) => {
    let isReached = true;
    for (let nth = EVERY === 1 ? 1 : first; isReached; nth += EVERY) {
      const before = await books('0'.repeat(24));
      const wasReached = stopAt(nth);
      const holdId = await checkedOut(token);
      const hold = { _id: holdId } as Parameters<CardShop['place']>[1];
      const placed = await shop.place(ONE, hold);
      expect([nth, placed.code]).toEqual([nth, undefined]);
      const order: OrderDto = orderDtoSchema.parse(placed.body);
      await shop.change(shop.admin, order, 0, { status: 'delivered', reason: 'Brought by me' });
      await shop.atRest();
      expect(await books(holdId)).toMatchObject({
        captured: before.captured + 1_499,
        transferred: before.transferred + 1_419,
        bank: before.bank - 80,
        owedByCards: before.owedByCards,
        states: ['captured'],
      });
      await shop.change(shop.admin, order, 0, { status: 'cancelled', reason: 'It is lost' });
      await shop.atRest();
      expect([nth, await books(holdId)]).toEqual([
        nth,
        {
          authorisations: before.authorisations + 1,
          held: before.held,
          captured: before.captured + 1_499,
          refunded: before.refunded + 1_499,
          transferred: before.transferred,
          bank: before.bank,
          owedByCards: before.owedByCards,
          states: ['captured'],
        },
      ]);
      isReached = wasReached();
      jest.restoreAllMocks();
      expect(nth).toBeLessThan(200);
    }
    expect(await shop.ledgerFaults()).toEqual([]);
  },
);

it.each(CARDS)(
  'a checkout with the card %s releases it wherever it was stopped',
  async (token, first) => {
    let isReached = true;
    for (let nth = EVERY === 1 ? 1 : first; isReached; nth += EVERY) {
      const before = await books('0'.repeat(24));
      const wasReached = stopAt(nth);
      const holdId = await checkedOut(token);
      await shop.customer.client.delete(`/checkout/holds/${holdId}`);
      await shop.atRest();
      expect([nth, await books(holdId)]).toEqual([
        nth,
        { ...before, authorisations: before.authorisations + 1, states: ['released'] },
      ]);
      isReached = wasReached();
      jest.restoreAllMocks();
      expect(nth).toBeLessThan(200);
    }
  },
);
