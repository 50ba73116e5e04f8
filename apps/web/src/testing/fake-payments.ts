import {
  type CardPaymentDto,
  cardHolds,
  type FarmDto,
  type OrderDto,
  orderPaymentsSchema,
  orderReceiptSchema,
  toCents,
  toDollars,
} from '#libs/contracts';
import type { FakeCards } from './fake-cards';
import { type Handler, ok, problem } from './fake-response';
import { fakeId } from './fixtures';

/** The part of the fake server that these routes need. */
interface FakeServer {
  readonly orders: readonly OrderDto[];
  readonly farms: readonly FarmDto[];
  readonly orderPayments: CardPaymentDto[];
  readonly cards: FakeCards;
  on(route: string, handler: Handler): void;
}

/** The payments of an order by card: what each part costs is held. */
export function makePayments(
  { _id: orderId, deliveryFee, parts }: OrderDto,
  patch: Partial<CardPaymentDto> = {},
): CardPaymentDto[] {
  const holds = cardHolds({
    deliveryFee: toCents(deliveryFee),
    parts: parts.map((part) => ({ ...part, subtotal: toCents(part.subtotal) })),
  });
  return parts.map(({ _id: partId }, at) => ({
    _id: fakeId('part', 0x900 + at),
    orderId,
    partId,
    state: 'authorised',
    held: toDollars(holds.get(partId) ?? 0),
    unpaid: 0,
    captured: 0,
    refunded: 0,
    card: { brand: 'visa', last4: '4242' },
    expiresAt: null,
    isReplaced: false,
    version: 1,
    ...patch,
  }));
}

export function addPaymentRoutes(server: FakeServer): void {
  const paymentsOf = (id = ''): CardPaymentDto[] => {
    const known = server.orderPayments.filter(({ orderId }) => orderId === id);
    const order = server.orders.find(({ _id }) => _id === id);
    if (known.length > 0 || order?.payment.method !== 'card') return known;
    // just placed: the payment of its checkout holds it
    return makePayments(order, { card: server.cards.payment?.card ?? null });
  };
  server.on('GET /api/v1/orders/:id/payments', ({ params }) =>
    ok(orderPaymentsSchema, { payments: paymentsOf(params.id) }),
  );
  server.on('GET /api/v1/orders/:id/receipt', ({ params }) => {
    const order = server.orders.find(({ _id }) => _id === params.id);
    if (!order) return problem('ORDER_NOT_FOUND', 404);
    const farms = server.farms
      .filter(({ _id }) => order.parts.some(({ farmId }) => farmId === _id))
      .map(({ _id, name, city, state }) => ({ _id, name, address: `${city}, ${state}` }));
    return ok(orderReceiptSchema, { order, payments: paymentsOf(params.id), farms });
  });
}
