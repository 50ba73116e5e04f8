import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ClientToServer, Room, ServerToClient, TicketClaims } from '#libs/contracts';

interface SocketData {
  claims: TicketClaims;
  /** The rooms of the socket, and how many events this gateway had emitted when it joined each. */
  joinedAt: Map<Room, number>;
}
export type RealtimeServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type RealtimeSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
