import { expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import {
  type ContactMessageDto,
  type DomainEvent,
  type EventName,
  type EventPayload,
  type InboxPage,
  type NotificationDto,
  type OwnFarmDto,
  parseEvent,
} from '#libs/contracts';
import { storefrontOf } from '../../entities/farms';
import type { Viewer } from '../../realtime/live-table';
import { makeFarms } from '../../testing/fixtures';
import { LivePage } from '../../testing/live-page';
import { address } from '../../testing/order-fixtures';
import { queryKeys } from '../../testing/query-keys';
import { copy, farmId } from '../../testing/server-model';

const viewer: Viewer = { id: farmId(8), role: 'admin', farmId: null };
const id = (n: number) => n.toString(16).padStart(24, '0');
const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 8) + n * 1_000).toISOString();

let count = 0;
function makeEvent<Name extends EventName>(
  name: Name,
  version: number,
  payload: EventPayload<Name>,
): DomainEvent {
  count += 1;
  const head = { id: id(count), name, occurredAt: at(count), aggregateId: 'x', version };
  return parseEvent(
    JSON.parse(JSON.stringify({ ...head, correlationId: 'spec', actorId: null, payload })),
  );
}

/** A model of an inbox on the server, with its responses and events. */
class InboxModel {
  notifications: NotificationDto[] = [];
  version = 0;
  clock = 0;
  readonly events: DomainEvent[] = [];

  get count() {
    const unread = this.notifications.filter(({ readAt }) => readAt === null).length;
    return { total: this.notifications.length, unread, version: this.version };
  }

  page(): InboxPage {
    const notifications = copy(this.notifications);
    return { notifications, nextCursor: null, ...this.count };
  }

  /** `late`: what it says happened so long before. */
  add(late: number): void {
    this.clock += 1;
    this.version += 1;
    const notification: NotificationDto = {
      _id: id(0xabc000 + this.clock),
      kind: 'order.placed',
      title: `News ${this.clock}`,
      text: 'Something happened.',
      details: [],
      link: { path: '/orders/1', label: 'See the order' },
      readAt: null,
      createdAt: at(this.clock - late),
      addedAt: at(this.clock),
    };
    this.notifications.unshift(notification);
    this.events.push(
      makeEvent('inbox.added', this.version, {
        userId: farmId(8),
        notification: copy(notification),
        inbox: this.count,
      }),
    );
  }

  read(index: number | null): void {
    const open = this.notifications.filter(({ readAt }) => readAt === null);
    const chosen = index === null ? open : open.slice(index % (open.length || 1)).slice(0, 1);
    if (chosen.length === 0) return;
    this.clock += 1;
    this.version += 1;
    const readAt = at(this.clock);
    for (const entry of chosen) entry.readAt = readAt;
    const ids = index === null ? null : chosen.map(({ _id }) => _id);
    const payload = { userId: farmId(8), ids, readAt, inbox: this.count };
    this.events.push(makeEvent('inbox.read', this.version, payload));
  }
}

const inboxAct = fc.oneof(
  { weight: 2, arbitrary: fc.constant('add' as const) },
  { weight: 1, arbitrary: fc.constant('add late' as const) },
  { weight: 1, arbitrary: fc.constant('all' as const) },
  { weight: 2, arbitrary: fc.nat(4) },
);

function perform(model: InboxModel, acts: readonly ('add' | 'add late' | 'all' | number)[]): void {
  for (const act of acts) {
    if (act === 'add') model.add(0);
    else if (act === 'add late') model.add(2);
    else model.read(act === 'all' ? null : act);
  }
}

/** The screen shows whether an entry is read, but not when. */
function withoutReadTimes(page: InboxPage) {
  const notifications = page.notifications.map((one) => ({ ...one, readAt: one.readAt !== null }));
  return { ...page, notifications };
}

test('the cached inbox equals the server response, in whatever order events arrive', () => {
  fc.assert(
    fc.property(
      fc.array(inboxAct, { maxLength: 8 }),
      fc.array(inboxAct, { minLength: 1, maxLength: 14 }),
      fc.infiniteStream(fc.nat()),
      (before, acts, randomNumbers) => {
        const model = new InboxModel();
        perform(model, before);
        const client = new QueryClient();
        client.setQueryData(queryKeys.inbox, { pages: [model.page()], pageParams: [undefined] });
        perform(model, acts);
        const live = new LivePage(client, viewer);
        const shuffled = [...model.events, ...model.events]
          .map((event) => ({ event, rank: randomNumbers.next().value }))
          .sort((a, b) => a.rank - b.rank);
        for (const { event } of shuffled) live.apply([event]);
        const data = client.getQueryData<{ pages: InboxPage[] }>(queryKeys.inbox);
        expect(data?.pages.map(withoutReadTimes)).toEqual([withoutReadTimes(model.page())]);
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
  );
});

test('an address book is updated by the newest event, and an older one changes nothing', () => {
  const client = new QueryClient();
  const book = (version: number) => ({
    addresses: [{ ...address, _id: id(version), isDefault: true }],
    version,
  });
  client.setQueryData(queryKeys.addresses, book(2));
  const live = new LivePage(client, viewer);
  const event = (version: number) =>
    makeEvent('user.addresses-changed', version, { userId: farmId(8), book: book(version) });
  live.apply([event(4)]);
  live.apply([event(3)]);
  expect(client.getQueryData(queryKeys.addresses)).toEqual(book(4));
});

function ownFarm(): OwnFarmDto {
  const [farm] = makeFarms();
  if (farm === undefined) throw new Error('there are farms');
  return {
    ...farm,
    status: 'pending',
    version: 3,
    ownerId: farmId(8),
    appliedAt: at(1),
    decisionReason: null,
  };
}

test('an edit and a decision result in the same farm, in whatever order they arrive', () => {
  const start = ownFarm();
  const edited = { ...start, tagline: 'New words', version: 4 };
  const decided: OwnFarmDto = {
    ...edited,
    status: 'refused',
    decisionReason: 'Where is it?',
    version: 5,
  };
  const events = [
    makeEvent('farm.changed', 4, { farm: storefrontOf(edited), wasApproved: false }),
    makeEvent('farm.changed', 5, { farm: storefrontOf(decided), wasApproved: false }),
    makeEvent('own-farm.changed', 4, { farm: edited }),
    makeEvent('own-farm.changed', 5, { farm: decided }),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (order) => {
      const client = new QueryClient();
      client.setQueryData(queryKeys.ownFarm, start);
      const pending = { applications: [start], nextCursor: null, total: 1 };
      const refused = { applications: [], nextCursor: null, total: 0 };
      client.setQueryData(queryKeys.applications('pending'), pending);
      client.setQueryData(queryKeys.applications('refused'), refused);
      const live = new LivePage(client, viewer);
      for (const event of order) live.apply([event]);
      expect(client.getQueryData(queryKeys.ownFarm)).toEqual(decided);
      // the row stays in the list, and only the total changes
      expect(client.getQueryData(queryKeys.applications('pending'))).toEqual({
        applications: [decided],
        nextCursor: null,
        total: 0,
      });
      expect(client.getQueryData(queryKeys.applications('refused'))).toEqual({
        applications: [decided],
        nextCursor: null,
        total: 1,
      });
    }),
  );
});

test('a storefront is updated in place, and the directory is invalidated when a farm opens', () => {
  const client = new QueryClient();
  const farms = makeFarms();
  const page = { farms, nextCursor: null, total: farms.length };
  const directory = queryKeys.farmDirectory('');
  client.setQueryData(queryKeys.farms, page);
  client.setQueryData(directory, { pages: [page], pageParams: [undefined] });
  const farm = { ...farms[1], tagline: 'Now with pears', version: 2 } as (typeof farms)[0];
  client.setQueryData(queryKeys.farm(farm.slug), farms[1]);
  const live = new LivePage(client, null);
  live.apply([makeEvent('farm.changed', 2, { farm, wasApproved: true })]);
  expect(client.getQueryData(queryKeys.farm(farm.slug))).toEqual(farm);
  expect(client.getQueryData(queryKeys.farms)).toMatchObject({ farms: [farms[0], farm, {}, {}] });
  expect(client.getQueryData(directory)).toMatchObject({
    pages: [{ farms: [farms[0], farm, {}, {}] }],
  });
  expect(client.getQueryState(queryKeys.farms)?.isInvalidated).toBe(false);
  const opened = { ...farm, _id: farmId(77), slug: 'brand-new', version: 2 };
  live.apply([makeEvent('farm.changed', 2, { farm: opened, wasApproved: false })]);
  expect(client.getQueryState(queryKeys.farms)?.isInvalidated).toBe(true);
  expect(client.getQueryState(directory)?.isInvalidated).toBe(true);
});

test('the farms of a cart are updated in place, and a farm that opens is not asked for', () => {
  const client = new QueryClient();
  const [first, second] = makeFarms();
  if (!first || !second) throw new Error('the fixtures are short');
  const key = queryKeys.farmsOf([first._id]);
  client.setQueryData(key, { farms: [first], nextCursor: null, total: 1 });
  const live = new LivePage(client, null);
  const farm = { ...first, minimumOrder: { delivery: 30, pickup: 0 }, version: 2 };
  const opened = { ...second, _id: farmId(77), slug: 'brand-new', version: 2 };
  live.apply([
    makeEvent('farm.changed', 2, { farm, wasApproved: true }),
    makeEvent('farm.changed', 2, { farm: opened, wasApproved: false }),
  ]);
  expect(client.getQueryData(key)).toMatchObject({ farms: [farm], total: 1 });
  expect(client.getQueryState(key)?.isInvalidated).toBe(false);
});

test('an answered message is added to the list of answered ones', () => {
  const open: ContactMessageDto = {
    _id: id(1),
    reference: 'FG-M-7K3Q9MXW',
    firstName: 'Ida',
    lastName: 'Ask',
    email: 'ida@example.org',
    subject: 'A carrot with two legs',
    message: 'It looks at me.',
    status: 'open',
    createdAt: at(1),
    version: 1,
  };
  const answered: ContactMessageDto = { ...open, status: 'answered', version: 2 };
  const events = [
    makeEvent('contact.received', 1, { message: open }),
    makeEvent('contact.status-changed', 2, { message: answered }),
  ];
  for (const order of [events, [...events].reverse()]) {
    const client = new QueryClient();
    const empty = { messages: [], nextCursor: null, total: 0 };
    client.setQueryData(queryKeys.contactMessages({ status: 'answered' }), empty);
    client.setQueryData(queryKeys.contactMessages({}), empty);
    const live = new LivePage(client, viewer);
    for (const event of order) live.apply([event]);
    const listed = { messages: [answered], nextCursor: null, total: 1 };
    expect(client.getQueryData(queryKeys.contactMessages({ status: 'answered' }))).toEqual(listed);
    expect(client.getQueryData(queryKeys.contactMessages({}))).toEqual(listed);
  }
});
