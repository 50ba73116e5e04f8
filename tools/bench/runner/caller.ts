import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The bytes of a request. */
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
/** The body is a problem document from this status on. */
const PROBLEM = 400;
/** Read buffer shared by all connections; one buffer per response would cause much garbage collection. */
const READ_INTO = Buffer.alloc(65_536);

/**
 * One connection with one request at a time. It parses as little as possible of HTTP, so that clients cost little
 * beside a server on the same machine.
 */
export class Caller {
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null =
    null;
  /** Bytes of a response head that is still incomplete. */
  private begun = Buffer.alloc(0);
  private head = '';
  private status = 0;
  private body = '';
  /** Missing bytes of the body; null until the head is complete. */
  private missing: number | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly keepsBodies: boolean,
  ) {
    socket.setNoDelay(true);
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('the server closed the connection')));
  }

  /** `keepsBodies`: also keeps the bodies of successful responses. */
  static async to(port: number, keepsBodies = false): Promise<Caller> {
    const callback = (bytes: number) => {
      caller.take(READ_INTO.subarray(0, bytes));
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: READ_INTO, callback } });
    const caller = new Caller(socket, keepsBodies);
    await once(socket, 'connect');
    return caller;
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
    const body = this.missing === null ? this.readHead(chunk) : chunk;
    if (this.missing === null) return;
    if (this.keepsBodies || this.status >= PROBLEM) this.body += body.toString();
    this.missing -= body.length;
    if (this.missing > 0) return;
    const { waiting, status, head, body: text } = this;
    this.waiting = null;
    this.missing = null;
    this.body = '';
    waiting?.resolve({ status, head, body: text });
  }

  /** Parses the head; returns the bytes of the body in the same chunk. */
  private readHead(chunk: Buffer): Buffer {
    const bytes = this.begun.length > 0 ? Buffer.concat([this.begun, chunk]) : chunk;
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) {
      this.begun = Buffer.from(bytes);
      return bytes;
    }
    this.begun = Buffer.alloc(0);
    this.head = bytes.toString('latin1', 0, end);
    this.status = Number(this.head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(this.head)?.[1];
    if (length === undefined && this.status !== 304 && this.status !== 204)
      this.waiting?.reject(new Error(`an answer without a length: ${this.head}`));
    this.missing = Number(length ?? 0);
    return bytes.subarray(end + HEAD_END.length);
  }
}

export interface Answer {
  readonly status: number;
  readonly head: string;
  /** The body of a problem, or of any response if the caller keeps bodies; otherwise empty. */
  readonly body: string;
}
