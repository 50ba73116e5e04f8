import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ClientToServer, Room, ServerToClient, TicketClaims } from '#libs/contracts';
import type { ReplayBudget } from './replay-budget.js';

interface SocketData {
  claims: TicketClaims;
  /** The rooms of the socket, with the sequence number of the newest delivery when it joined. */
  joinedAt: Map<Room, number>;
  /** The rooms whose missed events the page has not requested yet. */
  notReplayed: Set<Room>;
  replayBudget: ReplayBudget;
  /** When the page has to request a new ticket, in milliseconds since 1970. */
  endsAt: number;
}
export type RealtimeServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type RealtimeSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
