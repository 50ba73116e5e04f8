import {
  CODE_ALPHABET,
  handOverCodesSchema,
  handOverSchema,
  type Id,
  nextStep,
  type OrderDto,
  type OrderPart,
  orderDtoSchema,
  type UserDto,
} from '#libs/contracts';
import { applyChange } from './fake-changes';
import { type Handler, ok, problem } from './fake-response';

/** The part of the fake server that these routes need. */
interface FakeServer {
  readonly user: UserDto | null;
  readonly orders: OrderDto[];
  on(route: string, handler: Handler): void;
}

/** The code of a part, from its id. */
export const fakeCode = (partId: Id): string =>
  [...partId.slice(-6)].map((digit) => CODE_ALPHABET[Number.parseInt(digit, 16)]).join('');

export function addHandOverRoutes(server: FakeServer): void {
  server.on('GET /api/v1/orders/:id/hand-over-codes', ({ params }) => {
    const order = server.orders.find(({ _id }) => _id === params.id);
    const parts = order?.parts.map(({ _id: partId }) => ({ partId, code: fakeCode(partId) }));
    return parts ? ok(handOverCodesSchema, { parts }) : problem('ORDER_NOT_FOUND', 404);
  });
  server.on('POST /api/v1/farms/mine/hand-overs', ({ body, headers }) => {
    if (!headers.has('Idempotency-Key')) return problem('IDEMPOTENCY_KEY_MISSING', 400);
    const { code } = handOverSchema.parse(body);
    const has = ({ _id }: OrderPart) => fakeCode(_id) === code;
    const at = server.orders.findIndex(({ parts }) => parts.some(has));
    const order = server.orders[at];
    const part = order?.parts.find(has);
    if (!order || !part) return problem('HAND_OVER_CODE_UNKNOWN', 404);
    const about = { order: order.code, orderId: order._id, status: part.status };
    if (nextStep(part.status, part.fulfilment) !== 'delivered')
      return problem('HAND_OVER_REFUSED', 409, { details: { reason: 'not_ready', ...about } });
    const by = { role: 'farmer', name: server.user?.name ?? '' } as const;
    const next = applyChange(order, part._id, { status: 'delivered' }, by);
    server.orders[at] = next;
    return ok(orderDtoSchema, next);
  });
}
