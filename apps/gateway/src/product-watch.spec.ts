import { beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { type DomainEvent, type Room, rooms } from '#libs/contracts';
import type { EntryId } from '#libs/platform';
import type { EventFeed } from './event-feed.js';
import { joinOwnRooms, watchProducts } from './product-watch.js';
import type { RealtimeSocket } from './realtime-server.js';
import { REPLAY_MAX } from './replay-budget.js';
import { ReplayWindow } from './replay-window.js';

const newId = () => new Types.ObjectId().toString();
const [userId, productId] = [newId(), newId()];
const since = { ms: 60_000 };

let window: ReplayWindow;
let feed: EventFeed;
let sequence: number;
/** Ids of the events that the socket received. */
let received: string[];
let socket: RealtimeSocket;

beforeEach(() => {
  window = new ReplayWindow();
  sequence = 0;
  received = [];
  // the parts of a feed and of a socket that are used
  feed = {
    window,
    get sequence() {
      return sequence;
    },
  } as EventFeed;
  socket = {
    data: { claims: { userId, role: 'customer', farmId: null, farmRole: null, sessionId: null } },
    join: () => undefined,
    leave: () => undefined,
    emit: (_name: string, { id }: DomainEvent) => received.push(id),
  } as unknown as RealtimeSocket;
});

/** An event is delivered to everybody in these rooms. */
function deliver(...audience: Room[]): string {
  sequence += 1;
  const event = { id: newId(), name: 'cart.changed' } as DomainEvent;
  const entryId: EntryId = `${Date.now()}-${sequence}`;
  window.add({ entryId, event, rooms: audience, sequence, bytes: 10 });
  return event.id;
}
const watch = (productIds: string[]) => watchProducts(socket, { productIds, since }, feed);

describe('a replay', () => {
  it('has what the page missed of each room that it joined, once', () => {
    const [own, ofProduct] = [deliver(rooms.user(userId)), deliver(rooms.product(productId))];
    joinOwnRooms(socket, sequence);
    expect(watch([])).toMatchObject({ complete: true });
    expect(received).toEqual([own]);
    expect(watch([productId])).toMatchObject({ complete: true });
    expect(received).toEqual([own, ofProduct]);
    for (let n = 0; n < 20; n++) expect(watch([productId])).toMatchObject({ complete: true });
    expect(received).toEqual([own, ofProduct]);
  });

  it('has what concerns a product that comes into view later, also in a room that was replayed', () => {
    joinOwnRooms(socket, sequence);
    watch([]);
    const live = deliver(rooms.user(userId), rooms.product(productId));
    const missed = deliver(rooms.product(productId));
    watch([productId]);
    // the first one was delivered by the person's own room
    expect(received).toEqual([missed]);
    expect(received).not.toContain(live);
  });

  it('has what concerns a farm’s calendar, while the page watches it', () => {
    joinOwnRooms(socket, sequence);
    watch([]);
    const missed = deliver(rooms.calendar(userId));
    const ofCalendar = { productIds: [productId], farmIds: [userId], since };
    expect(watchProducts(socket, ofCalendar, feed)).toMatchObject({ watching: 2, complete: true });
    expect(received).toEqual([missed]);
    expect(socket.data.joinedAt.has(rooms.calendar(userId))).toBe(true);
    watch([productId]);
    expect(socket.data.joinedAt.has(rooms.calendar(userId))).toBe(false);
  });

  it('is bounded for a socket that leaves a room and joins it again', () => {
    for (let n = 0; n < 100; n++) deliver(rooms.product(productId));
    joinOwnRooms(socket, sequence);
    const answers = Array.from({ length: 200 }, () => {
      watch([]);
      return watch([productId]).complete;
    });
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(true));
    expect(answers.at(-1)).toBe(false);
    expect(received.length).toBeLessThanOrEqual(2 * REPLAY_MAX);
  });

  it('is not begun where the page has missed too much: it fetches its screen again', () => {
    for (let n = 0; n <= REPLAY_MAX; n++) deliver(rooms.user(userId));
    joinOwnRooms(socket, sequence);
    expect(watch([])).toMatchObject({ complete: false });
    expect(received).toEqual([]);
  });
});
