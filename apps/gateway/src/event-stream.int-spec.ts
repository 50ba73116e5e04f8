import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { Types } from 'mongoose';
import type { DomainEvent } from '#libs/contracts';
import { createLogger, tellCommitted } from '#libs/platform';
import { cutConnections, testEngines, waitFor } from '#libs/testing';
import { EventStream, type Told } from './event-stream.js';

const logger = createLogger('silent', 'gateway');
let redis: Redis;
let stream: EventStream;
/** Ids of events, as the gateway's sockets hear them. */
let told: string[];
let gaps = 0;

beforeEach(async () => {
  const { redisUrl } = await testEngines();
  redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  told = [];
  stream = await follow(redis);
});
afterEach(async () => {
  await stream.beforeApplicationShutdown();
  redis.disconnect();
});

/** A gateway that has told one event by the stream and one by its commit, so that it surely hears both. */
async function follow(of: Redis): Promise<EventStream> {
  const following = new EventStream(of, of, logger);
  following.follow({
    told: ({ event }) => told.push(event.id),
    waits: ({ name }) => name === 'stock.checked',
    gap: () => {
      gaps += 1;
    },
  });
  // what was there before it is not told
  await waitFor('its begin', () => !following.position.startsWith('00000000'));
  const [first, second] = [anEvent(), anEvent()];
  await following.add([first]);
  await waitFor('the stream', () => told.includes(first.id));
  await waitFor('commits', async () => {
    await tellCommitted(of, [second]);
    return told.includes(second.id);
  });
  await following.add([second]);
  await waitFor('it to be known', () => isInStream(following, second));
  told = [];
  return following;
}

const checked = (): DomainEvent<'stock.checked'> => ({
  ...head(),
  name: 'stock.checked',
  payload: {
    _id: new Types.ObjectId().toString(),
    startedAt: new Date().toISOString(),
    finishedAt: new Date().toISOString(),
    requestedBy: null,
    products: 1,
    mismatchCount: 0,
    mismatches: [],
  },
});
const anEvent = (): DomainEvent<'inbox.read'> => {
  const userId = new Types.ObjectId().toString();
  return {
    ...head(),
    name: 'inbox.read',
    payload: {
      userId,
      ids: null,
      readAt: new Date().toISOString(),
      inbox: { total: 1, unread: 0, version: 1 },
    },
  };
};
const head = () => ({
  id: new Types.ObjectId().toString(),
  occurredAt: new Date().toISOString(),
  aggregateId: 'one',
  version: 1,
  correlationId: 'spec',
  actorId: null,
});

const since = (of: EventStream): readonly Told[] => of.since({ ms: 60_000 }) ?? [];
const isInStream = (of: EventStream, { id }: DomainEvent) =>
  of.since({ position: of.position })?.length === 0 &&
  since(of).some(({ event }) => event.id === id);
/** Adds an event by the stream alone, and waits for it: all that was added before has been read by then. */
async function readUpTo(event: DomainEvent): Promise<void> {
  await stream.add([event]);
  await waitFor('the stream', () => told.includes(event.id));
}

it('tells what a commit tells of before the stream has it, and not again when it does', async () => {
  const [event, last] = [anEvent(), anEvent()];
  await tellCommitted(redis, [event]);
  await waitFor('the commit', () => told.includes(event.id));
  await stream.add([event]);
  await readUpTo(last);
  expect(told).toEqual([event.id, last.id]);
});

it('tells what the stream had before the commit was heard of once', async () => {
  const [event, mark] = [anEvent(), anEvent()];
  await readUpTo(event);
  await tellCommitted(redis, [event, mark]);
  await waitFor('the commit', () => told.includes(mark.id));
  expect(told).toEqual([event.id, mark.id]);
});

it('tells what is handed over twice once, and keeps it once for whoever was away', async () => {
  const [event, ahead, last] = [anEvent(), anEvent(), anEvent()];
  await tellCommitted(redis, [ahead]);
  await waitFor('the commit', () => told.includes(ahead.id));
  for (const events of [[event, ahead], [ahead, event], [last]]) await stream.add(events);
  await waitFor('the stream', () => told.includes(last.id));
  expect(told).toEqual([ahead.id, event.id, last.id]);
  const kept = since(stream).map((one) => one.event.id);
  expect(kept.filter((id) => told.includes(id))).toEqual([event.id, ahead.id, last.id]);
});

it('keeps back what must not be told ahead', async () => {
  const [event, mark] = [checked(), anEvent()];
  await tellCommitted(redis, [event, mark]);
  await waitFor('the commit', () => told.includes(mark.id));
  expect(told).toEqual([mark.id]);
  await readUpTo(event);
  expect(told).toEqual([mark.id, event.id]);
});

it('tells what it told ahead once more where Redis is another one', async () => {
  const event = anEvent();
  await tellCommitted(redis, [event]);
  await waitFor('the commit', () => told.includes(event.id));
  const { info } = Redis.prototype;
  const asked = jest.spyOn(Redis.prototype, 'info').mockImplementation(function (
    this: Redis,
    ...of
  ) {
    // of all sections the client itself asks, to see whether Redis is ready
    return of[0] === 'server' ? Promise.resolve('run_id:0123456789') : info.apply(this, of);
  });
  const before = gaps;
  await cutConnections(redis, 'normal', (line) => line.includes(' cmd=xread '));
  await waitFor('the gap', () => gaps > before);
  asked.mockRestore();
  // pages have forgotten what they heard, and the queue has the event still
  await readUpTo(anEvent());
  await stream.add([event]);
  await waitFor('it once more', () => told.filter((id) => id === event.id).length === 2);
});

it('hears nothing of a shop that has another database of the same Redis', async () => {
  const other = redis.duplicate({ db: (redis.options.db ?? 0) + 1 });
  const [theirs, ours] = [anEvent(), anEvent()];
  await tellCommitted(other, [theirs]);
  await tellCommitted(redis, [ours]);
  await waitFor('the commit', () => told.includes(ours.id));
  other.disconnect();
  expect(told).toEqual([ours.id]);
});

it('tells whoever comes between its telling and its place in the stream what they missed, once', async () => {
  const [before, after] = [anEvent(), anEvent()];
  await tellCommitted(redis, [before]);
  await waitFor('the commit', () => told.includes(before.id));
  // somebody comes
  const { turn, position } = stream;
  await tellCommitted(redis, [after]);
  await waitFor('the commit', () => told.includes(after.id));
  const missed = () =>
    stream
      .since({ position })
      ?.filter((one) => one.turn <= turn)
      .map(({ event }) => event.id);
  expect(missed()).toEqual([before.id]);
  await stream.add([before, after]);
  await readUpTo(anEvent());
  expect(missed()).toEqual([before.id]);
});
