import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  addDays,
  dayOf,
  type Id,
  type OrderDto,
  orderDaysSchema,
  packingSlipsSchema,
  type RunSheet,
  runSheetSchema,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import { ADDRESS, Marketplace, movePart, type TestFarm, type TestPerson } from '#libs/testing';

const day = (add: number) => addDays(dayOf(Date.now(), 'UTC'), add);

let market: Marketplace;
let admin: TestPerson;
let customer: TestPerson;
let farm: TestFarm;
let plums: Product;
beforeAll(async () => {
  market = await Marketplace.open();
  [admin, customer] = [await market.person('admin'), await market.person('customer')];
});
afterAll(() => market.close());
beforeEach(async () => {
  farm = await market.farm();
  plums = await market.product(farm);
});

async function place(choice: object, address: object = {}): Promise<OrderDto> {
  return market.order(customer, [[plums, 1]], {
    farms: { [farm.id]: choice },
    address: { ...ADDRESS, ...address },
  });
}
async function slotIn(days: number, method = 'pickup'): Promise<Id> {
  const slots = await market.slots(farm);
  const slot = slots.find((one) => one.date === day(days) && one.method === method);
  if (!slot) throw new Error(`no slot in ${days} days`);
  return slot._id;
}
const move = async (who: TestPerson, { _id, parts: [part] }: OrderDto, ...statuses: string[]) => {
  let version = part?.version ?? 0;
  for (const status of statuses) {
    const why = status === 'declined' && { declineReason: 'other', reason: 'Frost' };
    const body = { status, version, ...why };
    const answer = await movePart(who.client, { orderId: _id, partId: part?._id }, body);
    expect([status, answer.code]).toEqual([status, undefined]);
    version++;
  }
};
const orderDays = async () =>
  orderDaysSchema.parse((await farm.farmer.client.get('/farms/mine/order-days')).body);
const slips = async (query = '') =>
  packingSlipsSchema.parse(
    (await farm.farmer.client.get(`/farms/mine/packing-slips${query}`)).body,
  );
const runSheet = async (query = ''): Promise<RunSheet> =>
  runSheetSchema.parse((await farm.farmer.client.get(`/farms/mine/run-sheet${query}`)).body);
const farmSays = (change: object) =>
  market.collection('farms').updateOne({ _id: new Types.ObjectId(farm.id) }, { $set: change });

describe('the days of open parts', () => {
  it('are those of the slots, or none, and leave out what is over and what is another farm’s', async () => {
    const without = await place({ fulfilment: 'pickup' });
    await market.schedule(farm);
    const third = await place({ slotId: await slotIn(3), fulfilment: 'pickup' });
    const collected = await place({ slotId: await slotIn(3), fulfilment: 'pickup' });
    const declined = await place({ slotId: await slotIn(4), fulfilment: 'pickup' });
    const other = await market.farm();
    await market.order(customer, [[await market.product(other), 1]]);
    await move(farm.farmer, collected, 'accepted', 'packed', 'ready_for_pickup', 'delivered');
    await move(farm.farmer, declined, 'declined');
    await move(farm.farmer, third, 'accepted');

    const part = (of: OrderDto) => ({ orderId: of._id, partId: of.parts[0]?._id });
    expect(await orderDays()).toEqual({
      parts: [
        { ...part(without), day: 'none', status: 'placed', fulfilment: 'pickup', version: 1 },
        { ...part(third), day: day(3), status: 'accepted', fulfilment: 'pickup', version: 2 },
      ],
      isComplete: true,
    });
  });
});

describe('the packing slips of a day', () => {
  it('are those of the parts to pack, by window; without a day, of all', async () => {
    await market.schedule(farm);
    await market.schedule(farm, { name: 'Mornings', window: { from: '08:00', to: '09:00' } });
    const slots = (await market.slots(farm)).filter(({ date }) => date === day(3));
    const [early, late] = slots.map(({ _id }) => _id);
    const afternoon = await place({ slotId: late, fulfilment: 'pickup' });
    const morning = await place({ slotId: early, fulfilment: 'pickup' });
    const ready = await place({ slotId: late, fulfilment: 'pickup' });
    const next = await place({ slotId: await slotIn(4), fulfilment: 'pickup' });
    await move(farm.farmer, ready, 'accepted', 'packed', 'ready_for_pickup');
    await move(farm.farmer, morning, 'accepted', 'packed');

    const ofDay = await slips(`?day=${day(3)}`);
    expect(ofDay.total).toBe(2);
    expect(ofDay.slips.map(({ code }) => code)).toEqual([morning.code, afternoon.code]);
    const one = await farm.farmer.client.get(`/orders/${morning._id}/packing-slip`);
    expect(ofDay.slips[0]).toEqual(one.body);
    const all = (await slips()).slips.map(({ code }) => code);
    expect(all).toEqual(expect.arrayContaining([morning.code, afternoon.code, next.code]));
    expect(all).toHaveLength(3);
    expect((await farm.farmer.client.get('/farms/mine/packing-slips?day=Fri')).code).toBe(
      'VALIDATION_FAILED',
    );
  });
});

describe('the run sheet', () => {
  beforeEach(async () => {
    await market.schedule(farm, { method: 'delivery', place: null });
  });
  const deliver = async (address: object, days = 3) =>
    place({ slotId: await slotIn(days, 'delivery'), fulfilment: 'delivery' }, address);
  const linesOf = ({ stops }: RunSheet) => stops.map(({ address }) => address?.line1);

  it('goes by ZIP code along a short round from the farm, by street within one, unknown ones last', async () => {
    // from Hudson north to Albany and back: Kinderhook is on the way, Catskill lies south
    await deliver({ line1: '1 Nowhere', postalCode: '00001' });
    await deliver({ line1: '10 Elm St', city: 'Albany', postalCode: '12207' });
    await deliver({ line1: '2 Elm St', city: 'Albany', postalCode: '12207-1234' });
    await deliver({ line1: '5 Ash Rd', city: 'Albany', postalCode: '12207' });
    await deliver({ line1: '7 Broad St', city: 'Kinderhook', postalCode: '12106' });
    await deliver({ line1: '3 Main St', city: 'Catskill', postalCode: '12414' });
    await deliver({ line1: '9 Another Day' }, 4);
    await farmSays({ pickupDetails: { address: 'Barn 12\nHudson, NY 12534', opening: '' } });

    const sheet = await runSheet(`?day=${day(3)}`);
    const albany = ['5 Ash Rd', '2 Elm St', '10 Elm St'];
    expect([
      ['7 Broad St', ...albany, '3 Main St', '1 Nowhere'],
      ['3 Main St', ...albany, '7 Broad St', '1 Nowhere'],
    ]).toContainEqual(linesOf(sheet));
    expect(sheet.stops.map(({ isOnRound }) => isOnRound)).toEqual([...Array(5).fill(true), false]);
    expect(sheet).toMatchObject({ startsAtFarm: true, total: 6 });
    expect((await runSheet()).total).toBe(7);
  });

  it('begins at the place that the farm has set, and says if the farm’s place is unknown', async () => {
    await deliver({ line1: 'North', postalCode: '12207' });
    await deliver({ line1: 'South', postalCode: '12414' });
    expect(await runSheet(`?day=${day(3)}`)).toMatchObject({ startsAtFarm: false, total: 2 });
    const location = { latitude: 42.66, longitude: -73.75 };
    await farmSays({ pickupDetails: { address: '', opening: '', location } });
    const sheet = await runSheet(`?day=${day(3)}`);
    expect(linesOf(sheet)).toEqual(['North', 'South']);
    expect(sheet.startsAtFarm).toBe(true);
  });

  it('has address, phone and what to collect; delivered stops stay, declined and picked up ones do not', async () => {
    await market.schedule(farm);
    await place({ slotId: await slotIn(3), fulfilment: 'pickup' });
    const declined = await deliver({ line1: 'Declined' });
    const done = await deliver({ line1: 'Done' });
    const open = await deliver({ line1: 'Open' });
    await move(farm.farmer, declined, 'declined');
    await move(farm.farmer, done, 'accepted', 'packed', 'out_for_delivery', 'delivered');
    const sheet = await runSheet(`?day=${day(3)}`);
    expect(linesOf(sheet)).toEqual(['Done', 'Open']);
    expect(sheet.stops[1]).toMatchObject({
      _id: open._id,
      address: { ...ADDRESS, line1: 'Open' },
      parts: [{ status: 'placed' }],
      toCollect: open.totalPrice,
    });
    expect(sheet.stops[0]?.toCollect).toBe(0);
    expect((await runSheet()).stops.map(({ _id }) => _id)).toEqual([open._id]);
  });

  it('of another farm has none of it', async () => {
    await deliver({});
    const other = await market.farm();
    const answer = await other.farmer.client.get('/farms/mine/run-sheet');
    expect(runSheetSchema.parse(answer.body)).toMatchObject({ stops: [], total: 0 });
    expect((await admin.client.get('/farms/mine/run-sheet')).code).toBe('FORBIDDEN');
  });
});
