import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { BUSY_MACHINE } from './busy-machine.js';
import { freePort } from './line.js';
import type { Marketplace } from './marketplace.js';
import { serverProgram } from './run-built.js';
import { waitFor } from './wait-for.js';

/** Milliseconds in which a process is up, even on a busy machine. */
const START_MS = 90_000;

/** A child process that a test may kill. */
export class TestProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** Starts another process on the engines of the marketplace. */
  static async start(
    what: 'api' | 'gateway' | 'worker',
    market: Marketplace,
    settings: Record<string, string> = {},
  ): Promise<TestProcess> {
    const port = await freePort();
    const { mongodbUri, redisUrl } = market.engines;
    const self = TestProcess.spawn(process.execPath, [serverProgram(what)], port, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
      MONGODB_URI: mongodbUri,
      REDIS_URL: redisUrl,
      TICKET_SECRET: market.secret,
      AUTH_SECRET: market.secret,
      MAX_LAG_MS: BUSY_MACHINE.MAX_LAG_MS,
      ...settings,
    });
    const ready = `http://127.0.0.1:${port}/api/v1/health/ready`;
    const isUp = () =>
      fetch(ready).then(
        ({ ok }) => ok,
        () => false,
      );
    await waitFor(`the ${what} to be up`, isUp, START_MS);
    return self;
  }

  /** Starts a separate Redis, which syncs its writes to disk once a second, as in production. */
  static async redis(dir: string, port: number): Promise<TestProcess> {
    const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir];
    const durable = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
    const self = TestProcess.spawn('redis-server', [...settings, ...durable], port, {});
    let said = '';
    self.child.stdout?.on('data', (data) => {
      said += data;
    });
    await waitFor('redis-server to be up', () => said.includes('Ready to accept'), START_MS);
    return self;
  }

  private static spawn(
    command: string,
    args: string[],
    port: number,
    env: Record<string, string>,
  ): TestProcess {
    const { PATH = '' } = process.env;
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(command, args, { env: { PATH, ...env }, stdio: [...stdio] });
    child.stdout?.resume(); // A full pipe would block the process.
    return new TestProcess(child, port);
  }

  /** Sends a signal; resolves when the process has ended, if the signal ends it. */
  async signal(name: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill(name);
    if (name !== 'SIGSTOP') await exit;
  }
}
