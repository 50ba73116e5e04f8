import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cartDtoSchema,
  holdDtoSchema,
  type OwnProductDto,
  orderDtoSchema,
  ownProductDtoSchema,
  packingSlipSchema,
  pickListSchema,
  stockLedgerPageSchema,
  type Unit,
} from '#libs/contracts';
import { ADDRESS, Marketplace, movePart, type TestFarm, type TestPerson } from '#libs/testing';

let market: Marketplace;
let customer: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
  customer = await market.person('customer');
});
afterAll(() => market.close());

const key = () => ({ 'idempotency-key': randomUUID() });

/** A live product as its farmer enters it. */
async function onSale({ farmer }: TestFarm, wish: object): Promise<OwnProductDto> {
  const made = await farmer.client.post('/products', { ...wish, category: 'fruit' }, key());
  expect([made.status, made.code]).toEqual([201, undefined]);
  const { _id, version } = ownProductDtoSchema.parse(made.body);
  const live = await farmer.client.patch(`/products/${_id}`, { version, status: 'live' });
  return ownProductDtoSchema.parse(live.body);
}

/** What a shop in the United States sells: unit, price, step, on hand, bought, and the price of what was bought. */
const goods: readonly (readonly [Unit, number, number, number, number, number])[] = [
  ['lb', 11.5, 0.25, 12.3, 0.75, 8.63],
  ['lb', 3.33, 0.1, 12.3, 0.3, 1],
  ['lb', 4.99, 0.75, 12.3, 2.25, 11.23],
  ['pint', 5.5, 0.5, 3.5, 0.5, 2.75],
  ['oz', 1.19, 4, 64, 12, 14.28],
  ['g', 0.03, 50, 2_500, 250, 7.5],
  ['kg', 7.99, 0.001, 0.333, 0.111, 0.89],
  ['quart', 6, 0.25, 9.75, 1.25, 7.5],
  ['gallon', 9.99, 0.5, 4, 1.5, 14.99],
  ['dozen', 6.5, 0.5, 7.5, 1.5, 9.75],
  ['pack', 3.25, 1, 8, 3, 9.75],
];

describe.each(goods)(
  'goods by the %s at $%p in steps of %p',
  (unit, price, step, onHand, quantity, total) => {
    it(`are entered, carted, held, ordered and cancelled to the thousandth: ${quantity} of ${onHand}`, async () => {
      const farm = await market.farm();
      const name = `Plums by the ${unit}`;
      const product = await onSale(farm, { name, price, unit, step, onHand });
      expect(product).toMatchObject({ step, minimum: step, onHand, available: onHand });
      const item = `/cart/items/${product._id}`;
      const cart = cartDtoSchema.parse((await customer.client.put(item, { quantity })).body);
      expect(cart).toMatchObject({
        items: [{ quantity, step, minimum: step, total, changes: [] }],
        total,
        itemCount: quantity,
      });
      const held = await customer.client.post('/checkout/holds', { version: cart.version }, key());
      const hold = holdDtoSchema.parse(held.body);
      expect(hold.lines).toMatchObject([{ unit, quantity, price }]);
      const rest = (onHand * 1_000 - quantity * 1_000) / 1_000;
      const own = () => farm.farmer.client.get(`/products/${product._id}`);
      const owned = async () =>
        ownProductDtoSchema.parse(
          (await farm.farmer.client.get(`/farms/mine/products/${product._id}`)).body,
        );
      expect((await own()).body).toMatchObject({ available: rest });
      const body = {
        items: [{ productId: product._id, quantity, price }],
        address: ADDRESS,
        holdId: hold._id,
      };
      const placed = await customer.client.post('/orders', body, key());
      expect([placed.status, placed.code]).toEqual([201, undefined]);
      const order = orderDtoSchema.parse(placed.body);
      expect(order.parts[0]?.lines).toMatchObject([{ unit, quantity, price, total }]);
      expect(await owned()).toMatchObject({ onHand: rest, held: 0, sold: quantity });

      const { products } = pickListSchema.parse(
        (await farm.farmer.client.get('/farms/mine/pick-list')).body,
      );
      expect(products).toMatchObject([{ unit, quantity }]);
      const slip = await farm.farmer.client.get(`/orders/${order._id}/packing-slip`);
      expect(packingSlipSchema.parse(slip.body).lines).toMatchObject([{ unit, quantity, total }]);
      const csv = await farm.farmer.client.get('/orders.csv');
      expect(String(csv.body)).toContain(
        `${name},${quantity},${quantity},${unit},${price},${total}`,
      );

      const part = order.parts[0];
      const cancelled = await movePart(
        customer.client,
        { orderId: order._id, partId: part?._id },
        { version: part?.version, status: 'cancelled' },
      );
      expect(cancelled.status).toBe(200);
      expect(await owned()).toMatchObject({ onHand, held: 0, sold: 0, available: onHand });
      const ledger = stockLedgerPageSchema.parse(
        (await farm.farmer.client.get(`/products/${product._id}/stock-ledger`)).body,
      );
      const moves = ledger.entries.map(({ reason, change, heldChange }) => [
        reason,
        change,
        heldChange,
      ]);
      expect(moves.toReversed()).toEqual([
        ['harvest', onHand, 0],
        ['hold', 0, quantity],
        ['sale', -quantity, -quantity],
        ['return', quantity, 0],
      ]);
    });
  },
);

it('a cheese sold in quarters refuses other parts of a pound, and says how it is sold', async () => {
  const farm = await market.farm();
  const wish = { name: 'Cheese', price: 14, unit: 'lb', step: 0.25, minimum: 0.5, onHand: 12.3 };
  const cheese = await onSale(farm, wish);
  const put = (quantity: number) => customer.client.put(`/cart/items/${cheese._id}`, { quantity });
  for (const quantity of [0.25, 0.6, 0.501])
    expect((await put(quantity)).code).toBe('QUANTITY_INVALID');
  expect((await put(0.5001)).code).toBe('VALIDATION_FAILED');
  const order = await customer.client.post(
    '/orders',
    { items: [{ productId: cheese._id, quantity: 0.6 }], address: ADDRESS },
    key(),
  );
  expect(order.body).toMatchObject({
    detail: 'Cheese is sold in steps of 0.25 lb, from 0.5 lb',
    details: { step: 0.25, minimum: 0.5 },
  });
  expect((await put(12.25)).status).toBe(200);
});
