import {
  addDays,
  allReviewsPageSchema,
  type Cohorts,
  cohortsSchema,
  countDays,
  dayOf,
  type FarmDto,
  type FarmStats,
  farmReviewsPageSchema,
  farmSalesSchema,
  farmStatsSchema,
  type HandoverDay,
  handoversSchema,
  latestStockCheckSchema,
  moderateReviewSchema,
  OPEN_PARTS,
  type OrderDto,
  type OwnReviewDto,
  orderDaysSchema,
  ownFarmDtoSchema,
  ownReviewDtoSchema,
  type PackingSlip,
  type PickList,
  packingSlipSchema,
  packingSlipsSchema,
  pickListSchema,
  type QueueJob,
  queueDepthsSchema,
  queueJobDetailSchema,
  queueJobsPageSchema,
  queueNameSchema,
  type Recount,
  recountSchema,
  replyToReviewSchema,
  retriedJobsSchema,
  reviewDtoSchema,
  runSheetSchema,
  type SalesDay,
  type StockCheckDto,
  salesSchema,
  startHolidaySchema,
  stockCheckQueuedSchema,
} from '#libs/contracts';
import type { FakeMembers } from './fake-members';
import { type Handler, ok, problem } from './fake-response';
import { fakeId } from './fixtures';

/** State of the dashboards' routes: figures, pick list, packing slips, reviews, sales, jobs, stock check. */
export interface FakeWork {
  farmStats: FarmStats;
  pickList: PickList;
  slips: PackingSlip[];
  reviews: OwnReviewDto[];
  sales: SalesDay[];
  cohorts: Cohorts['cohorts'];
  handovers: HandoverDay[];
  recount: Recount;
  jobs: QueueJob[];
  stockCheck: StockCheckDto | null;
}

/** The part of the fake server that these routes need. */
interface FakeServer {
  readonly farms: readonly FarmDto[];
  readonly orders: readonly OrderDto[];
  readonly work: FakeWork;
  readonly members: FakeMembers;
  on(route: string, handler: Handler): void;
}

/** Sales of the last `count` days including today, with a few orders each. */
export function makeSalesDays(count: number): SalesDay[] {
  const today = dayOf(Date.now(), 'America/New_York');
  return Array.from({ length: count }, (_, at) => {
    const day = addDays(today, at - count + 1);
    const orders = (at * 5) % 8;
    const revenue = orders * 12.5;
    const average = orders === 0 ? 0 : 12.5;
    const hours = Array<number>(24).fill(0).with(9, orders);
    const categories = orders === 0 ? {} : { roots: revenue };
    return { day, orders, revenue, average, hours, categories, version: 1 };
  });
}

export function makeWork(): FakeWork {
  const sales = makeSalesDays(30);
  const at = new Date().toISOString();
  return {
    farmStats: {
      farmId: fakeId('farm', 1),
      toPick: { parts: 4, lines: 9 },
      orders: { placed: 3, delivered: 12, closed: 2 },
      lowStock: 2,
      soldOut: 1,
      buyers: 48,
      repeatBuyers: 19,
      version: 1,
      today: sales.at(-1) as SalesDay,
      sales,
      topProducts: [
        {
          productId: fakeId('product', 1),
          name: 'Rainbow carrots',
          unit: 'bunch',
          quantity: 212,
          orders: 140,
          revenue: 742,
          version: 1,
        },
      ],
    },
    pickList: { products: [], orders: [], total: 0 },
    slips: [],
    reviews: [],
    sales,
    cohorts: [],
    handovers: [],
    recount: {
      at,
      matches: true,
      overdue: 0,
      underWay: 0,
      unreadable: 0,
      unreadableIds: [],
      compared: 412,
      figures: [{ figure: 'orders.total', projected: 105, counted: 105 }],
      differences: [],
      differing: 0,
    },
    jobs: [],
    stockCheck: null,
  };
}

export function addWorkRoutes(server: FakeServer): void {
  addFarmWorkRoutes(server);
  addReviewRoutes(server);
  addFigureRoutes(server);
  addJobRoutes(server);
}

function addFarmWorkRoutes(server: FakeServer): void {
  const { work, members } = server;
  server.on('GET /api/v1/farms/mine/stats', ({ query }) => {
    const sales = work.farmStats.sales.slice(-Number(query.get('days') ?? 30));
    return ok(farmStatsSchema, { ...work.farmStats, sales });
  });
  server.on('GET /api/v1/farms/mine/pick-list', ({ query }) => {
    const status = query.get('status');
    const orders = work.pickList.orders.filter((one) => (status ?? one.status) === one.status);
    return ok(pickListSchema, { ...work.pickList, orders, total: orders.length });
  });
  server.on('GET /api/v1/orders/:id/packing-slip', ({ params }) => {
    const slip = work.slips.find(({ orderId }) => orderId === params.id);
    return slip ? ok(packingSlipSchema, slip) : problem('ORDER_NOT_FOUND', 404);
  });
  server.on('GET /api/v1/farms/mine/order-days', () => {
    const open = server.orders.flatMap((order) =>
      order.parts
        .filter(({ status }) => OPEN_PARTS.some((one) => one === status))
        .map(({ _id: partId, slot, status, fulfilment, version }) => {
          const day = slot?.date ?? 'none';
          return { orderId: order._id, partId, day, status, fulfilment, version };
        }),
    );
    return ok(orderDaysSchema, { parts: open, isComplete: true });
  });
  server.on('GET /api/v1/farms/mine/packing-slips', ({ query }) => {
    const day = query.get('day');
    const slips = work.slips.filter(({ slot }) => day === null || (slot?.date ?? 'none') === day);
    return ok(packingSlipsSchema, { slips, total: slips.length });
  });
  server.on('GET /api/v1/farms/mine/run-sheet', ({ query }) => {
    const day = query.get('day');
    const stops = server.orders
      .filter(({ parts }) =>
        parts.some(
          ({ fulfilment, slot }) =>
            fulfilment === 'delivery' && (day === null || (slot?.date ?? 'none') === day),
        ),
      )
      .map((order) => {
        const isOnRound = order.address?.postalCode !== '00001';
        return { ...order, isOnRound, toCollect: order.totalPrice };
      });
    return ok(runSheetSchema, { stops, startsAtFarm: true, total: stops.length });
  });
  server.on('POST /api/v1/farms/mine/holiday', ({ body }) => {
    const { version, until, message = null } = startHolidaySchema.parse(body);
    if (version !== members.ownFarm.version) return problem('VERSION_CONFLICT', 409);
    const holiday = { until, message };
    members.ownFarm = { ...members.ownFarm, holiday, version: version + 1 };
    return ok(ownFarmDtoSchema, members.ownFarm);
  });
  server.on('DELETE /api/v1/farms/mine/holiday', () => {
    const version = members.ownFarm.version + 1;
    members.ownFarm = { ...members.ownFarm, holiday: null, version };
    return ok(ownFarmDtoSchema, members.ownFarm);
  });
}

function addReviewRoutes(server: FakeServer): void {
  const { work } = server;
  const find = (id: string | undefined) => work.reviews.find(({ _id }) => _id === id);
  server.on('GET /api/v1/farms/mine/reviews', ({ query }) => {
    const answered = query.get('answered');
    const shown = work.reviews.filter(({ hiddenReason }) => hiddenReason === null);
    const reviews = shown.filter(
      ({ reply }) => answered === null || (reply !== null) === (answered === 'true'),
    );
    const unanswered = shown.filter(({ reply }) => reply === null).length;
    const total = reviews.length;
    return ok(farmReviewsPageSchema, { reviews, nextCursor: null, total, unanswered });
  });
  server.on('PUT /api/v1/reviews/:id/reply', ({ params, body }) => {
    const { version, text } = replyToReviewSchema.parse(body);
    const review = find(params.id);
    if (review === undefined) return problem('REVIEW_NOT_FOUND', 404);
    if (version !== review.version) return problem('VERSION_CONFLICT', 409);
    const reply = { text, at: new Date().toISOString(), editedAt: null };
    Object.assign(review, { reply, version: version + 1 });
    return ok(reviewDtoSchema, JSON.parse(JSON.stringify(review)));
  });
  server.on('GET /api/v1/reviews', ({ query }) => {
    const hidden = query.get('hidden');
    const reviews = work.reviews.filter(
      ({ hiddenReason }) => hidden === null || (hiddenReason !== null) === (hidden === 'true'),
    );
    return ok(allReviewsPageSchema, { reviews, nextCursor: null, total: reviews.length });
  });
  server.on('PATCH /api/v1/reviews/:id/moderation', ({ params, body }) => {
    const { version, hidden, reason } = moderateReviewSchema.parse(body);
    const review = find(params.id);
    if (review === undefined) return problem('REVIEW_NOT_FOUND', 404);
    if (version !== review.version) return problem('VERSION_CONFLICT', 409);
    Object.assign(review, { hiddenReason: hidden ? reason : null, version: version + 1 });
    return ok(ownReviewDtoSchema, JSON.parse(JSON.stringify(review)));
  });
}

function addFigureRoutes(server: FakeServer): void {
  const { work } = server;
  server.on('GET /api/v1/analytics/sales', ({ query }) => {
    const days = work.sales.slice(-Number(query.get('days') ?? 30));
    const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
    const orders = days.reduce((sum, day) => sum + day.orders, 0);
    const revenue = days.reduce((sum, day) => sum + day.revenue, 0);
    return ok(salesSchema, { from, to, days, orders, revenue, average: 12.5 });
  });
  server.on('GET /api/v1/analytics/sales/farms', ({ query }) => {
    const ids = query.get('farms')?.split(',') ?? server.farms.map(({ _id }) => _id);
    const from = query.get('from') ?? work.sales[0]?.day ?? '';
    const to = work.sales.at(-1)?.day ?? from;
    const before = addDays(from, -countDays(from, to));
    const days = [
      { day: addDays(from, -1), orders: 2, revenue: 20, version: 1 },
      { day: from, orders: 3, revenue: 30, version: 1 },
    ];
    const farms = ids.map((farmId) => ({ farmId, days }));
    // of which these are the best
    return ok(farmSalesSchema, { before, from, to, farms, total: 130 });
  });
  server.on('GET /api/v1/analytics/handovers', ({ query }) => {
    const [from, to] = [query.get('from') ?? '2026-11-01', query.get('to') ?? '2026-11-30'];
    const none = { orders: 0, revenue: 0, average: 0, orderedWithDay: 0, version: 1 };
    const days = Array.from({ length: countDays(from, to) }, (_, n) => {
      const day = addDays(from, n);
      return { ...none, ...work.handovers.find((one) => one.day === day), day };
    });
    return ok(handoversSchema, { from, to, days });
  });
  server.on('GET /api/v1/analytics/cohorts', () =>
    ok(cohortsSchema, { month: '2026-11', cohorts: work.cohorts }),
  );
  server.on('POST /api/v1/analytics/recount', () => ok(recountSchema, work.recount));
  server.on('GET /api/v1/admin/stock-check', () =>
    ok(latestStockCheckSchema, { check: work.stockCheck }),
  );
  server.on('POST /api/v1/admin/stock-check', () =>
    ok(stockCheckQueuedSchema, { queued: true }, 202),
  );
}

function addJobRoutes(server: FakeServer): void {
  const { work } = server;
  const take = (queue: string | undefined, id: string | undefined) => {
    const at = work.jobs.findIndex((job) => job.queue === queue && job._id === id);
    return at < 0 ? undefined : work.jobs.splice(at, 1)[0];
  };
  server.on('GET /api/v1/admin/queues', () =>
    ok(queueDepthsSchema, {
      queues: queueNameSchema.options.map((name) => {
        const failed = work.jobs.filter(({ queue, state }) => queue === name && state === 'failed');
        return { name, waiting: 0, active: 0, delayed: 0, failed: failed.length };
      }),
    }),
  );
  server.on('GET /api/v1/admin/jobs', ({ query }) => {
    const state = query.get('state') ?? 'failed';
    const jobs = work.jobs.filter((job) => job.queue === query.get('queue') && job.state === state);
    return ok(queueJobsPageSchema, { jobs: [...jobs], nextCursor: null, total: jobs.length });
  });
  server.on('GET /api/v1/admin/jobs/:queue/:id', ({ params }) => {
    const job = work.jobs.find(({ queue, _id }) => queue === params.queue && _id === params.id);
    if (job === undefined) return problem('JOB_NOT_FOUND', 404);
    return ok(queueJobDetailSchema, { ...job, data: { orderId: fakeId('order', 1) } });
  });
  server.on('POST /api/v1/admin/jobs/:queue/:id/retry', ({ params }) => {
    const job = take(params.queue, params.id);
    if (job === undefined) return problem('JOB_NOT_FOUND', 404);
    return ok(queueJobDetailSchema, { ...job, state: 'waiting', data: {} });
  });
  server.on('DELETE /api/v1/admin/jobs/:queue/:id', ({ params }) => {
    const job = take(params.queue, params.id);
    return job ? ok(queueJobDetailSchema, { ...job, data: {} }) : problem('JOB_NOT_FOUND', 404);
  });
  server.on('POST /api/v1/admin/jobs/:queue/retry', ({ params }) => {
    const retried = work.jobs.filter(({ queue }) => queue === params.queue).length;
    work.jobs = work.jobs.filter(({ queue }) => queue !== params.queue);
    return ok(retriedJobsSchema, { retried });
  });
}
