import { expect, it } from '@jest/globals';
import { savedCardsSchema } from '../../providers/card-provider.js';
import { type Cases, done, refusedWith, type Suite, usd } from './contract-cases.js';

export function cardContract({ cases, when }: Suite): void {
  it('makes a payer, and the same one for the same key', async () => {
    const { provider, key } = cases();
    const request = { key: key(), userId: key(), email: 'ada@farmgate.example' };
    const first = done(await provider.registerPayer(request));
    expect(await provider.registerPayer(request)).toEqual(first);
  });

  it('saves a card without a payment, and finds it', async () => {
    const { request, outcome } = await savedCard(cases(), cases().bench.cards.success);
    expect(outcome).toMatchObject({ state: 'succeeded', cents: 0 });
    expect(outcome).toHaveProperty('card.reference', expect.any(String));
    expect(await cases().find({ act: 'saveCard', request })).toEqual(outcome);
    cases().expectBooks({});
  });

  it('says that a card to be saved is declined', async () => {
    const { outcome } = await savedCard(cases(), cases().bench.cards.decline);
    expect(outcome).toEqual(refusedWith('card_declined'));
  });

  when('challenges')('saves a card after its challenge', async () => {
    const { request, outcome } = await savedCard(cases(), cases().bench.cards.challenge);
    if (outcome.state !== 'needs_challenge') throw new Error(outcome.state);
    expect(await cases().find({ act: 'saveCard', request })).toEqual(outcome);
    await cases().bench.answerChallenge(outcome.reference, true);
    expect(await cases().find({ act: 'saveCard', request })).toMatchObject({ state: 'succeeded' });
  });

  when('challenges')('does not save a card whose challenge fails', async () => {
    const { request, outcome } = await savedCard(cases(), cases().bench.cards.challenge);
    if (outcome.state !== 'needs_challenge') throw new Error(outcome.state);
    await cases().bench.answerChallenge(outcome.reference, false);
    const found = await cases().find({ act: 'saveCard', request });
    expect(found).toEqual(refusedWith('challenge_failed'));
  });

  it('authorises a saved card while the customer is not there', async () => {
    const { request, outcome } = await savedCard(cases(), cases().bench.cards.success);
    const reference = cardOf(outcome);
    const authorized = await cases().provider.authorize({
      ...(await cases().request({ payer: request.payer, present: false })),
      card: { kind: 'saved', reference },
    });
    expect(authorized).toMatchObject({ state: 'succeeded', cents: 4210, card: { reference } });
    cases().expectBooks({ held: 4210 });
  });

  it('lists the saved cards of a payer, and nobody else sees them', async () => {
    const { request, outcome } = await savedCard(cases(), cases().bench.cards.success);
    const known = savedCardsSchema.parse(await cases().provider.savedCards(request.payer));
    const card = expect.objectContaining({ reference: cardOf(outcome) });
    expect(known).toEqual({ state: 'known', cards: [card] });
    const others = await cases().provider.savedCards(await cases().payer());
    expect(others).toEqual({ state: 'known', cards: [] });
  });

  it('forgets a saved card, once, and pays with it no more', async () => {
    const { request, outcome } = await savedCard(cases(), cases().bench.cards.success);
    const { payer } = request;
    const card = cardOf(outcome);
    done(await cases().provider.forgetCard({ payer, card }));
    expect(await cases().provider.savedCards(payer)).toEqual({ state: 'known', cards: [] });
    expect(await cases().provider.forgetCard({ payer, card })).toEqual(refusedWith('not_found'));
    const saved = { kind: 'saved' as const, reference: card };
    const payment = { ...(await cases().request({ payer })), card: saved };
    expect(await cases().provider.authorize(payment)).toEqual(refusedWith('not_found'));
  });

  it('forgets a payer with the saved cards', async () => {
    const { provider } = cases();
    const { request, outcome } = await savedCard(cases(), cases().bench.cards.success);
    const { payer } = request;
    done(await provider.forgetPayer(payer));
    const saved = { kind: 'saved' as const, reference: cardOf(outcome) };
    const payment = { ...(await cases().request({ payer })), card: saved };
    expect(await provider.authorize(payment)).toEqual(refusedWith('not_found'));
    expect(await provider.forgetPayer('cus_of_nobody')).toEqual(refusedWith('not_found'));
  });

  it('lists a card that was saved twice once, and forgets both', async () => {
    const { provider, bench } = cases();
    const payer = await cases().payer();
    for (const save of [true, true, false]) {
      const card = { kind: 'new' as const, token: bench.cards.success, save };
      done(await provider.authorize({ ...(await cases().request({ payer })), card }));
    }
    const known = savedCardsSchema.parse(await provider.savedCards(payer));
    const cards = known.state === 'known' ? known.cards : [];
    expect(cards).toHaveLength(1);
    done(await provider.forgetCard({ payer, card: cards[0]?.reference ?? '' }));
    expect(await provider.savedCards(payer)).toEqual({ state: 'known', cards: [] });
  });

  it('forgets no card of another payer', async () => {
    const { request, outcome } = await savedCard(cases(), cases().bench.cards.success);
    const stranger = { payer: await cases().payer(), card: cardOf(outcome) };
    expect(await cases().provider.forgetCard(stranger)).toEqual(refusedWith('not_found'));
    const known = await cases().provider.savedCards(request.payer);
    expect(known).toHaveProperty('cards.length', 1);
  });

  it('lists no cards of a payer that nobody is', async () => {
    const outcome = await cases().provider.savedCards('cus_of_nobody');
    expect(outcome).toEqual(refusedWith('not_found'));
  });

  it('refuses the saved card of another payer', async () => {
    const { outcome } = await savedCard(cases(), cases().bench.cards.success);
    const request = await cases().request();
    const stolen = { ...request, card: { kind: 'saved' as const, reference: cardOf(outcome) } };
    expect(await cases().provider.authorize(stolen)).toEqual(refusedWith('not_found'));
    cases().expectBooks({});
  });
}

export function authorizationContract({ cases, when }: Suite): void {
  it('holds the amount, until a time that it tells', async () => {
    const request = await cases().request();
    const outcome = done(await cases().provider.authorize(request));
    expect(outcome).toMatchObject({ cents: 4210, card: { reference: null } });
    expect(outcome.expiresAt?.getTime()).toBeGreaterThan(Date.now());
    expect(outcome.card?.last4).toMatch(/^\d{4}$/);
    expect(await cases().find({ act: 'authorize', request })).toEqual(outcome);
    cases().expectBooks({ held: 4210 });
  });

  it('says that a card is declined, also when asked again', async () => {
    const request = await cases().request({ token: cases().bench.cards.decline });
    expect(await cases().provider.authorize(request)).toEqual(refusedWith('card_declined'));
    expect(await cases().provider.authorize(request)).toEqual(refusedWith('card_declined'));
    const found = await cases().find({ act: 'authorize', request });
    expect(found).toEqual(refusedWith('card_declined'));
    cases().expectBooks({});
  });

  it('says that a card has too little money', async () => {
    const request = await cases().request({ token: cases().bench.cards.insufficientFunds });
    expect(await cases().provider.authorize(request)).toEqual(refusedWith('insufficient_funds'));
    cases().expectBooks({});
  });

  it('refuses less than processors take', async () => {
    const request = await cases().request({ cents: 49 });
    expect(await cases().provider.authorize(request)).toEqual(refusedWith('amount_too_small'));
    cases().expectBooks({});
  });

  it('refuses a card that nobody has', async () => {
    const request = await cases().request({ token: 'pm_of_nobody' });
    expect(await cases().provider.authorize(request)).toEqual(refusedWith('not_found'));
  });

  it('refuses a payer that it does not know', async () => {
    const request = await cases().request({ payer: 'cus_of_nobody' });
    expect(await cases().provider.authorize(request)).toEqual(refusedWith('not_found'));
  });

  it('holds once when it is asked twice', async () => {
    const request = await cases().request();
    const first = done(await cases().provider.authorize(request));
    expect(await cases().provider.authorize(request)).toEqual(first);
    cases().expectBooks({ held: 4210 });
  });

  it('holds once when it is asked twice at the same instant', async () => {
    const request = await cases().request();
    const both = await Promise.all([
      cases().provider.authorize(request),
      cases().provider.authorize(request),
    ]);
    const references = both.flatMap((one) => (one.state === 'succeeded' ? [one.reference] : []));
    expect(new Set(references).size).toBe(1);
    for (const { state } of both) expect(['succeeded', 'unknown']).toContain(state);
    cases().expectBooks({ held: 4210 });
  });

  it('refuses a key that was used for another amount', async () => {
    const request = await cases().request();
    done(await cases().provider.authorize(request));
    const other = { ...request, ...usd(5000) };
    expect(await cases().provider.authorize(other)).toEqual(refusedWith('key_reused'));
    cases().expectBooks({ held: 4210 });
  });

  it('keeps the card of a payment if the customer wants it', async () => {
    const request = await cases().request();
    const token = cases().bench.cards.success;
    const outcome = await cases().provider.authorize({
      ...request,
      card: { kind: 'new', token, save: true },
    });
    const reference = cardOf(outcome);
    const second = await cases().request({ payer: request.payer, present: false });
    const again = await cases().provider.authorize({
      ...second,
      card: { kind: 'saved', reference },
    });
    expect(again).toMatchObject({ state: 'succeeded', card: { reference } });
  });

  when('challenges')('asks for a challenge, and holds when it is passed', async () => {
    const request = await cases().request({ token: cases().bench.cards.challenge });
    const outcome = await cases().provider.authorize(request);
    if (outcome.state !== 'needs_challenge') throw new Error(outcome.state);
    expect(outcome.clientSecret).not.toBe('');
    expect(await cases().find({ act: 'authorize', request })).toEqual(outcome);
    cases().expectBooks({});
    await cases().bench.answerChallenge(outcome.reference, true);
    const found = await cases().find({ act: 'authorize', request });
    expect(found).toMatchObject({ state: 'succeeded', reference: outcome.reference, cents: 4210 });
    cases().expectBooks({ held: 4210 });
  });

  when('challenges')('holds nothing when the challenge fails', async () => {
    const request = await cases().request({ token: cases().bench.cards.challenge });
    const outcome = await cases().provider.authorize(request);
    if (outcome.state !== 'needs_challenge') throw new Error(outcome.state);
    await cases().bench.answerChallenge(outcome.reference, false);
    const found = await cases().find({ act: 'authorize', request });
    expect(found).toEqual(refusedWith('challenge_failed'));
    cases().expectBooks({});
  });

  it('refuses a card that wants a challenge while the customer is not there', async () => {
    const token = cases().bench.cards.challenge;
    const request = await cases().request({ token, present: false });
    expect(await cases().provider.authorize(request)).toEqual(refusedWith('challenge_required'));
    cases().expectBooks({});
  });

  it('finds nothing where nothing was sent', async () => {
    const request = await cases().request();
    expect(await cases().find({ act: 'authorize', request })).toEqual({ state: 'absent' });
  });
}

async function savedCard(cases: Cases, token: string) {
  const request = { key: cases.key(), payer: await cases.payer(), token };
  return { request, outcome: await cases.provider.saveCard(request) };
}

const cardOf = (outcome: object): string => {
  expect(outcome).toHaveProperty('card.reference', expect.any(String));
  return (outcome as { card: { reference: string } }).card.reference;
};
