import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { BUSY_MACHINE } from './busy-machine.js';
import type { TestEngines } from './engines.js';
import { HttpClient } from './http-client.js';
import { freePort } from './line.js';
import { serverProgram, startBuilt } from './run-built.js';
import { waitFor } from './wait-for.js';

/** Milliseconds in which a shop is open, even on a busy machine. */
const START_MS = 90_000;
const runningSchema = z.object({ MONGODB_URI: z.string(), REDIS_URL: z.string() });

/** The program of `npm start`: everything in one process, with embedded engines on a data directory. */
export class ShopProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    private readonly dataDir: string,
  ) {}

  /** Throws an error with its output if it ends instead of opening. */
  static async open(dataDir: string): Promise<ShopProcess> {
    const port = await freePort();
    const { child, ended } = startBuilt(serverProgram('standalone'), [], {
      PORT: `${port}`,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...BUSY_MACHINE,
      // Overrides the engines of the test run.
      MONGODB_URI: '',
      REDIS_URL: '',
    });
    const shop = new ShopProcess(child, port, dataDir);
    const isReady = () =>
      shop.visitor.get('/health/ready').then(
        ({ status }) => status === 200,
        () => false,
      );
    await waitFor('the shop to open', async () => child.exitCode !== null || isReady(), START_MS);
    if (child.exitCode !== null) throw new Error((await ended).said);
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get visitor(): HttpClient {
    return new HttpClient(this.url);
  }

  /** The addresses of its embedded engines. */
  async engines(): Promise<TestEngines> {
    const text = await readFile(join(this.dataDir, 'running.json'), 'utf8');
    const { MONGODB_URI, REDIS_URL } = runningSchema.parse(JSON.parse(text));
    return { mongodbUri: MONGODB_URI, redisUrl: REDIS_URL };
  }

  /** Signs in with a password, as a page does. */
  async signIn(email: string, password: string): Promise<HttpClient> {
    const headers = { 'content-type': 'application/json', origin: `http://localhost:${this.port}` };
    const body = JSON.stringify({ email, password });
    const signIn = `${this.url}/api/auth/sign-in/email`;
    const answer = await fetch(signIn, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const session = await fetch(`${this.url}/api/auth/token`, { headers: { ...headers, cookie } });
    const { token } = z.object({ token: z.string() }).parse(await session.json());
    return this.visitor.as(token);
  }

  /** Sends a signal and resolves with the exit code once the process has ended; null if the signal killed it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }
}
