import * as z from 'zod/mini';
import {
  type CheckoutPayment,
  checkoutPaymentSchema,
  type PayCheckout,
  payoutsSchema,
  savedCardsSchema,
} from '#libs/contracts';
import type { Chance } from './chance';
import type { Person } from './person';

/** The cards that people have, and the pages of their provider. */
export interface Cards {
  /** What the provider's form in the browser makes of each. */
  readonly tokens: readonly string[];
  answer(person: Person, challenge: string, passed: boolean): Promise<void>;
  /** A farmer enters the farm's data at the address of its onboarding. */
  enterData(farmer: Person, url: string): Promise<void>;
}

/** The cards of the built-in processor that do not simply work. */
const ODD = [
  'decline',
  'insufficient_funds',
  'challenge',
  'expiry',
  'timeout_after',
  'timeout_before',
  'webhook_twice',
  'webhook_first',
  'webhook_late',
  'payout_returned',
];

export const testCards: Cards = {
  tokens: [...ODD, ...Array<string>(ODD.length).fill('success')],
  answer: async (person, challenge, passed) => {
    await person.do('answer challenge', z.unknown(), '/test-cards/challenges', {
      method: 'POST',
      body: { challenge, passed },
    });
  },
  enterData: async (farmer, url) => {
    const seller = new URL(url).pathname.split('/').at(-1);
    await farmer.do('enter data', payoutsSchema, '/test-cards/sellers', {
      method: 'POST',
      body: { seller },
    });
  },
};

/** Cards that a customer tries for one order. */
const ATTEMPTS = 2;
/** Questions about a payment whose answer is not known. */
const QUESTIONS = 10;
/** Shares: pays with a saved card, saves a new one, forgets one, leaves before the end, passes a challenge. */
const [SAVED, SAVES, FORGETS, LEAVES, PASSES] = [0.3, 0.4, 0.05, 0.05, 0.9];

/** A customer at the page where cards are entered. */
export class CardPayer {
  constructor(
    private readonly person: Person,
    private readonly chance: Chance,
    private readonly cards: Cards,
    private readonly think: () => Promise<void>,
  ) {}

  /** Holds the total of an order; whether it can be placed then. A card that is declined is followed by another. */
  async hold(order: PayCheckout['order'], total: number): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const body: PayCheckout = { order, total, card: await this.#choose(order.items.length) };
      const payment = await this.person.do('pay', checkoutPaymentSchema, '/checkout/payments', {
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      });
      const state = payment && (await this.#settled(payment));
      if (state !== 'declined') return state === 'authorised';
    }
    return false;
  }

  /** `most` is the number of payments that a new card can have to make. */
  async #choose(most: number): Promise<PayCheckout['card']> {
    const known = await this.person.do('saved cards', savedCardsSchema, '/cards');
    const saved = known && this.chance.of(known.cards);
    if (saved && this.chance.is(FORGETS))
      await this.person.do('forget card', z.unknown(), `/cards/${saved.reference}`, {
        method: 'DELETE',
      });
    else if (saved && this.chance.is(SAVED)) return { kind: 'saved', reference: saved.reference };
    const token = this.chance.of(this.cards.tokens) ?? '';
    return { kind: 'new', tokens: Array<string>(most).fill(token), save: this.chance.is(SAVES) };
  }

  /** Answers the bank and asks again, until it is known what came of it; null for a customer who leaves. */
  async #settled(begun: CheckoutPayment): Promise<CheckoutPayment['state'] | null> {
    let payment = begun;
    for (let question = 0; question < QUESTIONS; question++) {
      if (payment.state !== 'pending' && payment.state !== 'challenge') return payment.state;
      await this.think();
      if (this.chance.is(LEAVES)) return null;
      for (const challenge of payment.challenges)
        await this.cards.answer(this.person, challenge, this.chance.is(PASSES));
      const path = `/checkout/payments/${payment._id}/confirm`;
      const now = await this.person.do('confirm', checkoutPaymentSchema, path, { method: 'POST' });
      if (!now) return null;
      payment = now;
    }
    return null;
  }
}
