import { expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { pseudonymOf } from '#libs/contracts';
import { erasedOrder } from './erased-order.js';
import type { Actor, Order } from './order.model.js';

const [customer, farmer] = [new Types.ObjectId(), new Types.ObjectId()];
const by = (userId: Types.ObjectId | null, role: Actor['role'], name: string): Actor => ({
  ...{ userId, role, name },
});
const step = (who: Actor, reason: string | null) => ({
  ...{ status: 'placed', at: new Date(0), by: who, reason },
  ...{ declineReason: null, goods: null },
});
const order = {
  code: 'FG-2345ABCD',
  customer: { _id: customer, name: 'Ada Field' },
  address: {
    ...{ recipient: 'Ada', phone: '+15185550100', line1: '1 Main St', line2: 'Rear' },
    ...{ city: 'Hudson', state: 'NY', postalCode: '12534' },
  },
  notes: 'Ring twice',
  search: ['#2345abcd', 'ada', 'field'],
  parts: [
    {
      handOverCode: 'ABC234',
      note: 'At the back',
      lines: [{ name: 'Carrots', amount: 1_000, total: 250, note: 'Small ones' }],
      timeline: [
        step(by(customer, 'customer', 'Ada Field'), 'I am away'),
        // as orders of older builds have it
        step(by(null, 'customer', 'Ada Field'), null),
        step(by(farmer, 'farmer', 'Fay Farmer'), 'Frost'),
      ],
      changes: [{ by: by(customer, 'customer', 'Ada Field'), reason: 'Less' }],
      refunds: [{ by: by(farmer, 'farmer', 'Fay Farmer'), reason: 'Sorry' }],
    },
  ],
} as unknown as Order;

it('takes a customer’s name and words out of their order, and leaves goods, money and place for the taxes', () => {
  const name = pseudonymOf(customer.toString());
  const erased = erasedOrder(order, customer);
  expect(JSON.stringify(erased)).not.toMatch(
    /ada|field|hudson|main st|rear|twice|back|small|away|less|abc234/i,
  );
  expect(erased).toMatchObject({
    customer: { _id: customer, name },
    address: { recipient: name, state: 'NY', postalCode: '12534' },
    search: ['#2345abcd', 'deleted', 'account', expect.stringMatching(/^[0-9a-f]{6}$/)],
    parts: [
      {
        lines: [{ name: 'Carrots', amount: 1_000, total: 250, note: null }],
        timeline: [
          { by: { name } },
          { by: { name } },
          { by: { name: 'Fay Farmer' }, reason: 'Frost' },
        ],
      },
    ],
  });
  expect(erasedOrder({ ...order, ...erased }, customer)).toEqual(erased);
});

it('takes only the name of a farmer out of somebody else’s order', () => {
  const erased = erasedOrder(order, farmer);
  expect(JSON.stringify(erased)).not.toContain('Fay');
  const { parts, ...rest } = erased;
  const { customer: who, address, notes, search } = order;
  expect(rest).toEqual({ customer: who, address, notes, search });
  expect(parts[0]).toMatchObject({ note: 'At the back', handOverCode: 'ABC234' });
  expect(parts[0]?.timeline[2]).toMatchObject({
    reason: 'Frost',
    by: { name: pseudonymOf(farmer.toString()) },
  });
});
