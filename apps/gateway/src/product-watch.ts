import type { Socket } from 'socket.io';
import {
  type DomainEvent,
  type Room,
  rooms,
  type Since,
  type TicketClaims,
  type WatchAck,
  type WatchProducts,
} from '#libs/contracts';
import type { EventFeed } from './event-feed.js';
import type { RealtimeSocket } from './realtime-server.js';
import { ReplayBudget } from './replay-budget.js';
import type { Delivery } from './replay-window.js';

/** Joins the rooms that a socket's ticket allows. */
export function joinOwnRooms(socket: RealtimeSocket, sequence: number): void {
  const own = roomsOf(socket.data.claims);
  socket.data.joinedAt = new Map(own.map((room) => [room, sequence]));
  socket.data.notReplayed = new Set(own);
  socket.data.replayBudget = new ReplayBudget();
  void socket.join(own);
}

/**
 * Joins the rooms of these products and calendars and no others, and replays what the page missed: once per joined room, within the
 * socket's budget. Synchronous, so that no event is delivered between joining a room and reading the replay window.
 */
export function watchProducts(
  socket: RealtimeSocket,
  { productIds, farmIds = [], since }: WatchProducts,
  feed: EventFeed,
): WatchAck {
  const { joinedAt, notReplayed } = socket.data;
  // These rooms receive events only while shoppers may see the product or the farm, so watching any other reveals
  // nothing.
  const wanted = new Set([...productIds.map(rooms.product), ...farmIds.map(rooms.calendar)]);
  for (const room of joinedAt.keys()) {
    if (!isWatchedRoom(room) || wanted.has(room)) continue;
    void socket.leave(room);
    joinedAt.delete(room);
    notReplayed.delete(room);
  }
  for (const room of wanted) {
    if (joinedAt.has(room)) continue;
    joinedAt.set(room, feed.sequence);
    notReplayed.add(room);
  }
  void socket.join([...wanted]);
  const complete = since === undefined || replay(socket, since, feed);
  const { position } = feed.window;
  return { watching: productIds.length + farmIds.length, complete, position, serverMs: Date.now() };
}

/**
 * Emits the missed events of rooms that were not replayed yet. Returns false if the page has to fetch its screen
 * again.
 */
function replay(socket: RealtimeSocket, since: Since, { window }: EventFeed): boolean {
  const { notReplayed, replayBudget } = socket.data;
  if (notReplayed.size === 0) return true;
  const missed = replayBudget.takeRead()
    ? window.since(since)?.filter((one) => wasMissed(one, socket.data))
    : undefined;
  notReplayed.clear();
  if (missed === undefined || !replayBudget.takeEvents(missed.length)) return false;
  // The name determines the payload; TypeScript cannot infer that for a union of events.
  for (const one of missed)
    (socket as unknown as Socket).emit(one.event.name, redactActor(one), window.positionOf(one));
  return true;
}

/** Whether an event is for a room not replayed yet, and was delivered before the socket joined any of its rooms. */
function wasMissed(
  { sequence, rooms: audience }: Delivery,
  { joinedAt, notReplayed }: RealtimeSocket['data'],
): boolean {
  return (
    audience.some((room) => notReplayed.has(room)) &&
    audience.every((room) => sequence <= (joinedAt.get(room) ?? sequence))
  );
}

/** Removes the actor from events for strangers: a buyer's id would link all their purchases. */
export function redactActor({ event, rooms: audience }: Delivery): DomainEvent {
  return audience.some(isOpenRoom) ? { ...event, actorId: null } : event;
}

const farmRooms = { owner: rooms.farm, packer: rooms.packers, driver: rooms.drivers } as const;

function roomsOf({ userId, role, farmId, farmRole, sessionId }: TicketClaims): Room[] {
  return [
    rooms.public(),
    ...(userId ? [rooms.user(userId)] : []),
    ...(farmId && farmRole ? [farmRooms[farmRole](farmId)] : []),
    ...(sessionId ? [rooms.session(sessionId)] : []),
    ...(role === 'admin' ? [rooms.admins()] : []),
  ];
}

const isWatchedRoom = (room: Room) => room.startsWith('product:') || room.startsWith('calendar:');
/** Whether anybody may join the room, visitors included. */
const isOpenRoom = (room: Room) => room === rooms.public() || isWatchedRoom(room);
