import {
  acknowledgeCartSchema,
  type CartDto,
  cartDtoSchema,
  currentHoldSchema,
  type HoldDto,
  holdDtoSchema,
  startCheckoutSchema,
  withProduct,
} from '#libs/contracts';
import { type FakeDays, heldSlotsOf } from './fake-days';
import { type Handler, ok, problem } from './fake-response';
import { fakeId, makeCart } from './fixtures';

/** The part of the fake server that checkout needs. */
interface FakeServer {
  cart: CartDto;
  hold: HoldDto | null;
  readonly days: FakeDays;
  on(route: string, handler: Handler): void;
}

const MINUTES = 15;

export function addCheckoutRoutes(server: FakeServer): void {
  let count = 0;
  server.on('GET /api/v1/checkout/holds/current', () =>
    ok(currentHoldSchema, { hold: server.hold?.status === 'open' ? server.hold : null }),
  );
  server.on('POST /api/v1/checkout/holds', ({ body, headers }) => {
    if (!headers.has('Idempotency-Key')) return problem('IDEMPOTENCY_KEY_MISSING', 400);
    const { version, farms = {} } = startCheckoutSchema.parse(body);
    if (version !== server.cart.version) return problem('VERSION_CONFLICT', 409);
    if (server.cart.items.length === 0) return problem('CART_EMPTY', 409);
    count += 1;
    server.hold = {
      _id: fakeId('part', 500 + count),
      status: 'open',
      expiresAt: new Date(Date.now() + MINUTES * 60_000).toISOString(),
      secondsLeft: MINUTES * 60,
      lines: server.cart.items.map(({ productId, name, unit, quantity, price }) => ({
        productId,
        name,
        unit,
        quantity,
        price,
      })),
      slots: heldSlotsOf(server.days, farms),
      version: 1,
    };
    return ok(holdDtoSchema, server.hold, 201);
  });
  server.on('DELETE /api/v1/checkout/holds/:id', ({ params }) => {
    const { hold } = server;
    if (hold === null || hold._id !== params.id) return problem('HOLD_NOT_FOUND', 404);
    server.hold = { ...hold, status: 'released', secondsLeft: 0, version: hold.version + 1 };
    return ok(holdDtoSchema, server.hold);
  });
  server.on('POST /api/v1/cart/acknowledge', ({ body }) => {
    const { items } = acknowledgeCartSchema.parse(body);
    const lines = server.cart.items.map((line) => {
      const acknowledged = items.find(({ productId }) => productId === line.productId);
      if (acknowledged === undefined) return line;
      const seen = acknowledged.price === line.price ? { price: acknowledged.price } : line.seen;
      return withProduct({ ...line, seen, quantity: acknowledged.quantity ?? line.quantity }, {});
    });
    server.cart = makeCart(lines, server.cart.version + 1);
    return ok(cartDtoSchema, server.cart);
  });
}
