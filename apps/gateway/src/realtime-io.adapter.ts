import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { Server, ServerOptions } from 'socket.io';
import { allowedOrigins, type PlatformConfig } from '#libs/platform';

/** Bytes of one client message. */
const MESSAGE_LIMIT = 16 * 1024;
/** Milliseconds for which a lost connection can be picked up without missing an event. */
const RECOVERY_MS = 2 * 60_000;
/** Events kept for recovery over all gateways. */
const STREAM_LENGTH = 20_000;

/** socket.io across any number of gateways, with missed events replayed after a short loss. */
export class RealtimeIoAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly redis: Redis,
    private readonly config: PlatformConfig,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    return super.createIOServer(port, {
      ...options,
      path: '/socket.io',
      serveClient: false,
      adapter: createAdapter(this.redis, { maxLen: STREAM_LENGTH, onlyPlaintext: true }),
      cors: { origin: allowedOrigins(this.config), credentials: true },
      maxHttpBufferSize: MESSAGE_LIMIT,
      // A ticket is asked for on every connection: whoever was suspended meanwhile must not slip back in.
      connectionStateRecovery: { maxDisconnectionDuration: RECOVERY_MS, skipMiddlewares: false },
    } as ServerOptions);
  }

  /**
   * Nest leaves a server open that shares its HTTP server: end its connections, which stores their sessions
   * for recovery on another gateway, and the adapter's reading of the stream.
   */
  override async close(server: Server): Promise<void> {
    server.engine.close();
    await server.of('/').adapter.close();
    await super.close(server);
  }
}
