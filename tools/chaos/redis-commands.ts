import { once } from 'node:events';
import { connect } from 'node:net';

/** Timeout of a reply, in ms. */
const ANSWER_MS = 5_000;

/** Sends one command over a new connection and returns the first line of the reply, such as `+OK`. */
export async function sendToRedis(port: number, command: 'PING' | 'FLUSHALL'): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  try {
    socket.write(`${command}\r\n`);
    const [reply] = (await once(socket, 'data', {
      signal: AbortSignal.timeout(ANSWER_MS),
    })) as [string];
    return reply.split('\r\n', 1)[0] ?? '';
  } finally {
    socket.destroy();
  }
}
