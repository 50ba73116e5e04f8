import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import {
  admitPoll,
  allowedOrigins,
  DomainError,
  type PlatformConfig,
  toProblem,
} from '#libs/platform';
import { limitPacketRate } from './socket-limits.js';

/** Maximum bytes of a client's message. */
const MESSAGE_LIMIT = 16 * 1024;
/** Milliseconds within which a connection has to present its ticket. */
const CONNECT_MS = 10_000;
/** The message to a page of another origin. */
const REFUSAL = new DomainError('ORIGIN_NOT_ALLOWED').message;

/**
 * Whether the request is from a page of this host or of another allowed origin; clients that are not browsers send no
 * `Origin`.
 */
function isFromHere({ headers: { origin, host } }: IncomingMessage, allowed: readonly string[]) {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** socket.io for the sockets of this process only: no adapter connects gateways, because each reads the log. */
export class RealtimeIoAdapter extends IoAdapter {
  constructor(
    private readonly app: INestApplication,
    private readonly config: PlatformConfig,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const allowed = allowedOrigins(this.config);
    const server = super.createIOServer(port, {
      ...options,
      path: '/socket.io',
      serveClient: false,
      cors: { origin: allowed, credentials: true },
      // Browsers apply CORS only to polling: a page of any site could open a websocket.
      allowRequest: (request, done) => done(REFUSAL, isFromHere(request, allowed)),
      maxHttpBufferSize: MESSAGE_LIMIT,
      connectTimeout: CONNECT_MS,
    } as ServerOptions) as Server;
    server.engine.on('connection', limitPacketRate);
    server.engine.use(this.limitPolling(this.app.getHttpServer()));
    return server;
  }

  /** Counts polls and their bodies, which bypass Fastify, in the budgets of all other requests. */
  private limitPolling(http: HttpServer) {
    return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
      const refused = request.headers.upgrade ? null : admitPoll(http, request, response);
      if (!refused) next();
      else {
        const problem = toProblem(refused);
        response
          .writeHead(problem.status, {
            'content-type': 'application/problem+json',
            'retry-after': String(refused.details?.retryAfter),
            connection: 'close',
          })
          .end(JSON.stringify(problem));
      }
    };
  }

  /** Closes the connections too, because Nest does not close a server that shares its HTTP server. */
  override async close(server: Server): Promise<void> {
    server.engine.close();
    await super.close(server);
  }
}
