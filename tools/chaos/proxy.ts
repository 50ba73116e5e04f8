import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOn } from '../market-day/ports';

/** Time in ms to find a server that accepts a connection, as in deploy/Caddyfile. */
const DIAL_MS = 5_000;
const RETRY_MS = 100;

/** Passes each connection to the next api that accepts it, or to a gateway if its first request is socket.io's. */
export class ReverseProxy {
  /** Ports. */
  readonly apis: number[] = [];
  readonly gateways: number[] = [];
  readonly #clients = new Set<Socket>();
  #turn = 0;

  private constructor(
    private readonly server: Server,
    readonly url: URL,
  ) {
    server.on('connection', (client) => {
      this.#clients.add(client);
      client.on('close', () => this.#clients.delete(client)).on('error', () => {});
      client.once('data', (head) => {
        client.pause();
        const ports = /^\w+ \/socket\.io/.test(head.toString()) ? this.gateways : this.apis;
        this.#dial(ports).then(
          (upstream) => {
            upstream.write(head);
            join(client, upstream);
          },
          () => client.destroy(),
        );
      });
    });
  }

  static async open(): Promise<ReverseProxy> {
    const server = createServer();
    return new ReverseProxy(server, new URL(`http://localhost:${await listenOn(server)}`));
  }

  /** Ends every connection. */
  cut(): void {
    for (const socket of this.#clients) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
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
        if (this.#turn % ports.length === 0) await sleep(RETRY_MS);
      }
    }
  }
}

/** Connects both sockets; if one ends, so does the other. */
function join(client: Socket, upstream: Socket): void {
  client.on('close', () => upstream.destroy()).pipe(upstream);
  upstream.on('error', () => client.destroy());
  upstream.on('close', () => client.destroy()).pipe(client);
}
