import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Server } from 'socket.io';
import {
  type LiveSocket,
  openSocket,
  type SocketCallbacks,
} from '../../apps/web/src/realtime/socket';

/** Resolves when the condition holds; otherwise the runner's timeout fails the test. */
async function waitFor(_what: string, isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

let http: ReturnType<typeof createServer>;
let server: Server;
/** Number of opened connections, with or without a ticket. */
let connections: number;
let socket: LiveSocket;
let events: string[];

beforeEach(async () => {
  // the shortest delays
  jest.spyOn(Math, 'random').mockReturnValue(0);
  http = createServer();
  server = new Server(http, { path: '/socket.io' });
  connections = 0;
  events = [];
  server.engine.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // The page's own address, to which it connects.
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  Object.assign(globalThis, { location: { protocol: 'http:', host } });
});
afterEach(async () => {
  jest.restoreAllMocks();
  socket.stop();
  await server.close();
});

function open(ticket: SocketCallbacks['ticket']): void {
  const nothing = () => undefined;
  const callbacks = { onEvent: nothing, onPosition: nothing, onDepths: nothing };
  socket = openSocket(
    {
      ...callbacks,
      ticket,
      onGap: (spreadMs) => events.push(`gap ${spreadMs}`),
      onConnect: () => events.push('connect'),
      onDisconnect: () => events.push('disconnect'),
    },
    { parseEvent: () => Promise.reject() as never, parseDepths: () => null },
  );
}

test('opens no connection before it has a ticket', async () => {
  let asked = 0;
  open(async () => {
    asked += 1;
    if (asked === 1) throw new Error('not yet');
    return 'ticket';
  });
  await waitFor('the first request', () => asked === 1);
  expect(connections).toBe(0);
  await waitFor('the connection', () => socket.connected);
  expect([asked, connections, events]).toEqual([2, 1, ['connect']]);
});

test('shows each ticket once, and a new one after the server has closed the connection', async () => {
  const shown: unknown[] = [];
  server.use(({ handshake }, next) => {
    shown.push(handshake.auth.ticket);
    next(shown.length === 1 ? new Error('TOKEN_INVALID') : undefined);
  });
  let asked = 0;
  open(async () => `ticket ${++asked}`);
  await waitFor('the connection', () => socket.connected);
  server.disconnectSockets(true);
  await waitFor('another connection', () => events.length === 3);
  expect(events).toEqual(['connect', 'disconnect', 'connect']);
  expect(shown).toEqual(['ticket 1', 'ticket 2', 'ticket 3']);
  socket.drop();
  await waitFor('another connection', () => events.length === 5);
  expect(shown.at(-1)).toBe('ticket 4');
});

test('passes on within which time the page is to fetch its screen again', async () => {
  open(async () => 'ticket');
  await waitFor('the connection', () => socket.connected);
  server.emit('stream.gap', 20_000);
  server.emit('stream.gap');
  await waitFor('both gaps', () => events.length === 3);
  expect(events).toEqual(['connect', 'gap 20000', 'gap undefined']);
});
