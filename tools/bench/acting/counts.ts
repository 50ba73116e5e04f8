import type { CountingProxy } from '../runner/counting-proxy.js';
import { later } from '../runner/stage.js';
import type { Act } from './acts.js';
import type { Backlog } from './backlog.js';
import { prepare, repeat, type Server } from './load.js';

/** What one act costs the engines, including the work it causes. */
export interface Counts {
  /** MongoDB commands, by process. */
  readonly commands: Readonly<Record<string, number>>;
  /** Redis commands, including those in scripts. */
  readonly redis: number;
  readonly documents: number;
  readonly jobs: number;
  readonly events: number;
}

/** Acts that are counted, after FIRST acts that fill the caches. */
const TIMES = 20;
const FIRST = 3;
const IDLE_MS = 4_000;

type Flat = Readonly<Record<string, number>>;

/** Counts the commands that acts cause: all commands minus the idle rate of the processes. */
export class Counting {
  private idle: Flat = {};

  constructor(
    private readonly backlog: Backlog,
    private readonly proxies: Readonly<Record<string, CountingProxy>>,
  ) {}

  /** Measures the idle rate: commands per second without acts. */
  async watchIdle(): Promise<void> {
    await this.backlog.settle();
    const before = await this.read();
    await later(IDLE_MS);
    const after = await this.read();
    this.idle = less(after, before, (n) => (n * 1_000) / IDLE_MS);
  }

  async of(act: Act, server: Server, processes: readonly string[]): Promise<Counts> {
    await prepare(act, server);
    await repeat(act, server, FIRST);
    await this.backlog.settle();
    const started = performance.now();
    const before = await this.read();
    await repeat(act, server, TIMES);
    await this.backlog.settle();
    const after = await this.read();
    const seconds = (performance.now() - started) / 1_000;
    const counted = less(after, before, (n, name) => {
      const own = n - (this.idle[name] ?? 0) * seconds;
      return Math.max(0, own) / TIMES;
    });
    const { redis = 0, jobs = 0, events = 0 } = counted;
    const sum = (what: string) =>
      processes.reduce((all, name) => all + (counted[`${what} ${name}`] ?? 0), 0);
    return {
      commands: Object.fromEntries(
        processes.map((name) => [name, counted[`commands ${name}`] ?? 0]),
      ),
      redis,
      documents: sum('documents'),
      jobs,
      events,
    };
  }

  private async read(): Promise<Flat> {
    const { commands: redis, events, jobs } = await this.backlog.totals();
    const all: Record<string, number> = { redis, events, jobs };
    for (const [name, { commands, documents }] of Object.entries(this.proxies)) {
      all[`commands ${name}`] = commands;
      all[`documents ${name}`] = documents;
    }
    return all;
  }
}

const less = (after: Flat, before: Flat, share: (n: number, name: string) => number): Flat =>
  Object.fromEntries(
    Object.entries(after).map(([name, n]) => [name, share(n - (before[name] ?? 0), name)]),
  );
