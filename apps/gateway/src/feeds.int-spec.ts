import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Types } from 'mongoose';
import { type DomainEvent, type QueueDepths, queueDepthsSchema } from '#libs/contracts';
import { createLogger, EventLog, openQueue, REDIS } from '#libs/platform';
import { Marketplace, SocketClient, testEngines, waitFor } from '#libs/testing';
import { EventFeed } from './event-feed.js';

describe('the event feed', () => {
  const logger = createLogger('silent', 'gateway');
  let redis: Redis;
  let log: EventLog;
  let feed: EventFeed;
  /** Ids of events, as the gateway's sockets receive them. */
  let emitted: string[];
  let gaps: number;

  beforeEach(async () => {
    const { redisUrl } = await testEngines();
    redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
    await waitFor('Redis', () => redis.status === 'ready');
    log = new EventLog(redis);
    emitted = [];
    gaps = 0;
    feed = new EventFeed(redis, logger);
    feed.start({
      onEvent: ({ event }) => emitted.push(event.id),
      onGap: () => {
        gaps += 1;
      },
      onHistory: () => {},
    });
    await waitFor('its start', () => !feed.window.position.startsWith('00000000'));
    // The initial gap, for sockets that connected before the feed could read the log.
    expect(gaps).toBe(1);
    gaps = 0;
  });
  afterEach(async () => {
    await feed.beforeApplicationShutdown();
    redis.disconnect();
  });

  const anEvent = (): DomainEvent<'inbox.read'> => ({
    id: new Types.ObjectId().toString(),
    occurredAt: new Date().toISOString(),
    aggregateId: 'one',
    version: 1,
    correlationId: 'spec',
    actorId: null,
    name: 'inbox.read',
    payload: {
      userId: new Types.ObjectId().toString(),
      ids: null,
      readAt: new Date().toISOString(),
      inbox: { total: 1, unread: 0, version: 1 },
    },
  });
  /** Appends events, and waits until the last of them was emitted. */
  async function append(...events: DomainEvent[]): Promise<void> {
    await log.append(events);
    await waitFor('the last', () => emitted.includes(events.at(-1)?.id ?? ''));
  }
  const missedSince = (position: string) =>
    feed.window.since({ position: position as never })?.map(({ event }) => event.id);

  it('emits an event that is appended twice once, and replays it once', async () => {
    const { position } = feed.window;
    const [event, other, last] = [anEvent(), anEvent(), anEvent()];
    await append(event);
    await append(other, event, last);
    expect(emitted).toEqual([event.id, other.id, last.id]);
    expect(missedSince(position)).toEqual([event.id, other.id, last.id]);
  });

  it('skips an event that this build does not know', async () => {
    const last = anEvent();
    await append({ ...anEvent(), name: 'unknown.event' } as never, last);
    expect(emitted).toEqual([last.id]);
  });

  it('knows what was delivered before a socket connected', async () => {
    const [before, after] = [anEvent(), anEvent()];
    const { position } = feed.window;
    await append(before);
    const { sequence } = feed;
    await append(after);
    const missed = feed.window.since({ position })?.filter((one) => one.sequence <= sequence);
    expect(missed?.map(({ event }) => event.id)).toEqual([before.id]);
  });

  it('announces a gap when Redis has lost everything, and resumes no page from before it', async () => {
    const event = anEvent();
    await append(event);
    const { position } = feed.window;
    await redis.flushdb();
    await waitFor('the gap', () => gaps === 1);
    expect(feed.window.since({ position })).toBeNull();
    // The relay appends possibly lost events again. Pages have refetched their screens, so nobody receives one twice.
    const next = anEvent();
    await append(event, next);
    expect(emitted).toEqual([event.id, next.id]);
  });
});

describe('the depths of queues', () => {
  let market: Marketplace;
  beforeAll(async () => {
    market = await Marketplace.open();
  });
  afterAll(() => market.close());

  it('admins receive the depths of the queues when they change, and nobody else does', async () => {
    const mail = openQueue('mail', market.app.get<Redis>(REDIS));
    const [admin, farmer] = await Promise.all(
      (['admin', 'farmer'] as const).map(async (role) => {
        const { client } = await market.person(role);
        const socket = await SocketClient.connect(market.url, client);
        const received: QueueDepths[] = [];
        socket.socket.on('queues.depths', (data: unknown) =>
          received.push(queueDepthsSchema.parse(data)),
        );
        return { socket, received };
      }),
    );
    const delayed = () =>
      admin?.received.at(-1)?.queues.find(({ name }) => name === 'mail')?.delayed ?? null;
    // More than all scheduled jobs in that queue.
    const ids = Array.from({ length: 20 }, (_, n) => `spec-${n}`);
    for (const jobId of ids) await mail.add('spec', {}, { jobId, delay: 3_600_000 });
    await waitFor('the jobs to be counted', () => (delayed() ?? 0) >= ids.length);
    for (const id of ids) await mail.remove(id);
    await waitFor('their removal to be counted', () => (delayed() ?? ids.length) < ids.length);
    expect(farmer?.received).toEqual([]);
    for (const one of [admin, farmer]) one?.socket.close();
    await mail.close();
  });
});
