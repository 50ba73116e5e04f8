import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, STATUS_CODES } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listenOn } from './ports';

/** Milliseconds for which a server that accepts connections is looked for, as in deploy/Caddyfile. */
const DIAL_MS = 5_000;
const RETRY_MS = 100;

/** A reverse proxy: each request and each socket goes to the next api or gateway that accepts it. */
export class ReverseProxy {
  readonly #clients = new Set<Socket>();
  #turn = 0;

  private constructor(
    private readonly server: Server,
    readonly url: URL,
    /** Ports. */
    readonly apis: number[],
    readonly gateways: number[],
  ) {
    server.on('connection', (socket) => {
      this.#clients.add(socket);
      socket.on('close', () => this.#clients.delete(socket));
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
    server.on('upgrade', (from, client: Socket) => {
      this.#dial(this.gateways).then(
        (server) => join(from, client, server),
        () => client.end(`HTTP/1.1 502 ${STATUS_CODES[502]}\r\n\r\n`),
      );
    });
  }

  static async open(): Promise<ReverseProxy> {
    const server = createServer();
    const port = await listenOn(server);
    return new ReverseProxy(server, new URL(`http://localhost:${port}`), [], []);
  }

  /** Ends every connection. */
  cut(): number {
    const { size } = this.#clients;
    for (const socket of this.#clients) socket.destroy();
    return size;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  async #pass(from: IncomingMessage): Promise<IncomingMessage> {
    // a browser that cannot open a websocket polls its gateway
    const isPolling = from.url?.startsWith('/socket.io');
    const socket = await this.#dial(isPolling ? this.gateways : this.apis);
    const { method, url: path, headers } = from;
    const passed = request({
      createConnection: () => socket,
      method,
      path,
      headers: {
        ...headers,
        // a connection kept open would have no error listener when its server is killed
        connection: 'close',
        'x-forwarded-for': from.socket.remoteAddress,
      },
    });
    from.on('close', () => from.complete || passed.destroy()).pipe(passed);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    return answer;
  }

  /** Connects to the next server that accepts; nothing has been sent yet, so any of them will do. */
  async #dial(ports: readonly number[]): Promise<Socket> {
    const deadline = Date.now() + DIAL_MS;
    for (;;) {
      const socket = connect(ports[this.#turn++ % ports.length] ?? 0, '127.0.0.1');
      try {
        await once(socket, 'connect');
        return socket;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        if (this.#turn % ports.length === 0)
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

/** Drops the headers that concern the connection to the proxy only. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== 'connection');
}

/** Joins both ends of a websocket, with its upgrade request. */
function join(from: IncomingMessage, client: Socket, server: Socket): void {
  const lines = from.rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${from.rawHeaders[at + 1] ?? ''}`] : [],
  );
  server.write([`${from.method} ${from.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}
