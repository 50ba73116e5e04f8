import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request as it goes over the line. */
export function request(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body
      ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
      : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * One connection that asks one thing after the other. It reads of HTTP only what it must, so that asking costs
 * little beside answering on a machine that does both.
 */
export class Caller {
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null =
    null;
  private got: Buffer[] = [];
  private size = 0;
  /** Bytes of the whole answer; unknown until its head is there. */
  private whole: number | null = null;
  private status = 0;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('the server hung up')));
  }

  static async to(port: number): Promise<Caller> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Caller(socket);
  }

  ask(bytes: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(bytes);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.got.push(chunk);
    this.size += chunk.length;
    if (this.whole === null) this.readHead();
    if (this.whole === null || this.size < this.whole) return;
    const answer = { status: this.status, bytes: Buffer.concat(this.got) };
    const { waiting } = this;
    this.waiting = null;
    this.got = [];
    this.size = 0;
    this.whole = null;
    waiting?.resolve(answer);
  }

  private readHead(): void {
    const all = this.got.length === 1 && this.got[0] ? this.got[0] : Buffer.concat(this.got);
    const end = all.indexOf(HEAD_END);
    if (end < 0) return;
    const head = all.subarray(0, end).toString('latin1');
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined && this.status !== 304 && this.status !== 204)
      this.waiting?.reject(new Error(`an answer without a length: ${head}`));
    this.whole = end + HEAD_END.length + Number(length ?? 0);
  }
}

export interface Answer {
  readonly status: number;
  /** Head and body. */
  readonly bytes: Buffer;
}

/** The body of an answer. */
export const bodyOf = ({ bytes }: Answer) => bytes.subarray(bytes.indexOf(HEAD_END) + 4).toString();
