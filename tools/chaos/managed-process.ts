import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitWithParent } from '../market-day/exit-with-parent';

export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Resolves with whether the process responds. */
  readonly isUp: () => Promise<boolean>;
  readonly port?: number;
}

const START_MS = 60_000;
const POLL_MS = 50;
const RESTART_MS = 500;
/** Maximum number of kept output lines. */
const KEPT_LINES = 20_000;

/** A process that can be killed, stopped and started again with the same command. */
export class ManagedProcess {
  #process: ChildProcess | null = null;
  /** Counts calls of `start` and `end`; a start gives up once a later call has begun. */
  #generation = 0;
  readonly output: string[] = [];
  /** Unrequested exits of a working process. */
  readonly crashes: string[] = [];

  constructor(private readonly spec: ProcessSpec) {}

  get name(): string {
    return this.spec.name;
  }

  get port(): number {
    return this.spec.port ?? 0;
  }

  /** Resolves when the process responds; restarts it like a supervisor if it exits before that. */
  async start(): Promise<void> {
    const deadline = Date.now() + START_MS;
    const generation = ++this.#generation;
    while (generation === this.#generation && !(await this.#tryToStart(deadline)))
      await sleep(RESTART_MS);
  }

  async #tryToStart(deadline: number): Promise<boolean> {
    const { command, args, env, name } = this.spec;
    // biome-ignore lint/style/noProcessEnv: where programs are found
    const { PATH = '' } = process.env;
    const child = spawn(command, args, {
      env: { PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const guard = exitWithParent(child.pid, 'KILL');
    this.#process = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => this.#keep(text));
    let works = false;
    child.on('exit', (code, signal) => {
      guard.kill('SIGKILL');
      if (this.#process !== child) return;
      this.#process = null;
      if (works) this.crashes.push(`${name} exited (${signal ?? code}): ${this.#lastLines()}`);
    });
    while (!works) {
      if (this.#process !== child) return false;
      works = await this.#isUp();
      if (!works && Date.now() > deadline)
        throw new Error(`${name} did not start: ${this.#lastLines()}`);
      if (!works) await sleep(POLL_MS);
    }
    return true;
  }

  /** Sends the signal and resolves when the process has exited. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#generation += 1;
    const child = this.#process;
    if (!child) return;
    this.#process = null;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  /** Resolves when a running process responds, at the latest after START_MS. */
  async answers(): Promise<void> {
    const deadline = Date.now() + START_MS;
    while (!(await this.#isUp()) && Date.now() < deadline) await sleep(POLL_MS);
  }

  /** Output lines that mention a request. */
  linesOf(requestId: string): string[] {
    return this.output.filter((line) => line.includes(requestId));
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  #isUp(): Promise<boolean> {
    return this.spec.isUp().catch(() => false);
  }

  #lastLines(): string {
    return this.output.slice(-3).join(' | ');
  }

  #keep(text: string): void {
    this.output.push(...text.split('\n').filter((line) => line !== ''));
    this.output.splice(0, this.output.length - KEPT_LINES);
  }
}
