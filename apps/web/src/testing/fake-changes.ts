import {
  addDollars,
  type ChangeKind,
  type ChangePart,
  changePartSchema,
  changeRefusal,
  feeAfter,
  foldPart,
  fromThousandths,
  goodsFateOf,
  isLive,
  lineTotal,
  type OrderDto,
  type OrderPart,
  orderDtoSchema,
  orderStatusOf,
  orderTotals,
  type PartChange,
  type PartChanged,
  type PermittedChange,
  type ProductDto,
  paidOnHandover,
  partPaidOnHandover,
  toCents,
  toDollars,
  toThousandths,
  type UserDto,
} from '#libs/contracts';
import { type Handler, ok, problem } from './fake-response';
import { makeCartItem, makeUser } from './fixtures';

interface FakeServer {
  readonly orders: OrderDto[];
  readonly products: readonly ProductDto[];
  readonly user: UserDto | null;
  on(route: string, handler: Handler): void;
}

type By = PartChange['by'];

export function addChangeRoutes(server: FakeServer): void {
  server.on('POST /api/v1/orders/:id/parts/:partId/changes', ({ body, params, headers }) => {
    if (!headers.has('Idempotency-Key')) return problem('IDEMPOTENCY_KEY_MISSING', 400);
    const change = changePartSchema.parse(body);
    const at = server.orders.findIndex(({ _id }) => _id === params.id);
    const order = server.orders[at];
    const part = order?.parts.find(({ _id }) => _id === params.partId);
    if (!order || !part) return problem('ORDER_NOT_FOUND', 404);
    if (part.version !== change.version) return problem('VERSION_CONFLICT', 409);
    const by = server.user ?? makeUser('customer');
    const kind = ({ customer: 'set', farmer: 'shorted', admin: 'intervened' } as const)[by.role];
    const reason = changeRefusal(kind, part, Date.now());
    // an admin can correct what was marked as delivered by mistake
    const corrects = reason === 'delivered' && by.role === 'admin' && change.status !== undefined;
    if (reason && !corrects) return problem('ORDER_CLOSED', 409, { details: { reason } });
    const next = applyChange(order, part._id, change, by, server.products);
    server.orders[at] = next;
    return ok(orderDtoSchema, next);
  });
}

/** The order after a permitted change of one of its parts, as the server makes it. */
export function applyChange(
  order: OrderDto,
  partId: string,
  change: Omit<ChangePart, 'version'>,
  by: By,
  /** Those that the change can add. */
  products: readonly ProductDto[] = [],
): OrderDto {
  const parts = order.parts.map((part) =>
    part._id === partId ? changedPart(part, change, by, products) : part,
  );
  return withTotals({ ...order, parts }, by);
}

function changedPart(
  part: OrderPart,
  change: Omit<ChangePart, 'version'>,
  { role, name }: By,
  products: readonly ProductDto[],
): OrderPart {
  const { lines: wanted, status: to } = change;
  const why = { reason: change.reason ?? null, declineReason: change.declineReason ?? null };
  const at = new Date().toISOString();
  const by = { role, name };
  const lines = [...part.lines, ...addedLines(part, wanted ?? [], products)];
  const comes = (line: OrderPart['lines'][number]) =>
    wanted?.find(({ productId }) => productId === line.productId)?.quantity ?? line.quantity;
  const isNothingLeft = wanted !== undefined && lines.every((line) => comes(line) === 0);
  const status = to ?? (isNothingLeft ? END[role] : undefined);
  const ends = status !== undefined && !isLive(status);
  const fate = goodsFateOf(part.status, change.declineReason, change.goods);
  const edits = lines.flatMap((line) => {
    const quantity = ends ? 0 : comes(line);
    if (!ends && !wanted?.some(({ productId }) => productId === line.productId)) return [];
    if (quantity === line.quantity && (ends || role !== 'customer' || quantity === line.ordered))
      return [];
    return [{ line, quantity, kind: kindOf(by, ends, line, quantity) }];
  });
  const kinds = new Set<ChangeKind>(edits.map(({ kind }) => kind));
  if (kinds.size === 0) kinds.add(KIND_OF_END[role]);
  const made = [...kinds].map((kind, n): PartChange => {
    const own = edits.filter((edit) => edit.kind === kind);
    const takesAway = own.some(({ line, quantity }) => quantity < line.quantity);
    return {
      _id: part._id.slice(-16) + (part.changes.length + n).toString(16).padStart(8, '0'),
      at,
      by,
      kind,
      lines: own.map(({ line, quantity }) => ({
        productId: line.productId,
        from: line.quantity,
        to: quantity,
        cost: toDollars(
          lineTotal(toCents(line.price), toThousandths(quantity)) - toCents(line.total),
        ),
      })),
      ...why,
      goods: takesAway ? fate : null,
    };
  });
  const step = status && { status, at, by, ...why, goods: ends ? fate : null };
  return folded({
    ...part,
    lines,
    changes: [...part.changes, ...made],
    timeline: step ? [...part.timeline, step] : part.timeline,
    status: status ?? part.status,
    version: part.version + 1,
  });
}

const END = { customer: 'cancelled', farmer: 'declined', admin: 'cancelled' } as const;
const KIND_OF_END = { customer: 'cancelled', farmer: 'declined', admin: 'intervened' } as const;

function kindOf(
  { role }: By,
  ends: boolean,
  line: OrderPart['lines'][number],
  to: number,
): PermittedChange {
  if (ends || role === 'admin') return KIND_OF_END[role];
  if (role === 'customer') return to === 0 ? 'removed' : line.ordered === 0 ? 'added' : 'set';
  return to === 0 ? 'declined' : to < line.quantity ? 'shorted' : 'requantified';
}

function addedLines(
  part: OrderPart,
  wanted: NonNullable<ChangePart['lines']>,
  products: readonly ProductDto[],
): OrderPart['lines'] {
  return wanted.flatMap(({ productId }) => {
    if (part.lines.some((line) => line.productId === productId)) return [];
    const product = products.find(({ _id }) => _id === productId);
    if (!product) throw new Error(`no product ${productId}`);
    const { name, image, unit, price } = makeCartItem(product, 0);
    const amounts = { quantity: 0, ordered: 0, total: 0 };
    return [
      { productId, name, category: product.category, image, unit, price, ...amounts, note: null },
    ];
  });
}

function folded(part: OrderPart): OrderPart {
  const changed = part.changes.flatMap(({ lines }) => lines);
  const placed = part.lines.map(({ productId, price, quantity }) => {
    // what came before the first change is what was placed
    const first = changed.find((line) => line.productId === productId);
    return { productId, price: toCents(price), placed: toThousandths(first?.from ?? quantity) };
  });
  const changes = part.changes.map(({ kind, lines }) => ({
    kind,
    lines: lines.map(({ productId, to }) => ({ productId, to: toThousandths(to) })),
  }));
  const { lines, subtotal } = foldPart(placed, changes);
  const orderedTotal = lines.reduce(
    (sum, { ordered }, at) => sum + lineTotal(placed[at]?.price ?? 0, ordered),
    0,
  );
  return {
    ...part,
    subtotal: toDollars(subtotal),
    orderedTotal: toDollars(orderedTotal),
    payment: { status: partPaidOnHandover(part.status), amount: toDollars(subtotal) },
    lines: part.lines.map((line, at) => {
      const { ordered = 0, coming = 0, total = 0 } = lines[at] ?? {};
      return {
        ...line,
        quantity: fromThousandths(coming),
        ordered: fromThousandths(ordered),
        total: toDollars(total),
      };
    }),
  };
}

function withTotals(order: OrderDto, { role }: By): OrderDto {
  const { parts } = order;
  const inCents = parts.map(({ status, subtotal, fulfilment, orderedTotal, timeline }) => ({
    status,
    fulfilment,
    subtotal: toCents(subtotal),
    ordered: toCents(orderedTotal),
    lastStepBy: timeline.at(-1)?.by.role ?? 'customer',
  }));
  const deliveryFee = feeAfter(inCents, { by: role, fee: toCents(order.deliveryFee) });
  const { goods, fee, total } = orderTotals(inCents, deliveryFee);
  const payment = paidOnHandover(inCents, deliveryFee);
  const status = orderStatusOf(parts.map((part) => part.status));
  return {
    ...order,
    status,
    isDelivered: status === 'Delivered',
    goodsTotal: toDollars(goods),
    deliveryFee: toDollars(fee),
    totalPrice: toDollars(total),
    payment: {
      method: order.payment.method,
      status: payment.status,
      amount: toDollars(payment.amount),
      paid: toDollars(payment.paid),
    },
    version: order.version + 1,
  };
}

/** The event of a change, from the order before and after it; also what its farm gets, and more. */
export function partChangedOf(before: OrderDto, after: OrderDto, partId: string): PartChanged {
  const find = ({ parts }: OrderDto) => parts.find(({ _id }) => _id === partId);
  const [was, part] = [find(before), find(after)];
  if (!was || !part) throw new Error(`no part ${partId}`);
  const { _id: orderId, code, customer, totalPrice } = after;
  return {
    orderId,
    code,
    farmId: part.farmId,
    part,
    from: was.status,
    changes: part.changes.slice(was.changes.length),
    customerId: customer._id,
    order: after,
    totalChange: addDollars(totalPrice, -before.totalPrice),
  };
}
