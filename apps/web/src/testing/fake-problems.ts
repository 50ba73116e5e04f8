import {
  addDollars,
  answerProblemSchema,
  type OrderDto,
  type OrderProblem,
  orderProblemSchema,
  orderProblemsSchema,
  problemsPageSchema,
  reportProblemSchema,
  type UserDto,
} from '#libs/contracts';
import { type FakeResponse, type Handler, ok, problem as refusal } from './fake-response';

/** The part of the fake server that these routes need. */
interface FakeServer {
  readonly user: UserDto | null;
  readonly orders: readonly OrderDto[];
  problems: OrderProblem[];
  on(route: string, handler: Handler): void;
}

/** A report of an order's first part; all that came of its first line is bad. */
export function makeProblem(order: OrderDto, patch: Partial<OrderProblem> = {}): OrderProblem {
  const [part] = order.parts;
  const [line] = part?.lines ?? [];
  if (!part || !line) throw new Error('an order without lines');
  return {
    _id: `f${order._id.slice(1)}`,
    orderId: order._id,
    code: order.code,
    partId: part._id,
    farmId: part.farmId,
    farmName: part.farmName,
    customer: order.customer,
    payment: 'card',
    feeRate: 800,
    lines: [
      {
        productId: line.productId,
        name: line.name,
        image: line.image,
        unit: line.unit,
        price: line.price,
        came: line.quantity,
        quantity: line.quantity,
        kind: 'quality',
        refundable: line.total,
      },
    ],
    text: null,
    pictures: [],
    status: 'open',
    reportedAt: new Date().toISOString(),
    answer: null,
    version: 1,
    ...patch,
  };
}

export function addProblemRoutes(server: FakeServer): void {
  const page = (status: string | null): FakeResponse => {
    const problems = server.problems.filter((one) => (status ?? one.status) === one.status);
    return ok(problemsPageSchema, {
      problems,
      nextCursor: null,
      total: problems.length,
      open: server.problems.filter((one) => one.status === 'open').length,
    });
  };
  server.on('GET /api/v1/farms/mine/problems', ({ query }) => page(query.get('status')));
  server.on('GET /api/v1/problems', ({ query }) => page(query.get('status')));
  server.on('GET /api/v1/orders/:id/problems', ({ params }) =>
    ok(orderProblemsSchema, {
      problems: server.problems.filter(({ orderId }) => orderId === params.id),
    }),
  );
  server.on('POST /api/v1/orders/:id/parts/:partId/problems', ({ params, body, headers }) => {
    if (!headers.has('Idempotency-Key')) return refusal('IDEMPOTENCY_KEY_MISSING', 400);
    const report = reportProblemSchema.parse(body);
    const order = server.orders.find(({ _id }) => _id === params.id);
    const part = order?.parts.find(({ _id }) => _id === params.partId);
    if (!order || !part) return refusal('ORDER_NOT_FOUND', 404);
    const lines = report.lines.flatMap(({ productId, quantity, kind }) => {
      const line = part.lines.find((one) => one.productId === productId);
      if (!line) return [];
      const { name, image, unit, price, quantity: came, total: refundable } = line;
      return [{ productId, name, image, unit, price, came, quantity, kind, refundable }];
    });
    const made = makeProblem(order, {
      partId: part._id,
      farmId: part.farmId,
      farmName: part.farmName,
      lines,
      text: report.text ?? null,
      pictures: report.pictures.map((url) => ({ url })),
    });
    server.problems.unshift(made);
    return ok(orderProblemSchema, made, 201);
  });
  server.on('PATCH /api/v1/problems/:id/answer', ({ params, body }) => {
    const { version, outcome, lines, reason } = answerProblemSchema.parse(body);
    const stored = server.problems.find(({ _id }) => _id === params.id);
    if (!stored) return refusal('PROBLEM_NOT_FOUND', 404);
    if (stored.version !== version) return refusal('VERSION_CONFLICT', 409);
    const answered = answer(stored, {
      outcome,
      lines,
      amount: addDollars(...lines.map(({ amount }) => amount)),
      reason: reason ?? null,
      by: { role: server.user?.role ?? 'farmer', name: server.user?.name ?? '' },
      at: new Date().toISOString(),
    });
    server.problems = server.problems.map((one) => (one === stored ? answered : one));
    return ok(orderProblemSchema, answered);
  });
}

/** The report with its answer. */
export const answer = (
  problem: OrderProblem,
  given: NonNullable<OrderProblem['answer']>,
): OrderProblem => ({
  ...problem,
  status: 'answered',
  answer: given,
  version: problem.version + 1,
});
