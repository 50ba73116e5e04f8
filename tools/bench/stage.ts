import { type ChildProcess, spawn, execFile as start } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Engine, startMongo, startRedis } from '../../apps/standalone/src/engines.js';

const execFile = promisify(start);

export const SECRET = 'a secret for benches only, 32 or more';
/** As the Dockerfile sets them. */
const NODE_OPTIONS = '--enable-source-maps --max-old-space-size=1024';
const START_MS = 120_000;
/** For flushing a large database to the disk. */
const FLUSH_MS = 120_000;
const MS_PER_TICK = 10;

/** A process that takes part in a measurement. */
export interface Program {
  readonly name: string;
  readonly pid: number;
}
export interface Running extends Program {
  readonly port: number;
  readonly child: ChildProcess;
  /** From its start to its first `ready`, in ms. */
  readonly readyMs: number;
}

/** Sockets with the same ticket; each watches one of `pages`, lists of product ids, in turn. */
export interface PageGroup {
  readonly ticket: string;
  readonly sockets: number;
  readonly pages: readonly (readonly string[])[];
}

/** Engines on a scratch directory, and the processes of the build that are measured. */
export class Stage {
  private readonly children: ChildProcess[] = [];

  private constructor(
    private readonly dir: string,
    private database: Engine,
    private readonly queues: Engine,
  ) {}

  static async open(): Promise<Stage> {
    const dir = await mkdtemp(join(tmpdir(), 'farmgate-bench-'));
    const [database, queues] = await Promise.all([startMongo(dir, 'commit'), startRedis(dir)]);
    return new Stage(dir, database, queues);
  }

  get mongoUrl(): string {
    return this.database.url;
  }

  get redisUrl(): string {
    return this.queues.url;
  }

  /** Both engines; pid 0 on systems without /proc. */
  async engines(): Promise<Program[]> {
    return [
      { name: 'mongo', pid: await pidOf(join(this.dir, 'mongo')) },
      { name: 'redis', pid: await pidOf(`redis-server ${new URL(this.queues.url).host}`) },
    ];
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

  /** Starts a process of the build; resolves when it is ready. Rate limits are off: one address plays many users. */
  async process(name: 'api' | 'gateway' | 'worker'): Promise<Running> {
    const started = performance.now();
    const port = await freePort();
    const child = this.spawn([`dist/server/${name}.js`], { PORT: String(port) });
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`).catch(() => null);
      const readyMs = performance.now() - started;
      if (answer?.ok) return { name, pid: child.pid ?? 0, port, child, readyMs };
      if (readyMs > START_MS || child.exitCode !== null)
        throw new Error(`the ${name} did not start`);
      await later(50);
    }
  }

  /** Runs a command of the build to its end. */
  async command(name: string, ...args: string[]): Promise<void> {
    const child = this.spawn([`dist/server/${name}.js`, ...args]);
    const [code] = (await once(child, 'exit')) as unknown[];
    if (code !== 0) throw new Error(`${name} ended with ${String(code)}`);
  }

  /** Opens live pages in a process of their own. */
  async pages(gateway: Running, groups: readonly PageGroup[]): Promise<Pages> {
    const child = this.spawn(['dist/tools/bench/pages.js']);
    if (!child.stdout) throw new Error('no output');
    child.send({ port: gateway.port, groups });
    const ended = once(child, 'exit').then(() => null);
    if ((await Promise.race([once(child.stdout, 'data'), ended])) === null)
      throw new Error('the pages did not open');
    return new Pages(child);
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
    for (const { pid = 0 } of this.children) await this.end({ name: '', pid });
    await Promise.all([this.database, this.queues].map((engine) => engine.stop(3_000)));
    await rm(this.dir, { recursive: true, force: true });
  }

  private async reopen(durability: 'commit' | 'none'): Promise<void> {
    await this.database.stop(FLUSH_MS);
    this.database = await startMongo(this.dir, durability);
  }

  private spawn(args: string[], more: Record<string, string> = {}): ChildProcess {
    const child = spawn(
      process.execPath,
      ['--import', './dist/tools/bench/exit-with-parent.js', ...args],
      {
        env: {
          PATH: process.env.PATH ?? '',
          // Inherits options of the benchmark itself, such as `--import` of a profiler.
          NODE_OPTIONS: process.env.NODE_OPTIONS ?? NODE_OPTIONS,
          NODE_ENV: 'test',
          LOG_LEVEL: 'error',
          HOST: '127.0.0.1',
          MONGODB_URI: this.mongoUrl,
          REDIS_URL: this.redisUrl,
          TICKET_SECRET: SECRET,
          AUTH_SECRET: SECRET,
          CARD_PROVIDER: 'test-cards',
          DATA_DIR: this.dir,
          PICTURES_DIR: join(this.dir, 'pictures'),
          ...more,
        },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        serialization: 'advanced',
      },
    );
    child.stdout?.on('data', () => {}); // a full pipe would block the process
    this.children.push(child);
    return child;
  }
}

/** Open live pages. */
export class Pages {
  constructor(private readonly child: ChildProcess) {}

  /** Milliseconds from each event to each page that received it, since the call before. */
  async delays(): Promise<number[]> {
    const answer = once(this.child, 'message');
    this.child.send('delays');
    const [delays] = (await answer) as [number[]];
    return delays;
  }
}

/** Processor time so far in ms, of each program; reads /proc, and is 0 without it. */
export async function cpuOf(programs: readonly Program[]): Promise<number[]> {
  return Promise.all(
    programs.map(async ({ pid }) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK;
    }),
  );
}

/** Resident memory in MB, without mapped files. */
export async function memoryOf({ pid }: Program): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

/** The pid of the process whose command has this word, among those that this one has started. */
async function pidOf(word: string): Promise<number> {
  for (const pid of await readdir('/proc').catch(() => [])) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (/^\d+$/.test(pid) && command.replaceAll('\0', ' ').includes(word)) return Number(pid);
  }
  return 0;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
