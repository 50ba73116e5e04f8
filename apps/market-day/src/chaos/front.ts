import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, STATUS_CODES } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listenOn } from './ports';

/** Milliseconds for which a server that takes connections is looked for, as by the proxy of docker compose. */
const TRY_MS = 5_000;
const AGAIN_MS = 100;

/** In front of several apis and gateways, as a proxy is: each request and each socket goes to the next that is there. */
export class Front {
  readonly #near = new Set<Socket>();
  #turn = 0;

  private constructor(
    private readonly server: Server,
    readonly url: URL,
    /** The ports of the apis, and those of the gateways. */
    readonly apis: number[],
    readonly gateways: number[],
  ) {
    server.on('connection', (socket) => {
      this.#near.add(socket);
      socket.on('close', () => this.#near.delete(socket));
      socket.on('error', () => {});
    });
    server.on('request', (from, to) => {
      this.#pass(from).then(
        (answer) => {
          to.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders));
          answer.on('error', () => to.destroy()).pipe(to);
        },
        () => to.destroyed || to.writeHead(502).end(),
      );
    });
    server.on('upgrade', (from, near: Socket) => {
      this.#dial(this.gateways).then(
        (far) => join(from, near, far),
        () => near.end(`HTTP/1.1 502 ${STATUS_CODES[502]}\r\n\r\n`),
      );
    });
  }

  static async open(): Promise<Front> {
    const server = createServer();
    const port = await listenOn(server);
    return new Front(server, new URL(`http://localhost:${port}`), [], []);
  }

  /** Ends every connection there is. */
  cut(): number {
    const { size } = this.#near;
    for (const socket of this.#near) socket.destroy();
    return size;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  async #pass(from: IncomingMessage): Promise<IncomingMessage> {
    // A browser that may not open a websocket polls its gateway.
    const isPolling = from.url?.startsWith('/socket.io');
    const socket = await this.#dial(isPolling ? this.gateways : this.apis);
    const { method, url: path, headers } = from;
    const passed = request({
      createConnection: () => socket,
      method,
      path,
      headers: {
        ...headers,
        // kept open it would be nobody's, and take the whole program with it when its server is killed
        connection: 'close',
        'x-forwarded-for': from.socket.remoteAddress,
      },
    });
    from.on('close', () => from.complete || passed.destroy()).pipe(passed);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    return answer;
  }

  /** A connection to the next server that takes one; what was not sent yet may go to any. */
  async #dial(ports: readonly number[]): Promise<Socket> {
    const deadline = Date.now() + TRY_MS;
    for (;;) {
      const socket = connect(ports[this.#turn++ % ports.length] ?? 0, '127.0.0.1');
      try {
        await once(socket, 'connect');
        return socket;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        if (this.#turn % ports.length === 0)
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }
}

/** Without what a server says of its connection to the proxy alone. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== 'connection');
}

/** Hands a websocket over, its first request included. */
function join(from: IncomingMessage, near: Socket, far: Socket): void {
  const lines = from.rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${from.rawHeaders[at + 1] ?? ''}`] : [],
  );
  far.write([`${from.method} ${from.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}
