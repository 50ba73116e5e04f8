import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { freePorts, takesConnections } from '../market-day/ports';
import { MailServer } from './mail-server';
import { ManagedProcess, type ProcessSpec } from './managed-process';
import { namesOf, roles } from './plan';
import { ReverseProxy } from './proxy';
import { RedisFiles } from './redis-files';
import { StripeProcess } from './stripe-process';

/** Time limit in ms for a PING. */
const PING_MS = 1_000;

/** As the Dockerfile sets them. */
const NODE_ARGS = ['--enable-source-maps', '--max-old-space-size=1024'];
const main = (what: string) => fileURLToPath(new URL(`../../server/${what}.js`, import.meta.url));

/**
 * The production topology on one machine: engines, apis, gateways, workers, a proxy, a mail server and a card provider
 * as processes.
 */
export class Cluster {
  readonly #processes = new Map<string, ManagedProcess>();

  private constructor(
    private readonly dir: string,
    readonly proxy: ReverseProxy,
    readonly mailServer: MailServer,
    readonly redisFiles: RedisFiles,
    readonly stripe: StripeProcess,
    readonly mongodbUri: string,
    private readonly redis: Redis,
  ) {}

  /** Starts everything with the demo data. The seed decides which requests to the card provider fail. */
  static async open(seed: number): Promise<Cluster> {
    const dir = await mkdtemp(join(tmpdir(), 'farmgate-chaos-'));
    for (const folder of ['mongo', 'redis']) await mkdir(join(dir, folder));
    const [proxy, mailServer] = await Promise.all([ReverseProxy.open(), MailServer.open()]);
    const [mongoPort = 0, redisPort = 0, seedPort = 0, stripePort = 0, ...ports] = await freePorts(
      4 + roles.flatMap(namesOf).length,
    );
    const mongodbUri = `mongodb://127.0.0.1:${mongoPort}/farmgate?directConnection=true`;
    const redisFiles = new RedisFiles(join(dir, 'redis'));
    const secret = () => randomBytes(32).toString('base64url');
    const client = new Redis(redisPort, { lazyConnect: true, maxRetriesPerRequest: null });
    client.on('error', () => {});
    const stripe = new StripeProcess({ dir, port: stripePort, seed, shop: proxy.url });
    const cluster = new Cluster(dir, proxy, mailServer, redisFiles, stripe, mongodbUri, client);
    const env = {
      // Without limits by address: all people are at one.
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PUBLIC_URL: proxy.url.origin,
      TRUSTED_PROXIES: '1',
      MONGODB_URI: mongodbUri,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      AUTH_SECRET: secret(),
      TICKET_SECRET: secret(),
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      PICTURES_DIR: join(dir, 'pictures'),
      ...stripe.settings,
    };
    try {
      await Promise.all([
        cluster.#start(mongo(join(dir, 'mongo'), mongoPort)),
        cluster.#start(redis(join(dir, 'redis'), redisPort)),
        cluster.#start(stripe.spec),
      ]);
      await cluster.#seed({ ...env, DATA_DIR: dir, DEMO: 'true' }, seedPort);
      await Promise.all(
        roles.flatMap((role) =>
          namesOf(role).map((name) => {
            const port = ports.pop() ?? 0;
            if (role === 'api') proxy.apis.push(port);
            if (role === 'gateway') proxy.gateways.push(port);
            return cluster.#start(app(name, role, port, env));
          }),
        ),
      );
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  /** Throws if no process has that name. */
  get(name: string): ManagedProcess {
    const found = this.#processes.get(name);
    if (!found) throw new Error(`no process is called ${name}`);
    return found;
  }

  get processes(): ManagedProcess[] {
    return [...this.#processes.values()];
  }

  /** Flushes Redis, once it answers: another fault may have ended or paused it. */
  async flushRedis(): Promise<void> {
    await this.redis.flushall();
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await Promise.all(this.processes.map((one) => one.end('SIGKILL')));
    this.mailServer.close();
    await this.proxy.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Lets the standalone app write the demo data, and ends it. */
  async #seed(env: Record<string, string>, port: number): Promise<void> {
    const seeder = await this.#start(app('seeder', 'standalone', port, env));
    await seeder.end('SIGTERM');
    this.#processes.delete(seeder.name);
  }

  async #start(spec: ProcessSpec): Promise<ManagedProcess> {
    const managed = new ManagedProcess(spec);
    this.#processes.set(spec.name, managed);
    await managed.start();
    return managed;
  }
}

function mongo(dir: string, port: number): ProcessSpec {
  const program = fileURLToPath(new URL('../../libs/embedded-mongo/src/main.js', import.meta.url));
  return {
    name: 'mongo',
    command: process.execPath,
    args: [...NODE_ARGS, program, '--dir', dir, '--port', `${port}`],
    env: {},
    isUp: () => takesConnections(port),
  };
}

/** As in `npm start` and docker compose: acknowledged writes are on disk after at most a second. */
function redis(dir: string, port: number): ProcessSpec {
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
  return {
    name: 'redis',
    command: 'redis-server',
    args: [...place, ...durable, '--maxmemory-policy', 'noeviction'],
    env: {},
    isUp: () => answersPing(port),
  };
}

/** Redis accepts connections while it is still loading its file. */
async function answersPing(port: number): Promise<boolean> {
  const redis = new Redis(port, {
    lazyConnect: true,
    commandTimeout: PING_MS,
    retryStrategy: null,
  });
  redis.on('error', () => {});
  try {
    return (await redis.ping()) === 'PONG';
  } finally {
    redis.disconnect();
  }
}

function app(name: string, what: string, port: number, env: Record<string, string>): ProcessSpec {
  const ready = new URL(`http://127.0.0.1:${port}/api/v1/health/ready`);
  return {
    name,
    command: process.execPath,
    args: [...NODE_ARGS, main(what)],
    env: { ...env, PORT: `${port}` },
    port,
    isUp: async () => (await fetch(ready)).ok,
  };
}
