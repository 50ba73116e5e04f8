import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import {
  type ClientToServer,
  type DomainEvent,
  type Room,
  rooms,
  type ServerToClient,
  type TicketClaims,
  type WatchAck,
  type WatchProducts,
  watchProductsSchema,
} from '#libs/contracts';
import type { EventStream, Told } from './event-stream.js';

interface SocketData {
  claims: TicketClaims;
}
export type RealtimeServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
type RealtimeSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** Events told again to one socket at once, at the most; who missed more reads the screen anew. */
const REPLAY_MAX = 2_000;

/** Puts a new socket into the rooms of its ticket, and lets it say which products it watches. */
export function admit(socket: RealtimeSocket, stream: EventStream): void {
  const own = roomsOf(socket.data.claims);
  void socket.join(own);
  /** The rooms it is in, and how many events had been told when it came. */
  const heardAfter = new Map<Room, number>(own.map((room) => [room, stream.turn]));
  socket.on('product.watch', (message, ack) => {
    const wish = watchProductsSchema.safeParse(message);
    if (!wish.success || typeof ack !== 'function') return;
    ack(watch(socket, wish.data, heardAfter, stream));
  });
}

/** In one go, so that between joining a room and looking for what was missed in it nothing can be told. */
function watch(
  socket: RealtimeSocket,
  { productIds, since }: WatchProducts,
  heardAfter: Map<Room, number>,
  stream: EventStream,
): WatchAck {
  // Events go to product rooms only where shoppers may see the product, so asking for another one tells nothing.
  const wanted = new Set(productIds.map(rooms.product));
  for (const room of heardAfter.keys()) {
    if (!isProductRoom(room) || wanted.has(room)) continue;
    void socket.leave(room);
    heardAfter.delete(room);
  }
  for (const room of wanted) if (!heardAfter.has(room)) heardAfter.set(room, stream.turn);
  void socket.join([...wanted]);
  const missed = since ? stream.since(since)?.filter((told) => wasMissed(told, heardAfter)) : [];
  const complete = missed !== undefined && missed.length <= REPLAY_MAX;
  if (complete)
    for (const told of missed)
      (socket as unknown as Socket).emit(told.event.name, openly(told), stream.positionOf(told));
  return { watching: productIds.length, complete, position: stream.position };
}

/** Whether an event is for one of these rooms and came before the socket was in any of them. */
function wasMissed(
  { turn, rooms: audience }: Told,
  heardAfter: ReadonlyMap<Room, number>,
): boolean {
  const joined = audience.flatMap((room) => heardAfter.get(room) ?? []);
  return joined.length > 0 && joined.every((from) => turn <= from);
}

/** Strangers learn what happened, not who did it: a buyer's id would tie all their purchases together. */
export function openly({ event, rooms: audience }: Told): DomainEvent {
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
