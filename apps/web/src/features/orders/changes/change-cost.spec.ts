import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderDto, OrderPart, ProductDto, Role, TimelineEntry } from '#libs/contracts';
import { FakeServer } from '../../../testing/fake-server';
import { address, makeOrder } from '../../../testing/order-fixtures';
import { cancelCost, changeCost } from './change-cost';
import { feeNote } from './change-summary';

let server: FakeServer;
let [tomatoes, carrots, apples]: ProductDto[] = [];
let order: OrderDto;

/** Tomatoes ($4.50 a pound) of one farm and apples ($2.80 a pound) of another, both delivered. */
function orderOf(tomatoLb: number, appleLb: number): OrderDto {
  return makeOrder(server, {
    items: [
      { productId: id(tomatoes), quantity: tomatoLb },
      { productId: id(apples), quantity: appleLb },
    ],
    address,
  });
}
const id = (product: ProductDto | undefined) => product?._id ?? '';
const partAt = (at: number): OrderPart => {
  const part = order.parts[at];
  if (part === undefined) throw new Error(`no part ${at}`);
  return part;
};
const setPart = (at: number, patch: Partial<OrderPart>) => {
  order = { ...order, parts: order.parts.with(at, { ...partAt(at), ...patch }) };
};
const step = (status: TimelineEntry['status'], role: Role): TimelineEntry => ({
  ...{ status, at: '2026-11-20T20:02:00.000Z', by: { role, name: 'Somebody' } },
  ...{ reason: null, declineReason: null, goods: null },
});
/** Amounts of the first part's products. */
const change = (...amounts: [ProductDto | undefined, number][]) =>
  changeCost(
    order,
    partAt(0)._id,
    amounts.map(([product, quantity]) => ({
      productId: id(product),
      quantity,
      price: product?.price ?? 0,
    })),
  );

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  [tomatoes, carrots, , apples] = server.products;
  order = orderOf(4, 5); // $18 and $14: free delivery
});

describe('the cost of a change', () => {
  it('says when the goods fall below the limit', () => {
    const cost = change([tomatoes, 3.5]);
    expect(cost).toMatchObject({
      goods: { before: 32, after: 29.75 },
      fee: { before: 0, after: 4.99 },
      total: { before: 32, after: 34.74 },
    });
    expect(feeNote(cost)).toBe('You fall below $30: delivery $4.99');
  });

  it('says when delivery becomes free', () => {
    order = orderOf(3, 5); // $27.50
    const cost = change([tomatoes, 3], [carrots, 1]);
    expect(cost).toMatchObject({
      goods: { before: 27.5, after: 30.75 },
      fee: { before: 4.99, after: 0 },
      total: { before: 32.49, after: 30.75 },
    });
    expect(feeNote(cost)).toBe('Delivery becomes free');
  });

  it('is not free for exactly the limit', () => {
    setPart(1, { subtotal: 12, orderedTotal: 12 });
    expect(change([tomatoes, 4]).fee.after).toBe(4.99);
  });

  it('counts what the farm took away as ordered', () => {
    const [line] = partAt(0).lines;
    if (!line) throw new Error('no line');
    setPart(0, { subtotal: 9, lines: [{ ...line, quantity: 2, total: 9 }] });
    order = { ...order, goodsTotal: 23, totalPrice: 23 };
    // something else is added: $18 + $14 + $3.25 are ordered
    expect(change([carrots, 1])).toMatchObject({
      goods: { before: 23, after: 26.25 },
      fee: { before: 0, after: 0 },
    });
    // with the line itself, the customer orders less
    expect(change([tomatoes, 1.5])).toMatchObject({
      goods: { after: 20.75 },
      fee: { after: 4.99 },
    });
  });

  it('counts a part that its farm declined, and not one that the customer cancelled', () => {
    const ended = { subtotal: 0, orderedTotal: 14 };
    setPart(1, { ...ended, status: 'declined', timeline: [step('declined', 'farmer')] });
    expect(change([tomatoes, 4.5]).fee.after).toBe(0);
    setPart(1, { ...ended, status: 'cancelled', timeline: [step('cancelled', 'admin')] });
    expect(change([tomatoes, 4.5]).fee.after).toBe(0);
    setPart(1, { ...ended, status: 'cancelled', timeline: [step('cancelled', 'customer')] });
    expect(change([tomatoes, 4.5]).fee.after).toBe(4.99);
  });

  it('keeps the fee once a delivery is handed over', () => {
    setPart(1, { status: 'delivered' });
    expect(change([tomatoes, 1])).toMatchObject({ fee: { before: 0, after: 0 } });
  });

  it('has each line at its own price, rounded once', () => {
    const [line] = partAt(0).lines;
    if (!line) throw new Error('no line');
    setPart(0, { lines: [{ ...line, price: 2.99 }] });
    expect(change([tomatoes, 0.5]).goods.after).toBe(15.5);
  });
});

describe('the cost of cancelling', () => {
  it('is the same as of removing every line', () => {
    expect(cancelCost(order, [partAt(0)._id])).toEqual(change([tomatoes, 0]));
    expect(cancelCost(order, [partAt(0)._id])).toMatchObject({
      goods: { after: 14 },
      fee: { before: 0, after: 4.99 },
      total: { before: 32, after: 18.99 },
    });
  });

  it('leaves no fee where nothing is delivered any more', () => {
    order = orderOf(1, 1);
    setPart(1, { fulfilment: 'pickup' });
    const cost = cancelCost(order, [partAt(0)._id]);
    expect(cost.fee).toEqual({ before: 4.99, after: 0 });
    expect(feeNote(cost)).toBe('Nothing is delivered any more: no delivery fee');
  });

  it('costs nothing when the whole order is cancelled', () => {
    const cost = cancelCost(
      order,
      order.parts.map(({ _id }) => _id),
    );
    expect(cost.total).toEqual({ before: 32, after: 0 });
  });
});
