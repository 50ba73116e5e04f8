import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Types } from 'mongoose';
import { fromThousandths, isLive, type OrderDto, productDtoSchema } from '#libs/contracts';
import { type DomainError, Transactions } from '#libs/platform';
import { type Product, StockService } from '#libs/products';
import { ADDRESS, Marketplace, movePart, type TestFarm, type TestPerson } from '#libs/testing';
import type { Order } from './order.model.js';

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open();
});
afterAll(() => market.close());

describe('placing an order', () => {
  it('oversells nothing without the mutex either, as between two processes', async () => {
    const product = await market.product(await market.farm(), { stock: 8 });
    const [transactions, stock] = [market.app.get(Transactions), market.app.get(StockService)];
    const items = [{ productId: product._id.toString(), quantity: 1 }];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, () =>
        transactions.run((session) => stock.take(session, new Types.ObjectId(), items)),
      ),
    );
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as DomainError).code] : [],
    );
    expect(reasons).toEqual(Array.from({ length: 16 }, () => 'PRODUCT_OUT_OF_STOCK'));
    const { body } = await market.visitor.get(`/products/${product._id}`);
    expect(productDtoSchema.parse(body)).toMatchObject({ available: 0 });
  });
});

type Act =
  | { kind: 'buy'; steps: number }
  | { kind: 'cancel' | 'decline'; which: number }
  | { kind: 'count'; onHand: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      steps: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'decline' as const),
      which: fc.nat(20),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('count' as const),
      onHand: fc.integer({ min: 0, max: 20_000 }).map(fromThousandths),
    }),
  },
);

describe('the stock of a product', () => {
  let farm: TestFarm;
  let customer: TestPerson;
  beforeAll(async () => {
    farm = await market.farm();
    customer = await market.person('customer');
  });

  const stepsOf = ({ step }: Product, steps: number) => fromThousandths(steps * step);
  let keys = 0;
  async function perform(one: Act, product: Product, placed: OrderDto[]): Promise<void> {
    const productId = product._id.toString();
    if (one.kind === 'buy') {
      const answer = await customer.client.post(
        '/orders',
        { items: [{ productId, quantity: stepsOf(product, one.steps) }], address: ADDRESS },
        { 'idempotency-key': `ledger-${++keys}-xx` },
      );
      if (answer.status === 201) placed.push(answer.body as OrderDto);
      else expect(answer.code).toBe('PRODUCT_OUT_OF_STOCK');
    } else if (one.kind === 'count') {
      const { body } = await market.visitor.get(`/products/${productId}`);
      const { version } = body as { version: number };
      const answer = await farm.farmer.client.patch(`/products/${productId}`, {
        version,
        onHand: one.onHand,
      });
      if (answer.status !== 200) expect(answer.code).toBe('VERSION_CONFLICT');
    } else {
      const order = placed[one.which % Math.max(placed.length, 1)];
      const part = order?.parts[0];
      if (!order || !part) return;
      const client = one.kind === 'cancel' ? customer.client : farm.farmer.client;
      const status = one.kind === 'cancel' ? 'cancelled' : 'declined';
      const answer = await movePart(
        client,
        { orderId: order._id, partId: part._id },
        { version: 1, status, ...(status === 'declined' && { declineReason: 'no_capacity' }) },
      );
      if (answer.status !== 200) expect(answer.code).toBe('VERSION_CONFLICT');
    }
  }

  it('is the sum of its ledger after any purchases, cancellations, declines and counts, three at a time', async () => {
    const some = fc.array(act, { minLength: 6, maxLength: 18 });
    const steps = fc.constantFrom(1, 0.25, 0.1, 0.75);
    await fc.assert(
      fc.asyncProperty(some, steps, async (acts, step) => {
        const product = await market.product(farm, { unit: 'lb', step, stock: 12.3 });
        const placed: OrderDto[] = [];
        for (let next = 0; next < acts.length; next += 3)
          await Promise.all(acts.slice(next, next + 3).map((one) => perform(one, product, placed)));
        const { _id } = product;
        const stored = await market.collection<Product>('products').findOne({ _id });
        const ledger = await market
          .collection<{ change: number; reason: string }>('stockLedger')
          .find({ productId: _id })
          .toArray();
        const orders = await market
          .collection<Order>('orders')
          .find({ 'parts.lines.productId': _id })
          .toArray();
        const sum = (reasons: string[]) =>
          ledger
            .filter(({ reason }) => reasons.includes(reason))
            .reduce((total, { change }) => total + change, 0);
        const sold = orders
          .flatMap(({ parts }) => parts)
          .filter(({ status }) => isLive(status))
          .flatMap(({ lines }) => lines)
          .reduce((total, { amount }) => total + amount, 0);
        expect(orders).toHaveLength(placed.length);
        expect(stored).toMatchObject({ onHand: stored?.available, held: 0 });
        expect(stored?.onHand).toBeGreaterThanOrEqual(0);
        expect(sum(['harvest', 'correction', 'sale', 'return'])).toBe(stored?.onHand);
        expect(sum(['sale', 'return']) + sold).toBe(0);
      }),
      { numRuns: 6 },
    );
  });
});
