import { type ChildProcess, spawn, execFile as start } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Engine, startMongo, startRedis } from '../../../apps/standalone/src/engines.js';
import { type Program, type Running, usedBy } from './programs.js';

const execFile = promisify(start);

export const SECRET = 'a secret for benches only, 32 or more';
/** As the Dockerfile sets them. */
const PRODUCTION_OPTIONS = '--enable-source-maps --max-old-space-size=1024';
const START_MS = 120_000;
/** Time limit in ms for flushing a large database to the disk. */
const FLUSH_MS = 120_000;
/** Whether a write waits for the disk. */
type Durability = 'commit' | 'none';
const EXIT_WITH_PARENT = ['--import', './dist/tools/bench/runner/exit-with-parent.js'];
/** Node flags for a process whose memory is measured. */
export const COLLECTS = ['--expose-gc', '--import', './dist/tools/bench/live/collect.js'];

/** Engines on a scratch directory, and the processes that are measured. */
export class Stage {
  private readonly children: ChildProcess[] = [];

  private constructor(
    private readonly dir: string,
    private database: Database,
    private readonly queues: Engine,
    readonly redis: Program & { readonly url: string },
  ) {}

  static async open(): Promise<Stage> {
    const dir = await mkdtemp(join(tmpdir(), 'farmgate-bench-'));
    const [database, queues] = await Promise.all([databaseIn(dir, 'commit'), startRedis(dir)]);
    const pid = await pidOf(`redis-server ${new URL(queues.url).host}`);
    return new Stage(dir, database, queues, { name: 'redis', pid, port: 0, url: queues.url });
  }

  get mongo(): Program & { readonly url: string } {
    return this.database.program;
  }

  /** Fills the database without syncing writes; measured writes sync again. */
  async filled<Filled>(fill: () => Promise<Filled>): Promise<Filled> {
    await this.reopen('none');
    const filled = await fill();
    await this.reopen('commit');
    // Otherwise the system writes gigabytes during the measurements. The error without a `sync` command is ignored.
    await execFile('sync').catch(() => {});
    return filled;
  }

  private async reopen(durability: Durability): Promise<void> {
    await this.database.engine.stop(FLUSH_MS);
    this.database = await databaseIn(this.dir, durability);
  }

  /** Starts a process of the build; resolves when it is ready. Rate limits are off: one address plays many users. */
  async process(
    name: 'api' | 'gateway' | 'worker' | 'standalone',
    { flags = [], port: wanted, mongo }: ProcessOptions = {},
  ): Promise<Running & { ms: number }> {
    const started = performance.now();
    const port = wanted ?? (await freePort());
    const file = `dist/server/${name}.js`;
    const child = this.spawn([...flags, file], {
      PORT: String(port),
      ...(mongo && { MONGODB_URI: mongo }),
    });
    const ready = `http://127.0.0.1:${port}/api/v1/health/ready`;
    for (;;) {
      const answer = await fetch(ready).catch(() => null);
      if (answer?.ok)
        return { name, pid: child.pid ?? 0, port, child, ms: performance.now() - started };
      if (performance.now() - started > START_MS || child.exitCode !== null)
        throw new Error(`the ${name} did not start`);
      await later(50);
    }
  }

  /** Starts a program of the benchmark, which prints its port when it is ready. */
  async program(name: string, ...args: string[]): Promise<Running> {
    const child = this.spawn(args, {});
    if (!child.stdout) throw new Error('no output');
    const exit = once(child, 'exit').then(() => [null]);
    const [line] = (await Promise.race([once(child.stdout, 'data'), exit])) as unknown[];
    if (line === null) throw new Error(`${name} ended with ${child.exitCode}`);
    return { name, pid: child.pid ?? 0, port: Number(String(line)), child };
  }

  /** Runs a command of the build to its end. */
  async command(name: string, ...args: string[]): Promise<void> {
    const child = this.spawn([`dist/server/${name}.js`, ...args], {});
    const [code] = (await once(child, 'exit')) as unknown[];
    if (code !== 0) throw new Error(`${name} ended with ${String(code)}`);
  }

  /** Memory of a process after a garbage collection; it must be started with {@link COLLECTS}. */
  async collected({ child, pid }: Running): Promise<{ rssKb: number; heapKb: number }> {
    child.send('collect');
    const [usage] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
    const { mb } = await usedBy({ name: '', pid, port: 0 });
    return { rssKb: mb * 1_024, heapKb: (usage.heapUsed + usage.external) / 1_024 };
  }

  async end({ pid }: Program): Promise<void> {
    const child = this.children.find((one) => one.pid === pid);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await exit;
    clearTimeout(killer);
  }

  async close(): Promise<void> {
    for (const { pid = 0 } of this.children) await this.end({ name: '', pid, port: 0 });
    await Promise.all([this.database.engine, this.queues].map((engine) => engine.stop(3_000)));
    await rm(this.dir, { recursive: true, force: true });
  }

  private spawn(args: string[], more: Record<string, string>): ChildProcess {
    const { PATH = '', NODE_OPTIONS = PRODUCTION_OPTIONS } = process.env;
    const child = spawn(process.execPath, [...EXIT_WITH_PARENT, ...args], {
      env: {
        PATH,
        // Inherits options of the benchmark itself, such as `--import` of a profiler.
        NODE_OPTIONS,
        NODE_ENV: 'test',
        LOG_LEVEL: 'error',
        HOST: '127.0.0.1',
        MONGODB_URI: this.mongo.url,
        REDIS_URL: this.redis.url,
        TICKET_SECRET: SECRET,
        AUTH_SECRET: SECRET,
        METRICS_TOKEN: SECRET,
        DATA_DIR: this.dir,
        PICTURES_DIR: join(this.dir, 'pictures'),
        ...more,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    child.stdout?.on('data', () => {}); // a full pipe would block the process
    this.children.push(child);
    return child;
  }
}

interface ProcessOptions {
  /** Node flags. */
  readonly flags?: readonly string[];
  /** A free port by default; set it to keep tokens valid, which name the port of the api that issued them. */
  readonly port?: number;
  /** MongoDB URL; the stage's own by default. */
  readonly mongo?: string;
}

interface Database {
  readonly engine: Engine;
  readonly program: Program & { readonly url: string };
}

async function databaseIn(dir: string, durability: Durability): Promise<Database> {
  const engine = await startMongo(dir, durability);
  const pid = await pidOf(join(dir, 'mongo'));
  return { engine, program: { name: 'mongo', pid, port: 0, url: engine.url } };
}

async function pidOf(word: string): Promise<number> {
  const running = await descendants();
  return running.find(({ command }) => command.includes(word))?.pid ?? 0;
}

/** Descendants of this process; empty on systems without /proc. */
async function descendants(): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return { pid: Number(pid), parent, command: command.replaceAll('\0', ' ') };
    }),
  );
  const below = (of: number): typeof rows =>
    rows.flatMap((row) => (row.parent === of ? [...below(row.pid), row] : []));
  return below(process.pid);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

export const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
