/**
 * Live pages, as sockets in a process of their own. The parent's first message says which. Prints their number once all
 * are connected, and answers each further message with the delays of all events since the one before, in ms from their
 * `occurredAt`.
 */
import { once } from 'node:events';
import { io } from 'socket.io-client';
import type { PageGroup } from './stage.js';

process.channel?.ref();
const [{ port, groups }] = (await once(process, 'message')) as [
  { port: number; groups: readonly PageGroup[] },
];
let delays: number[] = [];

process.on('message', () => {
  process.send?.(delays);
  delays = [];
});
// The sockets keep the process alive; the listener alone must not.
process.channel?.unref();

function open(ticket: string, productIds: readonly string[]): Promise<void> {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { ticket },
  });
  socket.onAny((_name: string, event: { occurredAt?: string }) => {
    if (event?.occurredAt) delays.push(Date.now() - Date.parse(event.occurredAt));
  });
  return new Promise((resolve, reject) => {
    socket.on('connect_error', reject);
    socket.on('connect', () => {
      if (productIds.length === 0) return resolve();
      socket.emit('product.watch', { productIds }, () => resolve());
    });
  });
}

let count = 0;
for (const { ticket, pages, sockets } of groups)
  for (let n = 0; n < sockets; n++, count++) await open(ticket, pages[n % pages.length] ?? []);
process.stdout.write(`${count}\n`);
