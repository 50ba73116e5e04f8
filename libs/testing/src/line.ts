import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that a test can cut, freeze and point to another server. */
export class Line {
  private readonly ends = new Map<Socket, Socket>();
  private target: number | null;
  private isMute = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    target: number,
  ) {
    this.target = target;
    server.on('connection', (near) => this.join(near));
  }

  /** Opens a proxy to a port of this machine. */
  static async to(target: number): Promise<Line> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new Line(server, address.port, target);
  }

  /** Ends all connections and accepts no more. */
  cut(): void {
    this.target = null;
    for (const [near, far] of this.ends) {
      near.destroy();
      far.destroy();
    }
  }

  /** The client's connections stay open and receive nothing more: as when a laptop sleeps and the server gives up. */
  freeze(): void {
    for (const [near, far] of this.ends) {
      far.unpipe(near);
      near.unpipe(far);
      far.removeAllListeners('close');
      far.destroy();
    }
  }

  /** Accepts every connection and sends nothing: as a server that hangs. */
  mute(): void {
    this.freeze();
    this.isMute = true;
  }

  /** New connections go to this port from now on. */
  lead(target: number): void {
    this.target = target;
    this.isMute = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(near: Socket): void {
    near.on('error', () => {});
    if (this.isMute) {
      // read, or its end would not be noticed; and kept, so that `cut` ends it
      near.resume();
      this.ends.set(near, near);
      near.on('close', () => this.ends.delete(near));
      return;
    }
    if (this.target === null) {
      near.destroy();
      return;
    }
    const far = connect(this.target, '127.0.0.1');
    far.on('error', () => {});
    this.ends.set(near, far);
    near.on('close', () => {
      this.ends.delete(near);
      far.destroy();
    });
    far.on('close', () => near.destroy());
    near.pipe(far);
    far.pipe(near);
  }
}

/** Ports that no system gives to connections by itself: one of those could be taken until a server listens on it. */
const PORTS = { first: 20_000, count: 12_000 };

/** A port that nobody listens on. Random, because several test files ask at the same time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
