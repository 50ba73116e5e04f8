import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import { allowedOrigins, type PlatformConfig } from '#libs/platform';
import { cutWhenFlooding } from './flooding-sockets.js';

/** Bytes of one client message. */
const MESSAGE_LIMIT = 16 * 1024;
/** Milliseconds in which a connection has to show its ticket. */
const CONNECT_MS = 10_000;

/** socket.io for the sockets of this process; what happens reaches it, as every other gateway, by the event stream. */
export class RealtimeIoAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly config: PlatformConfig,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server = super.createIOServer(port, {
      ...options,
      path: '/socket.io',
      serveClient: false,
      cors: { origin: allowedOrigins(this.config), credentials: true },
      maxHttpBufferSize: MESSAGE_LIMIT,
      connectTimeout: CONNECT_MS,
    } as ServerOptions) as Server;
    server.engine.on('connection', cutWhenFlooding);
    return server;
  }

  /** Nest leaves a server open that shares its HTTP server: end its connections. */
  override async close(server: Server): Promise<void> {
    server.engine.close();
    await super.close(server);
  }
}
