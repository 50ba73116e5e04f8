import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ClientToServer, Room, ServerToClient, TicketClaims } from '#libs/contracts';
import type { ReplayBudget } from './replay-budget.js';

interface SocketData {
  claims: TicketClaims;
  /** The rooms of the socket, with the sequence number of the newest delivery when it joined. */
  joinedAt: Map<Room, number>;
  /** The rooms of which the page has not asked yet what it missed. */
  notReplayed: Set<Room>;
  replayBudget: ReplayBudget;
  /** Milliseconds since 1970, at which the page has to ask for a new ticket. */
  endsAt: number;
}
export type RealtimeServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type RealtimeSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
