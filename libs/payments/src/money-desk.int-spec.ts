import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AuditEntryDto,
  auditPageSchema,
  type CorrectionDto,
  correctionDtoSchema,
  type DomainEvent,
  type FarmBalance,
  farmBalancesSchema,
  moneyDeskSchema,
  monthOf,
  type OrderDto,
  statementSchema,
  statementsSchema,
} from '#libs/contracts';
import { Marketplace, movePart, type TestFarm, type TestPerson, waitFor } from '#libs/testing';
import { MonthsService } from './months.service.js';

const month = monthOf(new Date().toISOString());
const today = new Date().toISOString().slice(0, 10);

let market: Marketplace;
let customer: TestPerson;
let admin: TestPerson;
let other: TestPerson;
let farm: TestFarm;
let order: OrderDto;
beforeAll(async () => {
  market = await Marketplace.open();
  [customer, admin, other, farm] = await Promise.all([
    market.person('customer'),
    market.person('admin'),
    market.person('admin'),
    market.farm(),
  ]);
  order = await delivered(farm, 4_210);
});
afterAll(() => market.close());

async function delivered(of: TestFarm, price: number): Promise<OrderDto> {
  const placed = await market.order(customer, [[await market.product(of, { price }), 1]], {
    fulfilment: { [of.id]: 'pickup' },
  });
  let version = 1;
  for (const status of ['accepted', 'packed', 'ready_for_pickup', 'delivered']) {
    const ids = { orderId: placed._id, partId: placed.parts[0]?._id };
    await movePart(of.farmer.client, ids, { status, version });
    version += 1;
  }
  await market.settled();
  return placed;
}

const statement = async (of = farm, wanted = month) =>
  statementSchema.parse((await of.farmer.client.get(`/farms/mine/statements/${wanted}`)).body);
const pay = (body: Record<string, unknown>, { key = randomUUID(), of = farm.id } = {}) =>
  admin.client.post(
    `/admin/money/farms/${of}/payments`,
    { kind: 'payment', amount: 1, reference: 'BANK 1', paidOn: today, balance: -3.37, ...body },
    { 'idempotency-key': key },
  );
const propose = async (amount: number): Promise<CorrectionDto> => {
  const body = { farmId: farm.id, amount, reason: 'A crate came back' };
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await admin.client.post('/admin/money/corrections', body, headers);
  expect(answer.status).toBe(201);
  return correctionDtoSchema.parse(answer.body);
};
const decide = (by: TestPerson, { _id, version }: CorrectionDto, decision: string) =>
  by.client.patch(`/admin/money/corrections/${_id}/decision`, { version, decision });
const audited = async (action: string): Promise<AuditEntryDto[]> => {
  const { body } = await admin.client.get(`/audit-log?action=${action}`);
  return auditPageSchema.parse(body).entries;
};

describe('a farm’s statements', () => {
  it('say what it gets of each order, to the cent', async () => {
    expect(await statement()).toMatchObject({
      farmId: farm.id,
      isClosed: false,
      opening: 0,
      closing: -3.37,
      totals: { goods: 42.1, marketFee: -3.37, cashTaken: -42.1 },
      entries: [
        {
          order: { _id: order._id, code: order.code },
          goods: 42.1,
          marketFee: -3.37,
          feeRate: 800,
        },
      ],
    });
    const { body } = await farm.farmer.client.get('/farms/mine/statements');
    expect(statementsSchema.parse(body)).toMatchObject({
      balance: -3.37,
      statements: [{ month, closing: -3.37 }],
    });
  });

  it('are a file, too', async () => {
    const path = `/farms/mine/statements/${month}/entries.csv`;
    const { body } = await farm.farmer.client.get(path);
    const [, row = ''] = String(body).split('\r\n');
    expect(row).toContain(`,${order.code},42.1,0,-3.37,0,-42.1,0,0,-3.37,-3.37,`);
  });

  it('have nothing of another farm', async () => {
    const stranger = await market.farm();
    expect(await statement(stranger)).toMatchObject({ closing: 0, entries: [] });
    const { body } = await admin.client.get(`/admin/money/farms/${farm.id}/statements/${month}`);
    expect(statementSchema.parse(body)).toEqual(await statement());
  });
});

describe('the money desk', () => {
  it('says who owes what, and what was earned', async () => {
    const { body } = await admin.client.get('/admin/money');
    expect(moneyDeskSchema.parse(body)).toMatchObject({
      feesEarned: 3.37,
      feesThisMonth: 3.37,
      owedToFarms: 0,
      owedByFarms: 3.37,
      feeRate: 800,
      month,
      closedMonth: null,
    });
    const farms = farmBalancesSchema.parse((await admin.client.get('/admin/money/farms')).body);
    expect(farms.farms).toEqual([
      { farmId: farm.id, farmName: `Farm ${farm.slug}`, balance: -3.37 },
    ]);
  });

  it('is told what was earned, and what is held of delivery fees', async () => {
    const events = await market.events({ name: 'market.money-changed' });
    const { payload } = events.at(-1) as DomainEvent<'market.money-changed'>;
    expect(payload).toEqual({
      month,
      feesEarned: 3.37,
      feesThisMonth: 3.37,
      deliveryHeld: 0,
      owedByCard: 0,
      storeCredit: 0,
      version: 1,
    });
  });

  it.each([
    ['more than is owed', { amount: 3.38 }, 'AMOUNT_TOO_HIGH'],
    ['a payout to a farm that owes', { kind: 'payout' }, 'AMOUNT_TOO_HIGH'],
    ['a balance that the page did not show', { balance: -3.36 }, 'BALANCE_CHANGED'],
    ['nothing', { amount: 0 }, 'VALIDATION_FAILED'],
    ['less than nothing', { amount: -1 }, 'VALIDATION_FAILED'],
    ['a fraction of a cent', { amount: 1.005 }, 'VALIDATION_FAILED'],
    ['a day to come', { paidOn: '2099-01-01' }, 'VALIDATION_FAILED'],
    ['no reference', { reference: ' ' }, 'VALIDATION_FAILED'],
    ['another currency', { currency: 'EUR' }, 'VALIDATION_FAILED'],
  ])('refuses %s, and changes nothing', async (_, body, code) => {
    const before = await statement();
    expect((await pay(body)).code).toBe(code);
    expect(await statement()).toEqual(before);
  });

  it('books a payment once, also if it is sent again or from two windows', async () => {
    const key = randomUUID();
    const paid = { amount: 3, reference: 'BANK 7' };
    const [first, twin] = await Promise.all([pay(paid, { key }), pay(paid, { key })]);
    expect([first.status, (first.body as FarmBalance).balance]).toEqual([201, -0.37]);
    expect(twin.body).toEqual(first.body);
    expect((await pay({ amount: 2 }, { key })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    const { closing, entries } = await statement();
    expect(closing).toBe(-0.37);
    expect(entries.at(-1)).toMatchObject({
      order: null,
      paid: 3,
      change: 3,
      reference: 'BANK 7',
      paidOn: today,
    });
    expect(await audited('payment.marked')).toMatchObject([
      {
        target: { type: 'farm', id: farm.id },
        before: { balance: -3.37 },
        after: { balance: -0.37, amount: 3, reference: 'BANK 7', paidOn: today },
      },
    ]);
    const windows = await Promise.all([
      pay({ amount: 0.1, balance: -0.37 }),
      pay({ amount: 0.1, balance: -0.37 }),
    ]);
    expect(windows.map(({ code }) => code).sort()).toEqual(['BALANCE_CHANGED', undefined]);
    expect((await pay({}, { of: order._id })).code).toBe('FARM_NOT_FOUND');
  });

  it('carries what a farm owes into the next month, and nets it with what it gets', async () => {
    const correction = await propose(5);
    expect((await decide(admin, correction, 'confirmed')).code).toBe('CORRECTION_OWN');
    expect((await statement()).closing).toBe(-0.27);
    expect((await decide(other, correction, 'confirmed')).status).toBe(200);
    expect((await decide(other, correction, 'confirmed')).code).toBe('VERSION_CONFLICT');
    const again = { ...correction, version: 2 };
    expect((await decide(other, again, 'rejected')).code).toBe('CORRECTION_DECIDED');
    const { closing, totals, entries } = await statement();
    expect([closing, totals.corrected]).toEqual([4.73, 5]);
    expect(entries.at(-1)).toMatchObject({ corrected: 5, reason: 'A crate came back' });
    const payout = { kind: 'payout', amount: 4.73, balance: 4.73 };
    expect((await pay(payout)).body).toMatchObject({ balance: 0 });
    expect((await audited('correction.confirmed')).map(({ actor }) => actor?._id)).toEqual([
      other.user._id,
    ]);
  });

  it('books nothing of a correction that is rejected, which its author may do', async () => {
    const before = await statement();
    const correction = await propose(-2);
    expect((await decide(admin, correction, 'rejected')).status).toBe(200);
    expect(await statement()).toEqual(before);
  });

  it('checks the ledger when an admin asks', async () => {
    expect((await admin.client.post('/admin/money/check', {})).status).toBe(202);
    const { check } = await waitFor('the check of the ledger', async () => {
      const desk = moneyDeskSchema.parse((await admin.client.get('/admin/money')).body);
      return desk.check && desk;
    });
    expect(check).toMatchObject({ faultCount: 0, orders: 1, requestedBy: admin.user._id });
  });
});

it('leaves a closed month as it is, whatever comes', async () => {
  await market.app.get(MonthsService).close(Date.now() + 31 * 86_400_000);
  const path = `/farms/mine/statements/${month}`;
  const read = async () => [
    JSON.stringify((await farm.farmer.client.get(path)).body),
    String((await farm.farmer.client.get(`${path}/entries.csv`)).body),
  ];
  const closed = await read();
  expect(closed[0]).toContain('"isClosed":true');
  await delivered(farm, 1_000);
  expect((await decide(other, await propose(-1), 'confirmed')).status).toBe(200);
  expect(await read()).toEqual(closed);
  const { body } = await farm.farmer.client.get('/farms/mine/statements');
  const { balance, statements } = statementsSchema.parse(body);
  expect([balance, statements[0]?.opening, statements[0]?.closing]).toEqual([-1.8, 0, -1.8]);
});
