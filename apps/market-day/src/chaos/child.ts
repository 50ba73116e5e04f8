import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { leash } from '../leash';

export interface Recipe {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Resolves with true once it works. */
  readonly isUp: () => Promise<boolean>;
  /** Where it says its figures. */
  readonly metrics?: URL;
}

const START_MS = 60_000;
const LOOK_MS = 50;
const AGAIN_MS = 500;
/** Lines of what a process said that are kept. */
const KEPT = 20_000;

/** A process that can be killed, stopped and started again as it was. */
export class Child {
  #process: ChildProcess | null = null;
  /** Counts what was wanted of it: whoever still starts it when somebody ends it gives up. */
  #wish = 0;
  readonly said: string[] = [];
  /** Ends that nobody asked for, once it had worked. */
  readonly crashes: string[] = [];

  constructor(private readonly recipe: Recipe) {}

  get name(): string {
    return this.recipe.name;
  }

  get metrics(): URL | undefined {
    return this.recipe.metrics;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts it, again and again where it ends before it works, as whoever looks after it does; resolves when it works. */
  async start(): Promise<void> {
    const deadline = Date.now() + START_MS;
    const wish = ++this.#wish;
    while (wish === this.#wish && !(await this.#tryToStart(deadline)))
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }

  async #tryToStart(deadline: number): Promise<boolean> {
    const { command, args, env, name, isUp } = this.recipe;
    // biome-ignore lint/style/noProcessEnv: where programs are found
    const { PATH = '' } = process.env;
    const child = spawn(command, args, {
      env: { PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const holder = leash(child.pid, 'KILL');
    this.#process = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => this.#note(text));
    let works = false;
    child.on('exit', (code, signal) => {
      holder.kill('SIGKILL');
      if (this.#process !== child) return;
      this.#process = null;
      if (works) this.crashes.push(`${name} ended by itself (${signal ?? code}): ${this.#last()}`);
    });
    while (!works) {
      if (this.#process !== child) return false;
      works = await isUp().catch(() => false);
      if (!works && Date.now() > deadline)
        throw new Error(`${name} did not start: ${this.#last()}`);
      if (!works) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return true;
  }

  /** Ends it and resolves when it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#wish += 1;
    const child = this.#process;
    if (!child) return;
    this.#process = null;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  /** What it said of a request. */
  saidOf(requestId: string): string[] {
    return this.said.filter((line) => line.includes(requestId));
  }

  /** It stands still, or goes on. */
  pause(still: boolean): void {
    this.signal(still ? 'SIGSTOP' : 'SIGCONT');
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** At once and without waiting: for the moment in which this process itself ends. */
  abandon(): void {
    this.#process?.kill('SIGKILL');
  }

  #last(): string {
    return this.said.slice(-3).join(' | ');
  }

  #note(text: string): void {
    this.said.push(...text.split('\n').filter((line) => line !== ''));
    this.said.splice(0, this.said.length - KEPT);
  }
}
