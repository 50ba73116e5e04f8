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

/** Events that are replayed to one socket at once, at the most; a page that missed more reads its screen again. */
const REPLAY_MAX = 2_000;

/** Joins the rooms that a socket's ticket allows. */
export function joinOwnRooms(socket: RealtimeSocket, turn: number): void {
  const own = roomsOf(socket.data.claims);
  socket.data.joinedAt = new Map(own.map((room) => [room, turn]));
  void socket.join(own);
}

/**
 * Joins the rooms of these products, leaves those of others, and replays what the page has missed. Synchronous, so that
 * nothing can be delivered between joining a room and looking for what was missed in it.
 */
export function watchProducts(
  socket: RealtimeSocket,
  { productIds, since }: WatchProducts,
  feed: EventFeed,
): WatchAck {
  const { joinedAt } = socket.data;
  // Events go to product rooms only where shoppers may see the product: to ask for another one reveals nothing.
  const wanted = new Set(productIds.map(rooms.product));
  for (const room of joinedAt.keys()) {
    if (!isProductRoom(room) || wanted.has(room)) continue;
    void socket.leave(room);
    joinedAt.delete(room);
  }
  for (const room of wanted) if (!joinedAt.has(room)) joinedAt.set(room, feed.turn);
  void socket.join([...wanted]);
  const { window } = feed;
  const missed = since ? window.since(since)?.filter((one) => wasMissed(one, joinedAt)) : [];
  const complete = missed !== undefined && missed.length <= REPLAY_MAX;
  if (complete)
    // The name says which payload the event has; the compiler cannot follow a union of them.
    for (const one of missed)
      (socket as unknown as Socket).emit(one.event.name, redactActor(one), window.positionOf(one));
  return { watching: productIds.length, complete, position: window.position };
}

/** Whether an event is for one of these rooms, and was delivered before the socket was in any of them. */
function wasMissed({ turn, rooms: audience }: Delivery, joinedAt: ReadonlyMap<Room, number>) {
  const joined = audience.flatMap((room) => joinedAt.get(room) ?? []);
  return joined.length > 0 && joined.every((from) => turn <= from);
}

/** Strangers learn what happened, not who did it: a buyer's id would tie all their purchases together. */
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
/** Whether anybody may be in there, visitors included. */
const isOpenRoom = (room: Room) => room === rooms.public() || isProductRoom(room);
