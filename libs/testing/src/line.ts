import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that a test can cut, freeze, mute and point to another server. */
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

  /** Keeps the client's connections open, but sends nothing more: as when a laptop sleeps and the server gives up. */
  freeze(): void {
    for (const [near, far] of this.ends) {
      far.unpipe(near);
      near.unpipe(far);
      far.removeAllListeners('close');
      far.destroy();
    }
  }

  /** Accepts every connection and sends nothing, like a server that hangs. */
  mute(): void {
    this.freeze();
    this.isMute = true;
  }

  /** Sends new connections to this port. */
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
      // Read, so that its end is noticed; stored, so that `cut` ends it.
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

/** Ports outside the ephemeral range, whose ports the system could assign before a server listens on them. */
const PORTS = { first: 20_000, count: 12_000 };

/** A free port; random, because several test files ask at the same time. */
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
