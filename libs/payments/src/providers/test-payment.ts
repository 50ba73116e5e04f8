import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type DisputeState, TEST_CARDS, type TestCard } from '#libs/contracts';
import { type DeclineCode, declineCodeSchema, declined, type Outcome } from './card-provider.js';
import type {
  AuthorizeRequest,
  RefundRequest,
  ReverseRequest,
  TransferRequest,
} from './requests.js';
import { providerEventSchema } from './webhooks.js';

const MINUTE = 60_000;
const HOLD = 7 * 24 * 60 * MINUTE;
const LATE = 2 * MINUTE;
/** Card processors take no smaller payment. */
const MIN_CENTS = 50;

const tokens = TEST_CARDS.map(({ token }) => token);

/** One payment of the built-in processor, from its authorisation to its last reversal. */
export const testPaymentSchema = z.strictObject({
  id: z.string(),
  key: z.string(),
  payer: z.string(),
  token: z.enum(tokens),
  /** Whether the payer keeps the card. */
  saves: z.boolean(),
  cents: z.int(),
  state: z.enum(['declined', 'challenge', 'held', 'captured', 'canceled']),
  code: declineCodeSchema.nullable(),
  expiresAt: z.coerce.date(),
  captured: z.int(),
  /** The key of the capture or of the cancellation. */
  endKey: z.string().nullable(),
  moves: z.array(
    z.strictObject({
      act: z.enum(['refund', 'transfer', 'reverse']),
      key: z.string(),
      reference: z.string(),
      cents: z.int(),
      /** Of a transfer. */
      seller: z.string().optional(),
      /** Of a reversal: the transfer. */
      transfer: z.string().optional(),
    }),
  ),
  webhooks: z.array(z.strictObject({ dueAt: z.coerce.date(), event: providerEventSchema })),
  /** The number of events so far: their ids are derived from it. */
  events: z.int(),
});
export type TestPayment = z.infer<typeof testPaymentSchema>;
type Move = TestPayment['moves'][number];

export const digest = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, 24);

/** Every reference contains the id of its payment. */
export const paymentOf = (reference: string) => reference.split('_')[1] ?? '';
export const authorizationOf = (payment: TestPayment) => `auth_${payment.id}`;
export const captureOf = (payment: TestPayment) => `cap_${payment.id}`;
export const savedCardOf = ({ payer, token }: { payer: string; token: string }) =>
  `card_${digest(`${payer} ${token}`)}`;

export function newPayment(request: AuthorizeRequest, card: TestCard, now: Date): TestPayment {
  const payment: TestPayment = {
    id: digest(request.key),
    key: request.key,
    payer: request.payer,
    token: card.token,
    saves: request.card.kind === 'saved' || request.card.save,
    cents: request.cents,
    ...startOf(request, card),
    expiresAt: new Date(now.getTime() + (card.token === 'expiry' ? MINUTE : HOLD)),
    captured: 0,
    endKey: null,
    moves: [],
    webhooks: [],
    events: 0,
  };
  emitAuthorization(payment, now);
  // What nobody captures expires; a capture or a cancellation takes this event back.
  if (payment.state === 'held') emitAuthorization(payment, now, payment.expiresAt);
  return payment;
}

function startOf(
  { cents, present }: AuthorizeRequest,
  { token }: TestCard,
): Pick<TestPayment, 'state' | 'code'> {
  const refused = (code: DeclineCode) => ({ state: 'declined', code }) as const;
  if (cents < MIN_CENTS) return refused('amount_too_small');
  if (token === 'decline') return refused('card_declined');
  if (token === 'insufficient_funds') return refused('insufficient_funds');
  if (token !== 'challenge') return { state: 'held', code: null };
  return present ? { state: 'challenge', code: null } : refused('challenge_required');
}

/** The outcome of the authorisation, as `find` gives it. */
export function authorizationOutcome(payment: TestPayment, now: Date): Outcome {
  switch (payment.state) {
    case 'declined':
      return declined(payment.code ?? 'card_declined');
    case 'challenge':
      return {
        state: 'needs_challenge',
        reference: authorizationOf(payment),
        clientSecret: `secret_${payment.id}`,
      };
    case 'canceled':
      return declined('authorization_canceled');
    case 'held':
      if (payment.expiresAt <= now) return declined('authorization_expired');
      return heldOutcome(payment);
    case 'captured':
      return heldOutcome(payment);
  }
}

function heldOutcome(payment: TestPayment): Outcome {
  const last4 = TEST_CARDS.find(({ token }) => token === payment.token)?.last4 ?? '';
  return {
    state: 'succeeded',
    reference: authorizationOf(payment),
    cents: payment.cents,
    expiresAt: payment.expiresAt,
    card: { reference: payment.saves ? savedCardOf(payment) : null, brand: 'test', last4 },
  };
}

/** Answers an open challenge; false if there is none. */
export function answerChallenge(payment: TestPayment, passed: boolean, now: Date): boolean {
  if (payment.state !== 'challenge') return false;
  payment.state = passed ? 'held' : 'declined';
  payment.code = passed ? null : 'challenge_failed';
  emitAuthorization(payment, now);
  if (passed) emitAuthorization(payment, now, payment.expiresAt);
  return true;
}

export function capture(payment: TestPayment, key: string, cents: number, now: Date): Outcome {
  const refused = refusalOfEnd(payment, now);
  if (refused) return refused;
  if (payment.state !== 'held') return declined('not_authorized');
  if (cents > payment.cents) return declined('amount_too_large');
  end(payment, { state: 'captured', captured: cents, endKey: key }, now);
  if (payment.token === 'disputed') emitDispute(payment, 'open', now);
  return captureOutcome(payment);
}

/** What the customer's bank says about the captured money. */
export function emitDispute(payment: TestPayment, state: DisputeState, now: Date): void {
  const { id, captured: cents } = payment;
  const authorization = authorizationOf(payment);
  emit(payment, now, { kind: 'dispute', state, authorization, reference: `dp_${id}`, cents });
}

export const captureOutcome = (payment: TestPayment): Outcome => ({
  state: 'succeeded',
  reference: captureOf(payment),
  cents: payment.captured,
});

export function cancel(payment: TestPayment, key: string, now: Date): Outcome {
  const refused = refusalOfEnd(payment, now);
  if (refused) return refused;
  if (payment.state === 'declined') return declined('not_authorized');
  end(payment, { state: 'canceled', endKey: key }, now);
  return cancelOutcome(payment);
}

export const cancelOutcome = (payment: TestPayment): Outcome => ({
  state: 'succeeded',
  reference: authorizationOf(payment),
  cents: payment.cents,
});

/** Why an authorisation can be neither captured nor canceled any more. */
export function refusalOfEnd(payment: TestPayment, now: Date): Outcome | undefined {
  if (payment.state === 'captured') return declined('already_captured');
  if (payment.state === 'canceled') return declined('authorization_canceled');
  if (payment.state === 'held' && payment.expiresAt <= now)
    return declined('authorization_expired');
  return undefined;
}

function end(payment: TestPayment, change: Partial<TestPayment>, now: Date): void {
  Object.assign(payment, change);
  payment.webhooks = payment.webhooks.filter(({ dueAt }) => dueAt < payment.expiresAt);
  emitAuthorization(payment, now);
}

export function refund(payment: TestPayment, request: RefundRequest, now: Date): Outcome {
  if (payment.state !== 'captured') return declined('not_found');
  const left = payment.captured - movedBy(payment, ({ act }) => act === 'refund');
  if (request.cents > left) return declined('amount_too_large');
  const move = addMove(payment, 'refund', request);
  emit(payment, now, { kind: 'refund', key: request.key, reference: move.reference });
  return moveOutcome(move);
}

export function transfer(payment: TestPayment, request: TransferRequest, now: Date): Outcome {
  if (payment.state !== 'captured') return declined('not_found');
  const left = payment.captured - movedBy(payment, ({ act }) => act === 'transfer');
  if (request.cents > left) return declined('amount_too_large');
  const { seller, cents, key } = request;
  const move = addMove(payment, 'transfer', request, { seller });
  const { reference } = move;
  emit(payment, now, { kind: 'transfer', key, reference });
  const result = payment.token === 'payout_returned' ? 'returned' : 'paid';
  emit(payment, now, {
    kind: 'payout',
    result,
    seller,
    reference: `po_${payment.id}_${digest(key)}`,
    cents,
  });
  return moveOutcome(move);
}

export function reverse(payment: TestPayment, request: ReverseRequest, now: Date): Outcome {
  const of = payment.moves.find(({ reference }) => reference === request.transfer);
  if (of?.act !== 'transfer') return declined('not_found');
  if (of.seller !== request.seller || captureOf(payment) !== request.capture)
    return declined('transfer_mismatch');
  const left = of.cents - movedBy(payment, (move) => move.transfer === of.reference);
  if (request.cents > left) return declined('amount_too_large');
  const move = addMove(payment, 'reverse', request, { transfer: of.reference });
  emit(payment, now, { kind: 'transfer', key: of.key, reference: of.reference });
  return moveOutcome(move);
}

export const moveOutcome = ({ reference, cents }: Move): Outcome => ({
  state: 'succeeded',
  reference,
  cents,
});

/** The move that was made with a key, if it was. */
export function moveOf(payment: TestPayment, act: Move['act'], key: string): Move | undefined {
  return payment.moves.find((move) => move.act === act && move.key === key);
}

function addMove(
  payment: TestPayment,
  act: Move['act'],
  { key, cents }: { key: string; cents: number },
  of: Pick<Move, 'seller' | 'transfer'> = {},
): Move {
  const reference = `${act}_${payment.id}_${digest(key)}`;
  const move: Move = { act, key, reference, cents, ...of };
  payment.moves.push(move);
  return move;
}

const movedBy = (payment: TestPayment, which: (move: Move) => boolean) =>
  payment.moves.filter(which).reduce((sum, { cents }) => sum + cents, 0);

const emitAuthorization = (payment: TestPayment, at: Date, dueAt?: Date) =>
  emit(
    payment,
    at,
    { kind: 'authorization', key: payment.key, reference: authorizationOf(payment) },
    dueAt,
  );

function emit(
  payment: TestPayment,
  at: Date,
  about: TestPayment['webhooks'][number]['event']['about'],
  due = at,
): void {
  const dueAt = new Date(due.getTime() + (payment.token === 'webhook_late' ? LATE : 0));
  const event = { id: `evt_${payment.id}_${payment.events++}`, at: due, about };
  const deliveries = payment.token === 'webhook_twice' ? 2 : 1;
  for (let nth = 0; nth < deliveries; nth++) payment.webhooks.push({ dueAt, event });
}
