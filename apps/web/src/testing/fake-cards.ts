import {
  addDollars,
  type CheckoutPayment,
  checkoutPaymentSchema,
  currentPaymentSchema,
  type HoldDto,
  type ProductDto,
  payCheckoutSchema,
  type SavedCardsDto,
  savedCardsSchema,
  TEST_CARDS,
  testChallengeSchema,
} from '#libs/contracts';
import { type Handler, ok, problem } from './fake-response';
import { fakeId } from './fixtures';

/** The part of the fake server that payments by card need. */
interface FakeServer {
  hold: HoldDto | null;
  readonly products: readonly ProductDto[];
  readonly cards: FakeCards;
  on(route: string, handler: Handler): void;
}

/** The saved cards and the last payment of a checkout, with the test cards. */
export class FakeCards {
  saved: SavedCardsDto['cards'] = [];
  payment: CheckoutPayment | null = null;
  /** The token or reference of each card that was asked. */
  readonly asked: string[] = [];
}

const CARD_OF_REFERENCE = { brand: 'test', last4: '4242' };

export function addCardRoutes(server: FakeServer): void {
  const { cards } = server;
  const keys = new Set<string>();
  const answer = (payment: CheckoutPayment, status = 200) => {
    // as on the server, a payment ends with its hold
    const isOver = server.hold?.status !== 'open' && payment.state !== 'placed';
    const shown = isOver ? { ...payment, state: 'ended' as const, challenges: [] } : payment;
    return ok(checkoutPaymentSchema, shown, status);
  };
  server.on('GET /api/v1/cards', () => ok(savedCardsSchema, { cards: cards.saved }));
  server.on('GET /api/v1/checkout/payments/current', () => {
    const isOpen = /pending|challenge|authorised/.test(cards.payment?.state ?? '');
    return ok(currentPaymentSchema, { payment: isOpen ? cards.payment : null });
  });
  server.on('POST /api/v1/checkout/payments', ({ body, headers }) => {
    const { order, card, total } = payCheckoutSchema.parse(body);
    const key = headers.get('Idempotency-Key');
    if (key === null) return problem('IDEMPOTENCY_KEY_MISSING', 400);
    if (server.hold?._id !== order.holdId || server.hold.status !== 'open')
      return problem('HOLD_NOT_FOUND', 404);
    const farms = new Set(
      order.items.map(
        ({ productId }) => server.products.find((one) => one._id === productId)?.farmId,
      ),
    );
    if (card.kind === 'new' && card.tokens.length < farms.size)
      return problem('CARD_TOKENS_MISSING', 422);
    if (cards.payment === null || !keys.has(key)) {
      keys.add(key);
      const token = card.kind === 'new' ? (card.tokens[0] ?? '') : card.reference;
      cards.asked.push(token);
      const _id = fakeId('part', 800 + cards.asked.length);
      const amount = addDollars(total, -(order.credit ?? 0));
      const of = { _id, holdId: order.holdId, amount };
      cards.payment = { ...of, ...firstAnswer(token, farms.size) };
    }
    return answer(cards.payment, 201);
  });
  server.on('POST /api/v1/checkout/payments/:id/confirm', ({ params }) => {
    const { payment } = cards;
    if (!payment || payment._id !== params.id) return problem('PAYMENT_NOT_FOUND', 404);
    if (payment.state === 'pending')
      cards.payment = { ...payment, state: 'authorised', card: CARD_OF_REFERENCE };
    return answer(cards.payment ?? payment);
  });
  server.on('POST /api/v1/test-cards/challenges', ({ body }) => {
    const { challenge, passed } = testChallengeSchema.parse(body);
    const { payment } = cards;
    if (!payment?.challenges.includes(challenge)) return problem('PAYMENT_NOT_FOUND', 404);
    const challenges = payment.challenges.filter((one) => one !== challenge);
    const isOpen = passed && challenges.length > 0;
    cards.payment = {
      ...payment,
      challenges: passed ? challenges : [],
      state: isOpen ? 'challenge' : passed ? 'authorised' : 'declined',
      code: passed ? null : 'challenge_failed',
      card: passed && !isOpen ? { brand: 'test', last4: '3220' } : null,
    };
    return { status: 204, body: undefined };
  });
}

/** What a test card answers at once: a challenge for each farm, and no answer where it is lost. */
function firstAnswer(
  token: string,
  farms: number,
): Pick<CheckoutPayment, 'state' | 'code' | 'challenges' | 'card'> {
  const nothing = { code: null, challenges: [], card: null };
  const last4 = TEST_CARDS.find((card) => card.token === token)?.last4 ?? CARD_OF_REFERENCE.last4;
  switch (token) {
    case 'decline':
      return { ...nothing, state: 'declined', code: 'card_declined' };
    case 'insufficient_funds':
      return { ...nothing, state: 'declined', code: 'insufficient_funds' };
    case 'challenge': {
      const challenges = Array.from({ length: farms }, (_, at) => `secret_${at + 1}`);
      return { ...nothing, state: 'challenge', challenges };
    }
    case 'timeout_after':
    case 'timeout_before':
      return { ...nothing, state: 'pending' };
    default:
      return { ...nothing, state: 'authorised', card: { brand: 'test', last4 } };
  }
}
