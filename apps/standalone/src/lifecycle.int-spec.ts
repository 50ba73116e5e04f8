import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  demoSessionSchema,
  orderDtoSchema,
  ordersPageSchema,
  productsPageSchema,
} from '#libs/contracts';
import { BUSY_MACHINE, freePort, HttpClient, waitFor } from '#libs/testing';

const ROOT = join(import.meta.dirname, '../../..');
const START_MS = 90_000;
/**
 * Milliseconds within which everything has ended. 5 s are promised, of which the limits in `main.ts` take at most 4;
 * the rest allows for a machine that runs all other tests at the same time.
 */
const END_MS = 15_000;

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGKILL';
/** The processes of a shop, by their command lines. */
const PROCESSES = {
  npm: /^npm start/,
  node: /^node .*scripts\/start\.mjs/,
  mongo: /embedded-mongo\/src\/main\.js/,
  redis: /^redis-server /,
  watcher: /^sh -c read -r pid/,
};
type ProcessName = keyof typeof PROCESSES;
type Ending = readonly [ProcessName, Signal];
/** How a shop ends, one way per start; `npm run test:deep` sends every signal to every process. */
const ENDINGS: readonly Ending[] =
  process.env.TEST_DEEP === '1'
    ? (Object.keys(PROCESSES) as ProcessName[]).flatMap((name) =>
        (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)
          // Redis ignores SIGHUP.
          .filter((signal) => name !== 'redis' || signal !== 'SIGHUP')
          .map((signal): Ending => [name, signal]),
      )
    : [
        // Only the watcher is left to end the others.
        ['npm', 'SIGKILL'],
        ['node', 'SIGINT'],
      ];

/** `npm start`, with a data directory of its own. */
class Shop {
  /** Resolves with the exit code of npm, once it has ended. */
  readonly exited: Promise<unknown>;
  private said = '';

  private constructor(
    readonly process: ChildProcess,
    readonly port: number,
  ) {
    this.exited = once(process, 'exit').then(([code]: unknown[]) => code);
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk) => (this.said += String(chunk)));
  }

  /** Adds itself to `started` before it waits, so that one that does not open leaves no process behind. */
  static async open(dataDir: string, started: Shop[]): Promise<Shop> {
    const port = await freePort();
    const {
      MONGODB_URI: _mongo,
      REDIS_URL: _redis,
      NODE_OPTIONS: _options,
      NODE_ENV: _env,
      ...env
    } = process.env;
    const child = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...env, ...BUSY_MACHINE, PORT: String(port), DATA_DIR: dataDir },
    });
    const shop = new Shop(child, port);
    started.push(shop);
    await waitFor('the shop to open', () => child.exitCode !== null || shop.isReady(), START_MS);
    if (child.exitCode !== null) throw new Error(shop.said);
    return shop;
  }

  get visitor(): HttpClient {
    return new HttpClient(`http://127.0.0.1:${this.port}`);
  }

  /** npm and everything that it has started, directly or not. */
  async tree(): Promise<Running[]> {
    const all = await running();
    const below = (pid: number): Running[] =>
      all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid)]);
    return [...all.filter(({ pid }) => pid === this.process.pid), ...below(this.process.pid ?? 0)];
  }

  /** Sends a signal to one of its processes; resolves with the milliseconds until all of them had ended. */
  async end(name: ProcessName, signal: Signal): Promise<number> {
    const tree = await this.tree();
    const target = tree.find(({ command }) => PROCESSES[name].test(command));
    if (!target) throw new Error(`no ${name} among ${JSON.stringify(tree)}`);
    const ids = new Set(tree.map(({ pid }) => pid));
    const asked = Date.now();
    process.kill(target.pid, signal);
    const hasEnded = async () => !(await running()).some(({ pid }) => ids.has(pid));
    await waitFor(`the shop to end by ${signal} to ${name}`, hasEnded, END_MS);
    return Date.now() - asked;
  }

  private async isReady(): Promise<boolean> {
    return this.visitor.get('/health/ready').then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Every running process of this machine; zombies have ended but were not waited for. */
async function running(): Promise<Running[]> {
  const ps = spawn('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args=']);
  const [output] = await Promise.all([text(ps), once(ps, 'exit')]);
  return output
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([pid, , stat]) => pid && !stat?.startsWith('Z'))
    .map(([pid, parent, , ...words]) => ({
      pid: Number(pid),
      parent: Number(parent),
      command: words.join(' '),
    }));
}

async function text(child: ChildProcess): Promise<string> {
  let all = '';
  for await (const chunk of child.stdout ?? []) all += String(chunk);
  return all;
}

async function signIn(shop: Shop): Promise<HttpClient> {
  const { status, body } = await shop.visitor.post('/demo/sign-in', { role: 'customer' });
  if (status >= 400) throw new Error(JSON.stringify(body));
  return shop.visitor.as(demoSessionSchema.parse(body).token);
}

async function order(client: HttpClient, key: string): Promise<string> {
  const { products } = productsPageSchema.parse(
    (await client.get('/products?inStock=true&limit=1')).body,
  );
  const items = products.map(({ _id, minimum }) => ({ productId: _id, quantity: minimum }));
  const address = {
    recipient: 'Ann Miller',
    phone: '518 555 0100',
    line1: '1 Main St',
    city: 'Hudson',
    state: 'NY',
    postalCode: '12534',
  };
  const { body } = await client.post('/orders', { items, address }, { 'idempotency-key': key });
  return orderDtoSchema.parse(body)._id;
}

/** The orders, oldest first, without those of the demo's past. */
async function idsOf(client: HttpClient, from: string): Promise<string[]> {
  const { orders } = ordersPageSchema.parse((await client.get(`/orders?from=${from}`)).body);
  return orders.map(({ _id }) => _id).reverse();
}

describe('npm start', () => {
  const open: Shop[] = [];
  afterAll(() => {
    for (const shop of open) shop.process.kill('SIGKILL');
  });

  it('ends with all of its processes by a signal to any of them, and loses nothing', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'farmgate-life-'));
    const since = new Date().toISOString();
    const placed: string[] = [];
    for (const [name, signal] of ENDINGS) {
      const shop = await Shop.open(dataDir, open);
      const customer = await signIn(shop);
      expect(await idsOf(customer, since)).toEqual(placed);
      placed.push(await order(customer, `lifecycle-${name}-${signal}`));
      expect([name, signal, (await shop.end(name, signal)) < END_MS]).toEqual([name, signal, true]);
      if (name === 'node' && signal !== 'SIGKILL') expect(await shop.exited).toBe(0);
    }
    const last = await Shop.open(dataDir, open);
    expect(await idsOf(await signIn(last), since)).toEqual(placed);
    await last.end('npm', 'SIGTERM');
  }, 900_000);
});
