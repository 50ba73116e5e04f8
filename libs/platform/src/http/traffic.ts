import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Milliseconds without a request after which open connections count as idle. */
const IDLE_MS = 500;
const POLL_MS = 20;
/** Event loop turns without a new connection after which the accept queue counts as empty. */
const TURNS = 5;

/** Requests in flight per connection: browsers and proxies send one after the other. */
export const PIPELINED_MAX = 16;

const known = new WeakMap<Server, Traffic>();

/** The requests in flight of a server; call it before the server gets its request listener. */
export function trafficOf(server: Server): Traffic {
  const traffic = known.get(server) ?? new Traffic(server);
  known.set(server, traffic);
  return traffic;
}

/** The requests in flight of a server, and its graceful shutdown. */
export class Traffic {
  /** Per connection, in order of arrival: the responses, each with the callbacks for its end. */
  private readonly inFlight = new Map<Socket, Map<ServerResponse, (() => void)[]>>();
  private readonly held = new WeakSet<ServerResponse>();
  private count = 0;
  private draining = false;
  private accepted = 0;

  constructor(private readonly server: Server) {
    server.on('request', (request, response) => this.enter(request, response));
    server.on('connection', (socket: Socket) => {
      this.accepted += 1;
      socket.on('close', () => this.drop(socket));
    });
  }

  /** How many requests are in flight, including the caller's own. */
  get size(): number {
    return this.count;
  }

  /** The connections with requests in flight. */
  connectionsInUse(): Iterable<Socket> {
    return this.inFlight.keys();
  }

  /**
   * How many requests the connection has in flight above its limit. The first excess request is refused and ends the
   * connection; later ones are not answered.
   */
  excess({ socket }: IncomingMessage): number {
    return Math.max(0, (this.inFlight.get(socket)?.size ?? 0) - PIPELINED_MAX);
  }

  /** Whether the request came on a connection, and was not made by this process itself. */
  has(response: ServerResponse, { socket }: IncomingMessage): boolean {
    return this.inFlight.get(socket)?.has(response) ?? false;
  }

  /** Calls `callback` once the response has been read or its connection is gone. */
  whenOver(response: ServerResponse, { socket }: IncomingMessage, callback: () => void): void {
    this.inFlight.get(socket)?.get(response)?.push(callback);
  }

  /** Whether the server is about to close: load balancers should send no more requests here. */
  get isDraining(): boolean {
    return this.draining;
  }

  /**
   * Graceful shutdown: for `graceMs` the server still answers everything, closes each connection after its response,
   * and fails the readiness probe. Then it accepts no more connections, and requests in flight have `answersMs` to
   * finish. Only a connection that is idle for the whole time may be cut.
   */
  async drain(graceMs: number, answersMs: number): Promise<void> {
    this.draining = true;
    for (const responses of this.inFlight.values())
      for (const response of responses.keys())
        if (!response.headersSent) response.shouldKeepAlive = false;
    await setTimeout(graceMs);
    await this.acceptQueueIsEmpty();
    // net.Server's close, because http.Server's also ends idle connections on which a request may be arriving.
    NetServer.prototype.close.call(this.server);
    const deadline = Date.now() + answersMs;
    let idleSince = Date.now();
    while (Date.now() < deadline && (await this.connections()) > 0) {
      if (this.count > 0) idleSince = Date.now();
      else if (Date.now() - idleSince > IDLE_MS) return;
      await setTimeout(POLL_MS);
    }
  }

  /** Registers a request that another handler answers and that may wait for long: a shutdown does not wait for it. */
  hold(request: IncomingMessage, response: ServerResponse): void {
    this.held.add(response);
    this.enter(request, response);
  }

  private enter(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const responses = this.inFlight.get(socket) ?? new Map<ServerResponse, (() => void)[]>();
    this.inFlight.set(socket, responses.set(response, []));
    if (!this.held.has(response)) this.count++;
    if (this.draining || this.excess(request) > 0) response.shouldKeepAlive = false;
    response.on('close', () => this.exit(socket, response));
  }

  /** A pipelined response that waits for its turn gets no 'close' event of its own when the socket is cut. */
  private drop(socket: Socket): void {
    for (const response of this.inFlight.get(socket)?.keys() ?? []) this.exit(socket, response);
  }

  private exit(socket: Socket, response: ServerResponse): void {
    const responses = this.inFlight.get(socket);
    const callbacks = responses?.get(response);
    if (!responses?.delete(response)) return;
    if (responses.size === 0) this.inFlight.delete(socket);
    if (!this.held.has(response)) this.count--;
    for (const callback of callbacks ?? []) callback();
  }

  /**
   * Connections are accepted one by one, and closing the port would cut those still queued. Resolves right after the
   * last one was accepted, or after a deadline if they keep coming.
   */
  private async acceptQueueIsEmpty(): Promise<void> {
    const deadline = Date.now() + IDLE_MS;
    for (let before = -1; before !== this.accepted && Date.now() < deadline; ) {
      before = this.accepted;
      for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    }
  }

  private connections(): Promise<number> {
    return new Promise((resolve) => {
      this.server.getConnections((error, count) => resolve(error ? 0 : count));
    });
  }
}
