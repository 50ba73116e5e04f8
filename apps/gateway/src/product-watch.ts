import type { Socket } from 'socket.io';
import {
  type DomainEvent,
  type Room,
  rooms,
  type TicketClaims,
  type WatchAck,
  type WatchProducts,
} from '#libs/contracts';
import type { EventFeed } from './event-feed.js';
import type { RealtimeSocket } from './realtime-server.js';
import type { Delivery } from './replay-window.js';

/** Maximum number of events in one replay; a page that missed more fetches its screen again. */
const REPLAY_MAX = 2_000;

/** Joins the rooms that a socket's ticket allows. */
export function joinOwnRooms(socket: RealtimeSocket, sequence: number): void {
  const own = roomsOf(socket.data.claims);
  socket.data.joinedAt = new Map(own.map((room) => [room, sequence]));
  void socket.join(own);
}

/**
 * Joins the rooms of these products and no others, and replays what the page has missed. Synchronous, so that no event
 * is delivered between joining a room and reading the replay window.
 */
export function watchProducts(
  socket: RealtimeSocket,
  { productIds, since }: WatchProducts,
  feed: EventFeed,
): WatchAck {
  const { joinedAt } = socket.data;
  // Events go to product rooms only while shoppers may see the product: asking for another one reveals nothing.
  const wanted = new Set(productIds.map(rooms.product));
  for (const room of joinedAt.keys()) {
    if (!isProductRoom(room) || wanted.has(room)) continue;
    void socket.leave(room);
    joinedAt.delete(room);
  }
  for (const room of wanted) if (!joinedAt.has(room)) joinedAt.set(room, feed.sequence);
  void socket.join([...wanted]);
  const { window } = feed;
  const missed = since ? window.since(since)?.filter((one) => wasMissed(one, joinedAt)) : [];
  const complete = missed !== undefined && missed.length <= REPLAY_MAX;
  if (complete)
    // The name determines the payload; TypeScript cannot infer that for a union of events.
    for (const one of missed)
      (socket as unknown as Socket).emit(one.event.name, redactActor(one), window.positionOf(one));
  const { position } = window;
  return { watching: productIds.length, complete, position, serverMs: Date.now() };
}

/** Whether an event is for one of these rooms, and was delivered before the socket was in any of them. */
function wasMissed({ sequence, rooms: audience }: Delivery, joinedAt: ReadonlyMap<Room, number>) {
  const joined = audience.flatMap((room) => joinedAt.get(room) ?? []);
  return joined.length > 0 && joined.every((from) => sequence <= from);
}

/** Removes the actor for strangers: a buyer's id would link all their purchases. */
export function redactActor({ event, rooms: audience }: Delivery): DomainEvent {
  return audience.some(isOpenRoom) ? { ...event, actorId: null } : event;
}

function roomsOf({ userId, role, farmId }: TicketClaims): Room[] {
  return [
    rooms.public(),
    ...(userId ? [rooms.user(userId)] : []),
    ...(farmId ? [rooms.farm(farmId)] : []),
    ...(role === 'admin' ? [rooms.admins()] : []),
  ];
}

const isProductRoom = (room: Room) => room.startsWith('product:');
/** Whether anybody may join the room, visitors included. */
const isOpenRoom = (room: Room) => room === rooms.public() || isProductRoom(room);
