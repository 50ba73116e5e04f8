import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  afterCardAnswer,
  type CardAct,
  type CardAnswer,
  type CardPaymentMoney,
  cardDues,
  cardHolds,
  nextCardAct,
} from './card-payments.js';
import {
  bookingsBetween,
  foldBalances,
  type JournalLine,
  move,
  type OrderMoney,
} from './ledger.js';
import type { Cents } from './money.js';
import { isLive } from './order-state.js';
import type { Id } from './primitives.js';

/** Requests until a story must be at rest. */
const REQUESTS_MAX = 400;

/** What becomes of one request. The provider does what is asked in all but the second and the last. */
const fates = ['answered', 'lost', 'answer lost', 'sent twice', 'declined'] as const;
type Fate = (typeof fates)[number];

/** A provider with books of its own, that answers each key once. */
class Provider {
  readonly held = new Map<
    Id,
    { cents: Cents; isHeld: boolean; captured: Cents; refunded: Cents }
  >();
  readonly #answers = new Map<string, CardAnswer>();

  /** Undefined if the market gets none. */
  send(key: string, payment: Id, act: CardAct, cents: Cents, fate: Fate): CardAnswer | undefined {
    if (fate === 'lost') return undefined;
    const answer = this.#answers.get(key) ?? this.#do(payment, act, cents, fate === 'declined');
    this.#answers.set(key, answer);
    if (fate === 'sent twice') this.send(key, payment, act, cents, 'answered');
    return fate === 'answer lost' ? undefined : answer;
  }

  find(key: string): CardAnswer | undefined {
    return this.#answers.get(key);
  }

  expire(payment: Id): void {
    const found = this.held.get(payment);
    if (found) found.isHeld = false;
  }

  #do(payment: Id, act: CardAct, cents: Cents, isDeclined: boolean): CardAnswer {
    const declined: CardAnswer = { state: 'declined' };
    const found = this.held.get(payment);
    if (act === 'authorize') {
      if (isDeclined) return declined;
      // A second authorisation of a payment would be money that is held twice.
      expect(found).toBeUndefined();
      this.held.set(payment, { cents, isHeld: true, captured: 0, refunded: 0 });
      return { state: 'succeeded', cents };
    }
    if (!found) throw new Error('nothing was authorised');
    if (act === 'refund') {
      expect(found.refunded + cents).toBeLessThanOrEqual(found.captured);
      found.refunded += cents;
      return { state: 'succeeded', cents };
    }
    if (!found.isHeld) return declined;
    found.isHeld = false;
    if (act === 'capture') {
      expect(cents).toBeLessThanOrEqual(found.cents);
      found.captured = cents;
    }
    return { state: 'succeeded', cents };
  }
}

interface Payment extends CardPaymentMoney {
  readonly partId: Id;
  /** The key and the act of the request whose outcome is open. */
  readonly open: { key: string; act: CardAct; cents: Cents } | null;
  readonly requests: number;
}

/** The market: an order, its payments and its ledger, as the services of `payments` use these functions. */
class Market {
  readonly provider = new Provider();
  readonly payments = new Map<Id, Payment>();
  readonly journals: JournalLine[] = [];
  #requests = 0;

  constructor(
    private order: OrderMoney,
    private readonly fates: readonly Fate[],
    /** Whether the customer keeps the card, so that what lapses is paid with it again. */
    private readonly isSaved: boolean,
  ) {
    for (const [partId, cents] of cardHolds(order)) this.#begin(partId, cents, null);
  }

  get parts() {
    return this.order.parts;
  }

  /** The checkout: the order is placed if everything is held, else all is released. */
  place(): boolean {
    this.advance();
    this.rest();
    const isHeld = [...this.payments.values()].every(({ state }) => state === 'authorised');
    if (!isHeld) for (const id of this.payments.keys()) this.#change(id, { due: 0 });
    return isHeld;
  }

  change(at: number, to: Partial<OrderMoney['parts'][number]>): void {
    const before = this.order;
    this.order = {
      ...before,
      parts: before.parts.map((part, n) => (n === at ? { ...part, ...to } : part)),
    };
    for (const { lines } of bookingsBetween(before, this.order)) this.journals.push(...lines);
    const dues = cardDues(this.order);
    for (const [id, { partId }] of this.payments)
      this.#change(id, { due: dues.get(partId) ?? null });
  }

  expire(partId: Id): void {
    for (const [id, payment] of this.payments)
      if (payment.partId === partId) this.provider.expire(id);
  }

  /** Asks whether the banks still hold what they held. */
  ask(): void {
    for (const [id, { state, open, cents }] of this.payments) {
      if (state !== 'authorised' || open) continue;
      const isHeld = this.provider.held.get(id)?.isHeld;
      this.#record(id, 'authorize', isHeld ? { state: 'succeeded', cents } : { state: 'declined' });
    }
  }

  /** One request for each payment that has something to do. */
  advance(fates: readonly Fate[] = this.fates): void {
    for (const id of [...this.payments.keys()]) this.#step(id, fates);
  }

  /** Until nothing is left to do; nothing fails any more. */
  rest(): void {
    const hasWork = () =>
      [...this.payments.values()].some((one) => one.open !== null || nextCardAct(one) !== null);
    while (hasWork()) this.advance(['answered']);
  }

  #step(id: Id, fates: readonly Fate[]): void {
    const payment = this.payments.get(id);
    if (!payment) return;
    const next = nextCardAct(payment);
    const key = `${id}-${payment.requests}`;
    const wasOpen = payment.open;
    const intention = wasOpen ?? (next && { key, ...next });
    if (!intention) return;
    this.#requests += 1;
    expect(this.#requests).toBeLessThan(REQUESTS_MAX);
    const fate = fates[this.#requests % fates.length] ?? 'answered';
    this.#change(id, { open: intention, requests: payment.requests + 1 });
    const { act, cents } = intention;
    const found = wasOpen ? this.provider.find(wasOpen.key) : undefined;
    const answer = found ?? this.provider.send(intention.key, id, act, cents, fate);
    if (answer) this.#record(id, act, answer);
  }

  #record(id: Id, act: CardAct, answer: CardAnswer): void {
    const before = this.payments.get(id);
    if (!before) return;
    const after = { ...afterCardAnswer(before, act, answer), open: null };
    this.payments.set(id, after);
    const taken = after.captured - before.captured - (after.refunded - before.refunded);
    if (taken !== 0) this.journals.push(...move(taken, 'market:bank', 'market:cards'));
    if (after.state !== 'lapsed' || after.due === 0 || !this.isSaved) return;
    this.#change(id, { due: 0 });
    this.#begin(after.partId, after.due ?? after.cents, after.due);
  }

  #begin(partId: Id, cents: Cents, due: Cents | null): void {
    const money = { state: 'intended', cents, due, captured: 0, refunded: 0 } as const;
    const id = `payment-${this.payments.size + 1}`;
    this.payments.set(id, { ...money, partId, open: null, requests: 0 });
  }

  #change(id: Id, to: Partial<Payment>): void {
    const payment = this.payments.get(id);
    if (payment) this.payments.set(id, { ...payment, ...to });
  }
}

const step = fc.record({
  part: fc.nat(2),
  does: fc.constantFrom(
    'costs less',
    'costs as much again',
    'costs more than is held',
    'ends',
    'is delivered',
    'is delivered',
    'was not delivered',
    'is taken away',
    'its authorisation expires',
    'its bank is asked',
    'nothing',
  ),
  cents: fc.nat(3_000),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
const story = fc.record({
  parts: fc.array(
    fc.record({
      farmId: fc.constantFrom('a', 'b', 'c'),
      fulfilment: fc.constantFrom('delivery' as const, 'pickup' as const),
      subtotal: fc.integer({ min: 50, max: 3_000 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  deliveryFee: fc.constantFrom(0, 499),
  fates: fc.array(fc.constantFrom('answered' as const, ...fates), { minLength: 1, maxLength: 9 }),
  isSaved: fc.boolean(),
  steps: fc.array(step, { maxLength: 8 }),
});

function happens(market: Market, { part, does, cents }: Step, prices: readonly Cents[]): void {
  const at = part % market.parts.length;
  const { _id = '', status = 'placed', subtotal = 0 } = market.parts[at] ?? {};
  const isOpen = isLive(status) && status !== 'delivered';
  const price = prices[at] ?? 0;
  if (does === 'its authorisation expires') market.expire(_id);
  if (does === 'its bank is asked') market.ask();
  // Also once it was handed over: then it is a refund of a part of it.
  if (does === 'costs less' && isLive(status))
    market.change(at, { subtotal: Math.min(cents, subtotal) });
  if (does === 'costs more than is held' && isOpen) market.change(at, { subtotal: price + cents });
  if (does === 'costs as much again' && isOpen) market.change(at, { subtotal: price });
  if (does === 'ends' && isOpen) market.change(at, { status: 'cancelled', subtotal: 0 });
  if (does === 'is delivered' && isOpen) market.change(at, { status: 'delivered' });
  if (does === 'was not delivered' && status === 'delivered')
    market.change(at, { status: 'packed' });
  if (does === 'is taken away' && status === 'delivered')
    market.change(at, { status: 'cancelled', subtotal: 0 });
}

it('after 10,000 lives of an order, every cent that was taken has one owner', () => {
  let captures = 0;
  let refunds = 0;
  fc.assert(
    fc.property(story, ({ parts, deliveryFee, fates: drawn, isSaved, steps }) => {
      const order: OrderMoney = {
        feeRate: 800,
        deliveryFee: parts.some(({ fulfilment }) => fulfilment === 'delivery') ? deliveryFee : 0,
        byCard: true,
        parts: parts.map((part, at) => ({
          ...part,
          _id: `part-${at}`,
          status: 'placed',
          deliveredAt: '2026-11-01T10:00:00.000Z',
        })),
      };
      const market = new Market(order, drawn, isSaved);
      const isPlaced = market.place();
      const played = isPlaced ? steps : [];
      for (const one of played) {
        happens(
          market,
          one,
          parts.map(({ subtotal }) => subtotal),
        );
        market.advance();
      }
      for (const [at, { status }] of isPlaced ? market.parts.entries() : [])
        if (status !== 'delivered' && isLive(status))
          market.change(
            at,
            at % 2 === 0 ? { status: 'delivered' } : { status: 'declined', subtotal: 0 },
          );
      market.rest();

      const books = [...market.provider.held.entries()];
      const payments = [...market.payments.values()];
      // The market knows what the provider did, and nothing is held for nothing.
      for (const [id, { isHeld, captured, refunded }] of books) {
        expect(market.payments.get(id)).toMatchObject({ captured, refunded });
        expect(isHeld).toBe(false);
      }
      // What was taken is owed; and all that is owed is taken, unless an authorisation expired, or a part rose above that.
      const isAsHeld = played.every(({ does }) => !/expires|was not|more than/.test(does));
      const dues = isPlaced ? cardDues({ ...order, parts: market.parts }) : new Map<Id, Cents>();
      let unpaid = 0;
      for (const { _id } of order.parts) {
        const due = dues.get(_id) ?? 0;
        const paid = payments
          .filter(({ partId }) => partId === _id)
          .reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
        expect(paid).toBeLessThanOrEqual(due);
        if (isAsHeld && !drawn.includes('declined')) expect(paid).toBe(due);
        unpaid += due - paid;
      }
      // Every cent has one owner: farms, the market's fees, and nobody else.
      const balances = foldBalances([{ lines: market.journals }]);
      const sum = (pattern: RegExp) =>
        [...balances].reduce((cents, [name, by]) => cents + (pattern.test(name) ? by : 0), 0);
      const taken = books.reduce((cents, [, one]) => cents + one.captured - one.refunded, 0);
      expect(sum(/^market:bank/)).toBe(-taken || 0);
      expect(sum(/^market:cards/)).toBe(-unpaid || 0);
      expect(sum(/^(farm:|market:fees)/)).toBe(taken + unpaid);
      expect(sum(/^market:delivery|^cash:/)).toBe(0);
      captures += books.filter(([, { captured }]) => captured > 0).length;
      refunds += books.filter(([, { refunded }]) => refunded > 0).length;
    }),
    { numRuns: 10_000, seed: 38 },
  );
  expect(captures).toBeGreaterThan(3_000);
  expect(refunds).toBeGreaterThan(300);
});
