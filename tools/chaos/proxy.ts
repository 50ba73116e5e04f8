import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, STATUS_CODES } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listenOn } from './ports';

/** Time in ms to find a server that accepts a connection, as in deploy/Caddyfile. */
const DIAL_MS = 5_000;
const RETRY_MS = 100;

/** A reverse proxy: forwards each request and socket to the next api or gateway that accepts it. */
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
    // a browser without a websocket polls the gateway over HTTP
    const isPolling = from.url?.startsWith('/socket.io');
    const socket = await this.#dial(isPolling ? this.gateways : this.apis);
    const { method, url: path, headers } = from;
    const passed = request({
      createConnection: () => socket,
      method,
      path,
      headers: {
        ...headers,
        // a kept-alive connection would have no error listener when its server is killed
        connection: 'close',
        'x-forwarded-for': from.socket.remoteAddress,
      },
    });
    from.on('close', () => from.complete || passed.destroy()).pipe(passed);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    return answer;
  }

  /** Connects to the next server that accepts. Any server will do, because nothing has been sent yet. */
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

/** Removes the `connection` header, which concerns only the connection to the proxy. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== 'connection');
}

/** Sends the upgrade request of a websocket to the server, and connects both sockets. */
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
