import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { NO_SERVICE_WORKER, SERVICE_WORKER } from '../apps/api/src/service-worker.js';

/** The names of built scripts and styles. */
const BUILT_NAME = /\b[0-9a-f]{12}\.(?:js|css)\b/g;
const NEW = 'new-';

/**
 * The tests' server behind a proxy, which can become one with another build: every built file has another name then, and
 * the files of the build before are gone. It can also become a server that has switched its service worker off.
 */
export class ChangingServer {
  private isUpgraded = false;
  private hasWorker = true;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
  ) {
    server.on('request', (req, res) => this.answer(req, res));
    server.on('upgrade', (req, socket: Socket, head) => this.tunnel(req, socket, head));
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  static async start(target: string): Promise<ChangingServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ChangingServer(new URL(target), server);
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Serves another build; all connections end, as with a server that is replaced. */
  upgrade(): void {
    this.isUpgraded = true;
    this.dropAll();
  }

  switchWorkerOff(): void {
    this.hasWorker = false;
  }

  async stop(): Promise<void> {
    this.dropAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private dropAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private send({ method, headers }: IncomingMessage, path: string): ClientRequest {
    const { hostname, port } = this.target;
    const plain = { ...headers, 'accept-encoding': 'identity' };
    return request({ hostname, port, method, path, headers: plain });
  }

  private answer(req: IncomingMessage, res: ServerResponse): void {
    const url = req.url ?? '/';
    if (url === SERVICE_WORKER && !this.hasWorker)
      return void res
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        .end(NO_SERVICE_WORKER);
    const isAsset = url.startsWith('/assets/') && /\.(js|css)$/.test(url);
    if (this.isUpgraded && isAsset && !url.startsWith(`/assets/${NEW}`))
      return void res.writeHead(404, { 'content-type': 'text/html' }).end('gone');
    const asked = this.send(req, url.replace(`/assets/${NEW}`, '/assets/'));
    asked.on('error', () => res.destroy());
    asked.on('response', (answered) => void this.pass(url, answered, res));
    req.pipe(asked);
  }

  private async pass(url: string, answered: IncomingMessage, res: ServerResponse): Promise<void> {
    const { statusCode = 502, headers } = answered;
    const isText = /html|javascript|css/.test(headers['content-type'] ?? '');
    const isSettings = url === '/api/v1/settings/public';
    if (!isText && !isSettings) {
      res.writeHead(statusCode, headers);
      return void answered.pipe(res);
    }
    let body = await text(answered);
    if (this.isUpgraded && isText) body = body.replace(BUILT_NAME, (name) => NEW + name);
    // rendered pages have the settings, too
    if (!this.hasWorker) body = body.replace('"serviceWorker":true', '"serviceWorker":false');
    const { 'content-length': _, etag: __, ...others } = headers;
    res.writeHead(statusCode, others).end(body);
  }

  private tunnel(req: IncomingMessage, socket: Socket, head: Buffer): void {
    const asked = this.send(req, req.url ?? '/');
    asked.on('error', () => socket.destroy());
    asked.on('response', () => socket.destroy());
    asked.on('upgrade', ({ rawHeaders }, other, first) => {
      const lines = ['HTTP/1.1 101 Switching Protocols'];
      for (let at = 0; at < rawHeaders.length; at += 2)
        lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      if (first.length > 0) socket.write(first);
      if (head.length > 0) other.write(head);
      for (const [from, to] of [
        [socket, other],
        [other, socket],
      ] as const) {
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.pipe(to);
      }
    });
    asked.end();
  }
}
