import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  auditPageSchema,
  type DomainEvent,
  moneyDeskSchema,
  type OrderDto,
  type WaitingPayment,
  waitingPaymentSchema,
  waitingPaymentsSchema,
} from '#libs/contracts';
import { waitFor } from '#libs/testing';
import { ConfiguredCards } from './configured-cards.js';
import { Disputes } from './disputes.service.js';
import { CardShop, ONE } from './testing/card-shop.js';

let shop: CardShop;
beforeAll(async () => {
  shop = await CardShop.open();
});
afterAll(() => shop.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const today = new Date().toISOString().slice(0, 10);
const provider = () => shop.market.app.get(ConfiguredCards).required().provider;
const waiting = async () =>
  waitingPaymentsSchema.parse((await shop.admin.client.get('/admin/money/card-payments')).body);
const owedByCard = async () =>
  moneyDeskSchema.parse((await shop.admin.client.get('/admin/money')).body).owedByCard;
const lastEvent = async (): Promise<WaitingPayment | undefined> => {
  const events = await shop.market.events({ name: 'waiting-payment.changed' });
  return (events.at(-1) as DomainEvent<'waiting-payment.changed'> | undefined)?.payload.payment;
};
const payBack = ({ _id, wait }: WaitingPayment, more: object = {}, key = randomUUID()) =>
  shop.admin.client.post(
    `/admin/money/card-payments/${_id}/refunds`,
    { amount: wait?.amount, reference: 'BANK 7', paidOn: today, ...more },
    { 'idempotency-key': key },
  );

/** An order that was handed over and paid, and came to nothing: its bank refuses the refund. */
async function refused(): Promise<OrderDto> {
  const order = await shop.ordered(ONE);
  await shop.change(shop.admin, order, 0, { status: 'delivered', reason: 'Brought by me' });
  await shop.atRest();
  const send = provider().send.bind(provider());
  jest
    .spyOn(provider(), 'send')
    .mockImplementation(async (intention) =>
      intention.act === 'refund' ? { state: 'declined', code: 'not_found' } : send(intention),
    );
  await shop.change(shop.admin, order, 0, { status: 'cancelled', reason: 'It is lost' });
  await shop.atRest();
  return order;
}

describe('a refund that a bank refuses', () => {
  let order: OrderDto;
  let listed: WaitingPayment | undefined;
  beforeAll(async () => {
    order = await refused();
    [listed] = (await waiting()).payments;
  });

  it('waits for an admin, who sees what is to be paid back', async () => {
    expect(listed).toMatchObject({
      wait: { reason: 'refund_refused', act: 'refund', amount: 14.99 },
      order: { _id: order._id, code: order.code },
      card: { brand: 'test', last4: '4242' },
    });
    expect(await lastEvent()).toMatchObject({ wait: listed?.wait });
    expect(await owedByCard()).toBe(-14.99);
  });

  it('is not marked with another amount, on a day to come, or without a reference', async () => {
    if (!listed) throw new Error('nothing waits');
    expect(await payBack(listed, { amount: 4 })).toMatchObject({
      status: 409,
      code: 'BALANCE_CHANGED',
      body: { details: { from: 4, to: 14.99 } },
    });
    for (const wrong of [
      { paidOn: '2999-01-01' },
      { reference: ' ' },
      { amount: -14.99 },
      { amount: 14.995 },
      { currency: 'eur' },
    ])
      expect((await payBack(listed, wrong)).code).toBe('VALIDATION_FAILED');
    expect(await waiting()).toMatchObject({ payments: [{ wait: listed.wait }], total: 1 });
  });

  it('is booked once when an admin has paid it by bank', async () => {
    if (!listed) throw new Error('nothing waits');
    const key = randomUUID();
    const answers = await Promise.all([
      payBack(listed, {}, key),
      payBack(listed, {}, key),
      payBack(listed),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    // Either key may come first.
    expect([
      [201, 201, 404],
      [201, 404, 404],
    ]).toContainEqual(statuses);
    const paid = answers.find(({ status }) => status === 201);
    expect(waitingPaymentSchema.parse(paid?.body).wait).toBeNull();
    expect(await lastEvent()).toEqual(paid?.body);
    expect(await waiting()).toEqual({ payments: [], total: 0 });
    expect((await shop.journals(order)).slice(-2)).toEqual([
      'refunded market:cards -1499',
      'refunded market:bank 1499',
    ]);
    expect(await shop.paymentsOf(order)).toMatchObject([{ state: 'captured', refunded: 14.99 }]);
    // the pages of the order follow
    const changes = await shop.market.events({ name: 'order.payment-changed' });
    expect(changes.at(-1)?.payload).toMatchObject({
      payment: { orderId: order._id, state: 'captured', refunded: 14.99 },
    });
    expect(await owedByCard()).toBe(0);
    const { body } = await shop.admin.client.get('/audit-log?action=payment.paid-back');
    expect(auditPageSchema.parse(body).entries).toMatchObject([
      { target: { name: order.code }, after: { refunded: 14.99, reference: 'BANK 7' } },
    ]);
    await shop.atRest();
    expect(await shop.ledgerFaults()).toEqual([]);
    const again = await payBack(listed);
    expect([again.status, again.code]).toEqual([404, 'PAYMENT_NOT_FOUND']);
  });
});

it('a refund that a bank refuses is not to be paid once the customer has it by a dispute', async () => {
  const order = await refused();
  const [listed] = (await waiting()).payments;
  if (!listed) throw new Error('nothing waits');
  const [stored] = await shop.stored({ orderId: order._id });
  const dispute = { authorization: stored?.authorization ?? '', reference: 'dp_1', cents: 1_499 };
  await shop.market.app.get(Disputes).store({ ...dispute, state: 'open' });
  await shop.market.app.get(Disputes).store({ ...dispute, state: 'lost' });
  expect(await waiting()).toEqual({ payments: [], total: 0 });
  expect((await lastEvent())?.wait).toBeNull();
  expect((await payBack(listed)).code).toBe('PAYMENT_NOT_FOUND');
  await shop.atRest();
  expect(await shop.ledgerFaults()).toEqual([]);
});

it('a request without an answer waits from when it was sent until the provider knows it', async () => {
  const order = await shop.ordered(ONE);
  const unknown = { state: 'unknown', why: 'no_answer' } as const;
  const send = jest.spyOn(provider(), 'send').mockResolvedValue(unknown);
  const find = jest.spyOn(provider(), 'find').mockResolvedValue(unknown);
  await shop.change(shop.admin, order, 0, { status: 'delivered', reason: 'Brought by me' });
  await waitFor('the payment to wait for an admin', async () => (await waiting()).total === 1);
  const { payments } = await waiting();
  expect(payments).toMatchObject([
    { wait: { reason: 'unanswered', act: 'capture', amount: 14.99 }, order: { _id: order._id } },
  ]);
  const [stored] = await shop.stored({ orderId: order._id });
  expect(payments[0]?.wait?.since).toBe(stored?.open?.since.toISOString());
  send.mockRestore();
  find.mockRestore();
  await shop.atRest();
  expect(await waiting()).toEqual({ payments: [], total: 0 });
  expect((await lastEvent())?.wait).toBeNull();
});
