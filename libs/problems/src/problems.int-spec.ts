import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import sharp from 'sharp';
import {
  auditPageSchema,
  inboxPageSchema,
  type OrderDto,
  type OrderProblem,
  orderProblemSchema,
  orderProblemsSchema,
  PROBLEM_REPORT_DAYS,
  problemsPageSchema,
  uploadedPictureSchema,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import {
  type Answer,
  Marketplace,
  movePart,
  readOrder,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';

let market: Marketplace;
let customer: TestPerson;
let stranger: TestPerson;
let admin: TestPerson;
let farm: TestFarm;
let other: TestFarm;
/** $4.00 per pound, and $2.50 each. */
let carrots: Product;
let eggs: Product;
beforeAll(async () => {
  market = await Marketplace.open();
  ({ customer, admin, farm, other } = await market.cast());
  stranger = await market.person('customer');
  carrots = await market.product(farm, { price: 400, unit: 'lb', step: 0.25, stock: 1_000 });
  eggs = await market.product(farm, { name: 'Eggs', price: 250, stock: 1_000 });
});
afterAll(() => market.close());

const once = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
const idOf = ({ _id }: Product) => _id.toString();
const idsOf = (order: OrderDto) => ({ orderId: order._id, partId: order.parts[0]?._id });
const step = async (order: OrderDto, status: string) => {
  const [part] = (await readOrder(farm.farmer.client, order)).parts;
  return movePart(farm.farmer.client, idsOf(order), { status, version: part?.version });
};

/** An order of 3 lb of carrots and 2 eggs, picked up; of the carrots 2 lb come, which cost $8.00. */
async function placed(): Promise<OrderDto> {
  const order = await market.order(
    customer,
    [
      [carrots, 3],
      [eggs, 2],
    ],
    { fulfilment: { [farm.id]: 'pickup' } },
  );
  const short = { lines: [{ productId: idOf(carrots), quantity: 2 }], declineReason: 'other' };
  await movePart(farm.farmer.client, idsOf(order), { version: 1, ...short });
  return order;
}
async function delivered(): Promise<OrderDto> {
  const order = await placed();
  for (const status of ['accepted', 'packed', 'ready_for_pickup', 'delivered'])
    await step(order, status);
  return order;
}

const SOFT = { quantity: 1.5, kind: 'quality' } as const;
const soft = (more: object = {}) => ({ lines: [{ productId: idOf(carrots), ...SOFT }], ...more });
const report = (
  order: OrderDto,
  body: object = soft(),
  { who = customer, headers = once() } = {},
): Promise<Answer> => {
  const { orderId, partId } = idsOf(order);
  return who.client.post(`/orders/${orderId}/parts/${partId}/problems`, body, headers);
};
const reported = async (order?: OrderDto, body?: object): Promise<OrderProblem> => {
  const answer = await report(order ?? (await delivered()), body);
  expect(answer.status).toBe(201);
  return orderProblemSchema.parse(answer.body);
};
const answer = ({ _id, version }: OrderProblem, body: object, who = farm.farmer): Promise<Answer> =>
  who.client.patch(`/problems/${_id}/answer`, { version, ...body });
const refund = (amount: number, outcome = 'tender') => ({
  outcome,
  lines: [{ productId: idOf(carrots), amount }],
});
const ofOrder = async (order: Pick<OrderDto, '_id'>, who = customer) =>
  orderProblemsSchema.parse((await who.client.get(`/orders/${order._id}/problems`)).body).problems;
const farmList = async (query = '', who = farm.farmer) =>
  problemsPageSchema.parse((await who.client.get(`/farms/mine/problems${query}`)).body);
const inboxOf = async (who: TestPerson, kind: string) => {
  await market.settled();
  const { notifications } = inboxPageSchema.parse((await who.client.get('/inbox')).body);
  return notifications.find((one) => one.kind === kind);
};
const upload = async (who: TestPerson, background: string): Promise<string> => {
  const create = { width: 9, height: 9, channels: 3, background } as const;
  const bytes = new Uint8Array(await sharp({ create }).png().toBuffer());
  const sent = await who.client.call('POST', '/uploads/pictures', bytes, {
    'content-type': 'image/png',
  });
  return uploadedPictureSchema.parse(sent.body).url;
};
/** All that a refused request must not have changed. */
const stored = async () => {
  await market.settled();
  const all = ['orders', 'problems', 'auditLog', 'journals', 'outbox'].map((name) =>
    market.collection(name).find().sort({ _id: 1 }).toArray(),
  );
  return JSON.stringify(await Promise.all(all));
};

describe('a report', () => {
  it('says what came of its lines, and reaches its farm, the admins and the order', async () => {
    const order = await delivered();
    const url = await upload(customer, '#7a3');
    const problem = await reported(order, soft({ text: 'They were soft.', pictures: [url] }));
    expect(problem).toMatchObject({
      orderId: order._id,
      code: order.code,
      farmId: farm.id,
      payment: 'pay_on_handover',
      feeRate: 800,
      lines: [
        {
          productId: idOf(carrots),
          unit: 'lb',
          price: 4,
          came: 2,
          quantity: 1.5,
          kind: 'quality',
          refundable: 8,
        },
      ],
      text: 'They were soft.',
      pictures: [{ url }],
      status: 'open',
      answer: null,
      version: 1,
    });
    for (const who of [customer, farm.farmer, admin])
      expect(await ofOrder(order, who)).toEqual([problem]);
    const list = await farmList('?status=open');
    expect([list.problems[0], list.open]).toEqual([problem, list.total]);
    const { body } = await admin.client.get(`/problems?farm=${farm.id}&status=open`);
    expect(problemsPageSchema.parse(body)).toEqual(list);
    expect(await farmList('', other.farmer)).toMatchObject({ problems: [], open: 0 });
    expect(await inboxOf(farm.farmer, 'problem.reported')).toMatchObject({
      title: expect.stringContaining(order.code),
      text: 'They were soft.',
      details: [{ label: expect.stringContaining('1.5 lb'), value: 'not good' }],
    });
  });

  it('is one, however often it is sent', async () => {
    const order = await delivered();
    const headers = once();
    const answers = await Promise.all([1, 2, 3].map(() => report(order, soft(), { headers })));
    expect(new Set(answers.map(({ body }) => (body as OrderProblem)._id)).size).toBe(1);
    const changed = soft({ text: 'Other words' });
    expect((await report(order, changed, { headers })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await ofOrder(order)).toHaveLength(1);
  });

  it('is the only open one of its lines, also of several at once', async () => {
    const order = await delivered();
    const codes = await Promise.all([1, 2, 3, 4].map(async () => (await report(order)).code));
    expect(codes.filter((code) => code === 'PROBLEM_OPEN')).toHaveLength(3);
    const both = {
      lines: [...soft().lines, { productId: idOf(eggs), quantity: 1, kind: 'other' }],
    };
    expect((await report(order, { ...both, text: 'Broken' })).code).toBe('PROBLEM_OPEN');
    const [problem] = await ofOrder(order);
    if (!problem) throw new Error('no report');
    expect((await answer(problem, { outcome: 'none', reason: 'We talked.' })).status).toBe(200);
    expect((await report(order)).status).toBe(201);
  });

  it('is refused with its reason, and changes nothing', async () => {
    const order = await delivered();
    const underWay = await placed();
    const bad = async (body: object) => {
      const { code, body: problem } = await report(order, body);
      return [code, (problem as { errors?: { path: string }[] }).errors?.[0]?.path];
    };
    const line = (more: object) => soft({ lines: [{ ...soft().lines[0], ...more }] });
    const foreign = await upload(stranger, '#a37');
    const before = await stored();
    for (const [body, path] of [
      [line({ quantity: 2.25 }), 'lines.0.quantity'],
      [line({ quantity: 0 }), 'lines.0.quantity'],
      [line({ quantity: -1 }), 'lines.0.quantity'],
      [line({ quantity: 0.0001 }), 'lines.0.quantity'],
      [line({ productId: idOf(eggs), quantity: 0.5 }), 'lines.0.quantity'],
      [line({ productId: new Types.ObjectId().toString() }), 'lines.0.productId'],
      [line({ kind: 'other' }), 'text'],
      [soft({ lines: [] }), 'lines'],
      [soft({ lines: [soft().lines[0], soft().lines[0]] }), 'lines'],
      [soft({ pictures: [foreign] }), 'pictures.0'],
      [soft({ pictures: ['/pictures/none.webp'] }), 'pictures.0'],
    ] as const)
      expect(await bad(body)).toEqual(['VALIDATION_FAILED', path]);
    expect((await report(order, soft(), { who: stranger })).code).toBe('ORDER_NOT_FOUND');
    expect((await report(order, soft(), { headers: {} })).code).toBe('IDEMPOTENCY_KEY_MISSING');
    expect(await report(underWay)).toMatchObject({
      code: 'PROBLEM_NOT_ALLOWED',
      body: { details: { reason: 'not_delivered' } },
    });
    expect((await stranger.client.get(`/orders/${order._id}/problems`)).code).toBe(
      'ORDER_NOT_FOUND',
    );
    expect(await stored()).toBe(before);
  });

  it('of a line that did not come is refused', async () => {
    const order = await placed();
    const none = { lines: [{ productId: idOf(eggs), quantity: 0 }], declineReason: 'quality' };
    await movePart(farm.farmer.client, idsOf(order), { version: 2, ...none });
    for (const status of ['accepted', 'packed', 'ready_for_pickup', 'delivered'])
      await step(order, status);
    const body = { lines: [{ productId: idOf(eggs), quantity: 1, kind: 'missing' }] };
    expect((await report(order, body)).code).toBe('VALIDATION_FAILED');
  });

  it('can be made for some days after the hand-over', async () => {
    const order = await delivered();
    const handOver = async (days: number) => {
      const at = new Date(Date.now() - days * 86_400_000);
      await market
        .collection('orders')
        .updateOne(
          { _id: new Types.ObjectId(order._id) },
          { $set: { 'parts.0.timeline.4.at': at } },
        );
    };
    await handOver(PROBLEM_REPORT_DAYS);
    expect(await report(order)).toMatchObject({
      code: 'PROBLEM_NOT_ALLOWED',
      body: { details: { reason: 'too_late' } },
    });
    await handOver(PROBLEM_REPORT_DAYS - 0.01);
    expect((await report(order)).status).toBe(201);
  });
});

describe('an answer', () => {
  it('refunds of a line, which the order, its lists and its file show', async () => {
    const order = await delivered();
    const problem = await reported(order);
    const reason = 'Sorry, they froze.';
    const { status, body } = await answer(problem, { ...refund(6.01), reason });
    expect([status, orderProblemSchema.parse(body)]).toEqual([
      200,
      {
        ...problem,
        status: 'answered',
        answer: {
          outcome: 'tender',
          lines: [{ productId: idOf(carrots), amount: 6.01 }],
          amount: 6.01,
          reason,
          by: { role: 'farmer', name: farm.farmer.user.name },
          at: expect.any(String),
        },
        version: 2,
      },
    ]);
    expect(await ofOrder(order)).toEqual([body]);
    const given = {
      to: 'tender',
      amount: 6.01,
      reason,
      problemId: problem._id,
      lines: [{ productId: idOf(carrots), amount: 6.01 }],
    };
    for (const who of [customer, farm.farmer, admin]) {
      const [part] = (await readOrder(who.client, order)).parts;
      expect(part).toMatchObject({ subtotal: 13, refunds: [given], version: 7 });
    }
    const file = await farm.farmer.client.get('/orders.csv');
    const rows = String(file.body).split('\n');
    const columns = rows[0]?.trim().split(',') ?? [];
    const line = rows.find((row) => row.includes(order.code) && row.includes('Carrots'));
    const cells = line?.split(',') ?? [];
    expect(cells[columns.indexOf('refunded')]).toBe('6.01');
    expect(cells[columns.indexOf('credited')]).toBe('0');
    expect(await inboxOf(customer, 'problem.answered')).toMatchObject({
      title: expect.stringContaining('$6.01'),
      text: expect.stringContaining(reason),
    });
    const { body: log } = await admin.client.get('/audit-log?action=problem.answered');
    expect(auditPageSchema.parse(log).entries[0]).toMatchObject({
      actor: { role: 'farmer', _id: farm.farmer.user._id },
      target: { type: 'order', id: order._id },
      before: { status: 'open' },
      after: { status: 'answered', outcome: 'tender', amount: 6.01, id: problem._id },
      reason,
    });
  });

  it('is one event for each who sees the order, without a notice of a change', async () => {
    const order = await delivered();
    const problem = await reported(order);
    await market.settled();
    const notices = () => market.collection('notifications').countDocuments({});
    const before = await notices();
    await answer(problem, refund(1));
    await market.settled();
    expect(await notices()).toBe(before + 1);
    const changes = await market.events({ name: 'order.part-changed', aggregateId: order._id });
    expect(changes.at(-1)?.payload).toMatchObject({
      changes: [],
      refunds: [{ amount: 1, problemId: problem._id }],
      totalChange: 0,
    });
  });

  it('by an admin reaches customer and farm', async () => {
    const problem = await reported();
    expect((await answer(problem, refund(2, 'credit'), admin)).status).toBe(200);
    for (const who of [customer, farm.farmer])
      expect(await inboxOf(who, 'problem.answered')).toMatchObject({
        title: expect.stringContaining(who === customer ? '$2.00 of store credit' : 'Farmgate'),
      });
  });

  it('is never above what came and was paid, over all answers', async () => {
    const order = await delivered();
    const tooHigh = (refundable: number) => ({
      code: 'REFUND_TOO_HIGH',
      body: { details: { productId: idOf(carrots), refundable } },
    });
    const first = await reported(order);
    // 3 lb were ordered, for $12.00; 2 lb came
    expect(await answer(first, refund(8.01))).toMatchObject(tooHigh(8));
    expect((await answer(first, refund(5))).status).toBe(200);
    const second = await reported(order);
    expect(second.lines[0]?.refundable).toBe(3);
    expect(await answer(second, refund(3.01, 'credit'))).toMatchObject(tooHigh(3));
    expect((await answer(second, refund(3, 'credit'))).status).toBe(200);
    const third = await reported(order);
    expect(await answer(third, refund(0.01))).toMatchObject(tooHigh(0));
    expect((await answer(third, { outcome: 'none', reason: 'All is paid back.' })).status).toBe(
      200,
    );
  });

  it('of farm and admin at once is one', async () => {
    const problem = await reported();
    const answers = await Promise.all([
      answer(problem, refund(2)),
      answer(problem, refund(3), admin),
      answer(problem, { outcome: 'none', reason: 'No' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost).toMatchObject({
      code: 'VERSION_CONFLICT',
      body: { details: { version: 2, current: { status: 'answered' } } },
    });
    const won = answers.find(({ status }) => status === 200)?.body as OrderProblem;
    const [part] = (await readOrder(customer.client, { _id: problem.orderId } as OrderDto)).parts;
    const given = part?.refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect(given).toBe(won.answer?.amount);
    expect((await answer(won, refund(1))).code).toBe('PROBLEM_ANSWERED');
  });

  it('of two lines at once are both kept', async () => {
    const order = await delivered();
    const carrotsReport = await reported(order);
    const eggsReport = await reported(order, {
      lines: [{ productId: idOf(eggs), quantity: 2, kind: 'missing' }],
    });
    const ofEggs = { outcome: 'credit', lines: [{ productId: idOf(eggs), amount: 5 }] };
    const answers = await Promise.all([
      answer(carrotsReport, refund(8)),
      answer(eggsReport, ofEggs, admin),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [part] = (await readOrder(customer.client, order)).parts;
    expect(part?.refunds.map(({ amount }) => amount).sort()).toEqual([5, 8]);
    expect(part?.version).toBe(8);
  });

  it('is refused with its code, and changes nothing', async () => {
    const order = await delivered();
    const problem = await reported(order);
    const before = await stored();
    const given = (more: object) => ({ ...refund(1), ...more });
    const line = (more: object) => given({ lines: [{ ...refund(1).lines[0], ...more }] });
    for (const body of [
      line({ amount: 0 }),
      line({ amount: -1 }),
      line({ amount: 1.005 }),
      line({ amount: '1' }),
      line({ productId: idOf(eggs) }),
      given({ lines: [] }),
      given({ lines: [...refund(1).lines, ...refund(1).lines] }),
      given({ outcome: 'none', reason: 'No' }),
      { outcome: 'none' },
      given({ outcome: 'cash' }),
    ])
      expect([body, (await answer(problem, body)).code]).toEqual([body, 'VALIDATION_FAILED']);
    const stale = { ...problem, version: 2 };
    expect((await answer(stale, refund(1))).code).toBe('VERSION_CONFLICT');
    expect((await answer(problem, refund(1), other.farmer)).code).toBe('PROBLEM_NOT_FOUND');
    expect((await answer(problem, refund(1), customer)).code).toBe('FORBIDDEN');
    const unknown = { ...problem, _id: new Types.ObjectId().toString() };
    expect((await answer(unknown, refund(1))).code).toBe('PROBLEM_NOT_FOUND');
    expect(await stored()).toBe(before);
  });

  it('ends the corrections of a hand-over, and needs one', async () => {
    const order = await delivered();
    const problem = await reported(order);
    const correct = async (status: string) => {
      const [part] = (await readOrder(admin.client, order)).parts;
      const body = { status, reason: 'A mistake', version: part?.version };
      return movePart(admin.client, idsOf(order), body);
    };
    expect((await correct('packed')).status).toBe(200);
    expect(await answer(problem, refund(1))).toMatchObject({
      code: 'PROBLEM_NOT_ALLOWED',
      body: { details: { reason: 'not_delivered' } },
    });
    expect((await correct('delivered')).status).toBe(200);
    expect((await answer(problem, refund(1))).status).toBe(200);
    for (const status of ['packed', 'cancelled'])
      expect(await correct(status)).toMatchObject({
        code: 'ORDER_CLOSED',
        body: { details: { reason: 'refunded' } },
      });
  });
});
