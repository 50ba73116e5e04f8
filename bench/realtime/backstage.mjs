/** Engines, a worker and gateways as processes of their own, for what is measured of the live side. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { io } from 'socket.io-client';
import { startMongo, startRedis } from '../../dist/apps/standalone/src/engines.js';

const SECRET = 'a secret for benches only, 32 or more';
const START_MS = 60_000;

export class Backstage {
  #children = [];

  static async open() {
    const self = new Backstage();
    self.dir = await mkdtemp(join(tmpdir(), 'farmgate-bench-'));
    self.engines = await Promise.all([startMongo(self.dir), startRedis(self.dir)]);
    [self.mongo, self.redis] = self.engines.map(({ url }) => url);
    return self;
  }

  /** A process of the build; answers its port and its id. */
  async start(what, ...flags) {
    const port = await freePort();
    const child = this.#spawn([...flags, `dist/apps/${what}/src/main.js`], {
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      MONGODB_URI: this.mongo,
      REDIS_URL: this.redis,
      TICKET_SECRET: SECRET,
      AUTH_SECRET: SECRET,
    });
    const deadline = Date.now() + START_MS;
    for (;;) {
      const ready = await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`).catch(() => null);
      if (ready?.ok) return { port, pid: child.pid };
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`no ${what}`);
      await later(100);
    }
  }

  /** A program of the bench's own, which says its port when it is ready. */
  async program(file, ...args) {
    const child = this.#spawn([file, ...args], { REDIS_URL: this.redis }, 'pipe');
    const [said] = await once(child.stdout, 'data');
    return { port: Number(said), pid: child.pid };
  }

  #spawn(args, env, stdout = 'ignore') {
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
      stdio: ['ignore', stdout, 'inherit'],
    });
    this.#children.push(child);
    return child;
  }

  async close() {
    for (const child of this.#children) {
      if (child.exitCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exit;
      clearTimeout(killer);
    }
    await Promise.all(this.engines.map((engine) => engine.stop(2_000)));
    await rm(this.dir, { recursive: true, force: true });
  }
}

/** The pass of a socket, as the api signs it. */
export function ticket(claims = { userId: null, role: null, farmId: null }) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('farmgate')
    .setAudience('realtime')
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(new TextEncoder().encode(SECRET));
}

/** So many sockets that are connected, fifty at a time. */
export async function connect(count, port, options) {
  const sockets = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(50, count - sockets.length) }, () =>
      io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true, ...options }),
    );
    await Promise.all(
      some.map(
        (socket) =>
          new Promise((resolve, reject) => {
            socket.on('connect', resolve);
            socket.on('connect_error', reject);
          }),
      ),
    );
    sockets.push(...some);
  }
  return sockets;
}

/** Kilobytes that a process has in memory, and of it what its garbage does not hold for long. */
export async function residentKb(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

export function line(name, took) {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => at(share)?.toFixed(1));
  console.log(`${name.padEnd(44)} p50 ${p50} ms  p95 ${p95} ms  p99 ${p99} ms  (${sorted.length})`);
  return at(0.95);
}

export const load = () => loadavg()[0].toFixed(1);
export const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
