import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Connections that send requests and read no responses. */
const READERS = 20;
/** Requests that each of them sends at once; each response has some tens of kilobytes. */
const PIPELINED = 400;
/** Connections that send a request without the end of its body. */
const SENDERS = 126;
/** Time in ms between two probes by another client, and the limit for a response to one. */
const PROBE_GAP_MS = 250;
const PROBE_MS = 2_000;

const READ = 'GET /api/v1/products?limit=24 HTTP/1.1\r\nhost: localhost\r\n\r\n';
const SEND =
  'POST /api/v1/contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{';

/**
 * For `ms`, keeps clients that do not read their responses and clients that do not send their full requests. Without
 * another fault (`isAlone`), throws if the api fails to answer other clients within {@link PROBE_MS}.
 */
export async function beSlow(port: number, ms: number, isAlone: boolean): Promise<void> {
  const sockets = Array.from({ length: READERS + SENDERS }, (_, n) =>
    open(port, n < READERS ? READ.repeat(PIPELINED) : SEND),
  );
  try {
    for (const until = Date.now() + ms; Date.now() < until; await sleep(PROBE_GAP_MS))
      if (isAlone) await probe(port);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function open(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  // An error is expected: the api should close such connections, or another fault has ended the api.
  socket.on('error', () => {});
  socket.pause();
  socket.write(text);
  return socket;
}

/** Sends a read and a write; the write must be refused as invalid (400), not for lack of capacity. */
async function probe(port: number): Promise<void> {
  const api = (path: string) => new URL(`http://127.0.0.1:${port}/api/v1${path}`);
  const signal = AbortSignal.timeout(PROBE_MS);
  const read = await fetch(api('/products?limit=24'), { signal });
  await read.arrayBuffer();
  const headers = { 'content-type': 'application/json' };
  const change = await fetch(api('/contact'), { method: 'POST', headers, body: '{}', signal });
  await change.arrayBuffer();
  if (!read.ok || change.status !== 400)
    throw new Error(`others were answered ${read.status} and ${change.status}`);
}
