import { afterEach, describe, expect, it } from '@jest/globals';
import {
  addressBookSchema,
  contactMessagesPageSchema,
  dayOf,
  farmApplicationsPageSchema,
  farmStatsSchema,
  inboxPageSchema,
  isLive,
  type OrderDto,
  ordersPageSchema,
  recountSchema,
  salesSchema,
  startOfDay,
} from '#libs/contracts';
import { type HttpClient, Marketplace } from '#libs/testing';
import { accounts, demoClient, demoSeedOf } from '../testing/demo-shop.js';
import { demoPeople } from './people.js';

const DAY_MS = 86_400_000;
/** Of the demo customer's order under way. */
const OWN_AGE_MS = 3 * 3_600_000;
const RealDate = Date;
let market: Marketplace | undefined;
afterEach(async () => {
  await market?.close();
  market = undefined;
  globalThis.Date = RealDate;
});

/** From now on it is this time of today in a time zone; the clock goes on. */
function setClock(zone: string, hours: number, minutes: number): void {
  const now = RealDate.now();
  const start = RealDate.parse(startOfDay(dayOf(now, zone), zone));
  const shift = start + (hours * 60 + minutes) * 60_000 - now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given: unknown[], self) =>
      Reflect.construct(target, given.length > 0 ? given : [RealDate.now() + shift], self),
    get: (target, key) =>
      key === 'now' ? () => RealDate.now() + shift : (Reflect.get(target, key) as unknown),
  });
}

const ordersOf = async (client: HttpClient, query: string): Promise<OrderDto[]> => {
  const { body } = await client.get(`/orders?limit=50&${query}`);
  return ordersPageSchema.parse(body).orders;
};

describe.each(['UTC', 'Pacific/Auckland'])('a demo shop in %s', (zone) => {
  it.each([
    [0, 5],
    [12, 0],
    [23, 55],
  ])('that is opened at %i:%i is alive', async (hours, minutes) => {
    setClock(zone, hours, minutes);
    market = await Marketplace.open({ settings: { MARKET_TIME_ZONE: zone } });
    const as = (who: string) => demoClient(market as Marketplace, who);
    const opened = Date.now();
    await demoSeedOf(market).run(accounts);
    await market.settled();
    const admin = as('clara.bennett');
    const today = Date.parse(startOfDay(dayOf(opened, zone), zone));
    /** When a part reached its status. */
    const reachedAt = ({ parts: [part] }: OrderDto) => Date.parse(part?.timeline.at(-1)?.at ?? '');
    const isToday = (ms: number) => today <= ms && ms <= Date.now();

    for (const { email } of demoPeople.filter(({ role }) => role === 'farmer')) {
      const farmer = as(email.split('@')[0] ?? '');
      const inColumn = async (...statuses: string[]) =>
        (
          await Promise.all(statuses.map((status) => ordersOf(farmer, `partStatus=${status}`)))
        ).flat();
      const placed = await inColumn('placed');
      expect(placed.length).toBeGreaterThan(0);
      expect(placed.every((order) => isToday(Date.parse(order.createdAt)))).toBe(true);
      expect(await inColumn('accepted')).not.toEqual([]);
      expect(await inColumn('packed')).not.toEqual([]);
      expect(await inColumn('out_for_delivery', 'ready_for_pickup')).not.toEqual([]);
      expect((await inColumn('delivered')).some((order) => isToday(reachedAt(order)))).toBe(true);
      const stats = farmStatsSchema.parse((await farmer.get('/farms/mine/stats')).body);
      expect(stats.today.orders).toBeGreaterThanOrEqual(placed.length);
      expect(stats.today.revenue).toBeGreaterThan(0);
      const inbox = inboxPageSchema.parse((await farmer.get('/inbox')).body);
      const notifications = inbox.notifications.filter(
        ({ kind }) => !/^(problem|message)\./.test(kind),
      );
      expect(new Set(notifications.map(({ kind }) => kind))).toEqual(new Set(['order.received']));
      const newest = placed.map(({ createdAt }) => createdAt).sort();
      expect(notifications[0]?.createdAt).toBe(newest.at(-1));
    }

    const customer = as('emma.castillo');
    const processing = await ordersOf(customer, 'status=Processing');
    const order = processing.find(
      ({ createdAt }) => Math.abs(Date.parse(createdAt) - (opened - OWN_AGE_MS)) < 60_000,
    );
    // the others wait for their day
    const waiting = processing
      .filter((one) => one !== order)
      .flatMap(({ parts }) => parts)
      .filter(({ status }) => isLive(status) && status !== 'delivered');
    expect(waiting.filter(({ slot }) => Date.parse(slot?.endAt ?? '') < opened)).toEqual([]);
    expect(order?.parts.map(({ farmSlug, status }) => [farmSlug, status])).toEqual([
      ['hollow-creek-farm', 'accepted'],
      ['lantern-glasshouse', 'out_for_delivery'],
    ]);
    const book = addressBookSchema.parse((await customer.get('/users/me/addresses')).body);
    expect(book.addresses).toMatchObject([{ isDefault: true, recipient: 'Emma Castillo' }]);
    const inbox = inboxPageSchema.parse((await customer.get('/inbox')).body);
    // a problem of the demo customer is answered, which settles an earlier order
    const ofOrder = inbox.notifications.filter(
      ({ kind }) => kind.startsWith('order.') && kind !== 'order.settled',
    );
    expect(ofOrder.map(({ kind }) => kind)).toEqual([
      'order.out_for_delivery',
      'order.packed',
      'order.accepted',
      'order.accepted',
      'order.placed',
    ]);
    expect(inbox.unread).toBe(inbox.notifications.length);
    const times = order?.parts.flatMap(({ timeline }) => timeline.map(({ at }) => at)) ?? [];
    for (const { createdAt } of ofOrder) expect(times).toContain(createdAt);

    const { days } = salesSchema.parse((await admin.get('/analytics/sales?days=2')).body);
    expect(days.at(-1)).toMatchObject({ day: dayOf(opened, zone) });
    expect(days.at(-1)?.orders).toBeGreaterThanOrEqual(12);
    expect(days.at(-1)?.revenue).toBeGreaterThan(0);
    const { body: found } = await admin.get('/farm-applications?status=pending');
    const { applications } = farmApplicationsPageSchema.parse(found);
    expect(applications).toMatchObject([{ name: 'Thistle Hill Apiary', status: 'pending' }]);
    const { body } = await admin.get('/contact-messages?status=open');
    expect(contactMessagesPageSchema.parse(body).messages).toHaveLength(1);
    const recount = recountSchema.parse((await admin.post('/analytics/recount')).body);
    expect(recount).toMatchObject({ matches: true, differing: 0, underWay: 0 });
    const late = { 'parts.timeline.at': { $gt: new Date() } };
    expect(await market.collection('orders').countDocuments(late)).toBe(0);
    const ages = { createdAt: { $gt: new Date(opened - DAY_MS) } };
    expect(await market.collection('orders').countDocuments(ages)).toBeGreaterThan(30);
  });
});
