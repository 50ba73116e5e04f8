import { Agent, request } from 'node:http';

/** How long a request may take, in ms. */
const TIMEOUT_MS = 30_000;
/** Connections of an open loop: as many as a proxy would keep. */
const CONNECTIONS = 256;
const TICK_MS = 5;

export interface Call {
  readonly token?: string | undefined;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The expected status, 200 by default; any other throws. */
  readonly status?: number;
}
export interface Answer {
  readonly body: string;
  readonly cookie: string;
}
/** Sends one request to the shop that is measured. */
export type Send = (method: string, path: string, call?: Call) => Promise<Answer>;
/** One act of the n-th call by a client: one or more requests, one after the other. */
export type Act = (send: Send, client: number, n: number) => Promise<unknown>;

/** A sender with connections of its own. */
export function sender(port: number, connections = 1): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send: Send = (method, path, { token, body, headers, status = 200 } = {}) =>
    new Promise((resolve, reject) => {
      const bytes = body && JSON.stringify(body);
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          agent,
          timeout: TIMEOUT_MS,
          headers: {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(bytes && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(bytes),
            }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (answer.statusCode !== status)
              return reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
            const cookies = answer.headers['set-cookie'] ?? [];
            resolve({ body: text, cookie: cookies.map((line) => line.split(';')[0]).join('; ') });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer`)));
      sent.on('error', reject);
      sent.end(bytes);
    });
  return { send, close: () => agent.destroy() };
}

export interface Load {
  /** Of each act, in ms; of a fixed rate from the moment at which it was due. */
  readonly took: readonly number[];
  readonly failed: number;
  readonly perSecond: number;
}

/** A closed loop: so many clients, each with one act at a time. A failed act ends it. */
export async function repeat(
  port: number,
  act: Act,
  clients: number,
  seconds: number,
): Promise<Load> {
  const took: number[] = [];
  let n = 0;
  const started = performance.now();
  const end = started + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const { send, close } = sender(port);
      for (let from = performance.now(); from < end; from = performance.now()) {
        await act(send, client, n++);
        took.push(performance.now() - from);
      }
      close();
    }),
  );
  const lasted = performance.now() - started;
  return { took, failed: 0, perSecond: (took.length * 1_000) / lasted };
}

/** An open loop: acts begin at a fixed rate, however slow the answers are. */
export async function atRate(
  port: number,
  act: Act,
  clients: number,
  perSecond: number,
  seconds: number,
): Promise<Load> {
  const { send, close } = sender(port, CONNECTIONS);
  const took: number[] = [];
  const pending: Promise<void>[] = [];
  let failed = 0;
  const started = performance.now();
  const one = async (n: number, due: number) => {
    try {
      await act(send, n % clients, n);
      took.push(performance.now() - due);
    } catch {
      failed += 1;
    }
  };
  for (let n = 0; performance.now() - started < seconds * 1_000; ) {
    for (; n < ((performance.now() - started) * perSecond) / 1_000; n++)
      pending.push(one(n, started + (n * 1_000) / perSecond));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(pending);
  close();
  return { took, failed, perSecond: took.length / seconds };
}

/** Percentiles in ms; NaN of nothing. */
export function timesOf(took: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = Float64Array.from(took).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
