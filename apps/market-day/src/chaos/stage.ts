import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Child, type Recipe } from './child';
import { Front } from './front';
import { COLLECTS } from './memory';
import type { Cast } from './plan';
import { freePorts, takesConnections } from './ports';
import { PostBox } from './post-box';
import { RedisFile } from './redis-file';

const main = (path: string) => fileURLToPath(new URL(`../${path}/src/main.js`, import.meta.url));

/** The shop as in production, of several processes on one machine: engines, apis, gateways, workers, a proxy, a mail server. */
export class Stage {
  readonly #children = new Map<string, Child>();
  readonly crashes = () => [...this.#children.values()].flatMap(({ crashes }) => crashes);

  private constructor(
    private readonly dir: string,
    readonly front: Front,
    readonly postBox: PostBox,
    readonly redisFile: RedisFile,
    readonly mongodbUri: string,
    /** What its processes tell their figures for. */
    readonly metricsToken: string,
  ) {}

  /** Opens it, with the demo in it; `collects` where its processes have to collect their garbage when told to. */
  static async open(cast: Cast, collects = false): Promise<Stage> {
    const dir = await mkdtemp(join(tmpdir(), 'farmgate-chaos-'));
    for (const folder of ['mongo', 'redis']) await mkdir(join(dir, folder));
    const [front, postBox] = await Promise.all([Front.open(), PostBox.open()]);
    const [mongoPort = 0, redisPort = 0, opener = 0, ...ports] = await freePorts(
      3 + cast.api + cast.gateway + cast.worker,
    );
    const mongodbUri = `mongodb://127.0.0.1:${mongoPort}/farmgate?directConnection=true`;
    const redisFile = new RedisFile(join(dir, 'redis'));
    const secret = () => randomBytes(32).toString('base64url');
    const metricsToken = secret();
    const stage = new Stage(dir, front, postBox, redisFile, mongodbUri, metricsToken);
    const how = collects ? COLLECTS : [];
    const env = {
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PUBLIC_URL: front.url.origin,
      MONGODB_URI: mongodbUri,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      AUTH_SECRET: secret(),
      TICKET_SECRET: secret(),
      SMTP_URL: `smtp://127.0.0.1:${postBox.port}`,
      PICTURES_DIR: join(dir, 'pictures'),
      METRICS_TOKEN: metricsToken,
    };
    try {
      await Promise.all([
        stage.#start(mongo(join(dir, 'mongo'), mongoPort, how)),
        stage.#start(redis(join(dir, 'redis'), redisPort)),
      ]);
      redisFile.watch();
      await stage.#setUp({ ...env, DATA_DIR: dir, DEMO: 'true' }, opener);
      const roles = (['api', 'gateway', 'worker'] as const).flatMap((role) =>
        Array.from({ length: cast[role] }, (_, n) => ({ role, name: `${role} ${n + 1}` })),
      );
      await Promise.all(
        roles.map(({ role, name }, at) => {
          const port = ports[at] ?? 0;
          if (role === 'api') front.apis.push(port);
          if (role === 'gateway') front.gateways.push(port);
          return stage.#start(app(name, role, port, env, how));
        }),
      );
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  /** The process of that name; throws where there is none. */
  get(name: string): Child {
    const child = this.#children.get(name);
    if (!child) throw new Error(`nobody is called ${name}`);
    return child;
  }

  get children(): Child[] {
    return [...this.#children.values()];
  }

  async close(): Promise<void> {
    this.redisFile.forget();
    await Promise.all(this.children.map((child) => child.end('SIGKILL')));
    this.postBox.close();
    await this.front.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** For the moment in which this process itself ends. */
  abandon(): void {
    for (const child of this.children) child.abandon();
  }

  /** The demo is written by the shop in one process, which then closes. */
  async #setUp(env: Record<string, string>, port: number): Promise<void> {
    const opener = app('opener', 'standalone', port, env);
    const child = await this.#start(opener);
    await child.end('SIGTERM');
    this.#children.delete('opener');
  }

  async #start(recipe: Recipe): Promise<Child> {
    const child = new Child(recipe);
    this.#children.set(recipe.name, child);
    await child.start();
    return child;
  }
}

function mongo(dir: string, port: number, how: readonly string[]): Recipe {
  const program = fileURLToPath(new URL('../libs/embedded-mongo/src/main.js', import.meta.url));
  return {
    name: 'mongo',
    command: process.execPath,
    args: [...how, program, '--dir', dir, '--port', `${port}`],
    env: {},
    isUp: () => takesConnections(port),
  };
}

/** As `npm start` and docker compose run it: what it acknowledged is on the disk a second later. */
function redis(dir: string, port: number): Recipe {
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
  return {
    name: 'redis',
    command: 'redis-server',
    args: [...place, ...durable, '--maxmemory-policy', 'noeviction'],
    env: {},
    isUp: () => takesConnections(port),
  };
}

function app(
  name: string,
  what: string,
  port: number,
  env: Record<string, string>,
  how: readonly string[] = [],
): Recipe {
  const ready = new URL(`http://127.0.0.1:${port}/api/v1/health/ready`);
  return {
    name,
    command: process.execPath,
    args: [...how, main(`apps/${what}`)],
    env: { ...env, PORT: `${port}` },
    metrics: new URL('/metrics', ready),
    isUp: async () => (await fetch(ready)).ok,
  };
}
