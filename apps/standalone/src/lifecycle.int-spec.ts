import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  demoSessionSchema,
  type OrdersPage,
  orderDtoSchema,
  ordersPageSchema,
  productsPageSchema,
} from '#libs/contracts';
import { freePort, HttpClient, waitFor } from '#libs/testing';

const ROOT = join(import.meta.dirname, '../../..');
const START_MS = 90_000;

/** `npm start` without npm: a process with its own data directory. */
class Shop {
  private said = '';

  private constructor(
    readonly process: ChildProcess,
    readonly port: number,
  ) {
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk) => (this.said += String(chunk)));
  }

  /** Adds itself to `started` before it waits, so that the one beside it that does not open leaves no process behind. */
  static async open(dataDir: string, started: Shop[]): Promise<Shop> {
    const port = await freePort();
    const {
      MONGODB_URI: _mongo,
      REDIS_URL: _redis,
      NODE_OPTIONS: _options,
      NODE_ENV: _env,
      ...env
    } = process.env;
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: ROOT,
      env: { ...env, PORT: String(port), DATA_DIR: dataDir },
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

  /** Process ids of the engines that this shop started. */
  async engines(): Promise<number[]> {
    const ps = spawn('ps', ['-A', '-o', 'pid=,ppid=']);
    const [output] = await Promise.all([text(ps), once(ps, 'exit')]);
    const rows = output
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    const childrenOf = (pid: number | undefined): number[] =>
      rows.flatMap(([id, parent]) =>
        id !== undefined && parent === pid ? [id, ...childrenOf(id)] : [],
      );
    return childrenOf(this.process.pid);
  }

  /** Sends a signal; returns the exit code and the time it took in ms. */
  async end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<{ code: unknown; tookMs: number }> {
    const exited = once(this.process, 'exit');
    const asked = Date.now();
    this.process.kill(signal);
    const [code] = (await exited) as unknown[];
    return { code, tookMs: Date.now() - asked };
  }

  private async isReady(): Promise<boolean> {
    return this.visitor.get('/health/ready').then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}

async function text(child: ChildProcess): Promise<string> {
  let all = '';
  for await (const chunk of child.stdout ?? []) all += String(chunk);
  return all;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function signIn(shop: Shop): Promise<HttpClient> {
  const { body } = await shop.visitor.post('/demo/sign-in', { role: 'customer' });
  return shop.visitor.as(demoSessionSchema.parse(body).token);
}

async function order(client: HttpClient, key: string): Promise<string> {
  const { products } = productsPageSchema.parse(
    (await client.get('/products?inStock=true&limit=1')).body,
  );
  const items = products.map(({ _id, minimum }) => ({ productId: _id, quantity: minimum }));
  const address = { line1: '1 Main St', city: 'Hudson', state: 'NY', postalCode: '12534' };
  const { body } = await client.post('/orders', { items, address }, { 'idempotency-key': key });
  return orderDtoSchema.parse(body)._id;
}

/** Without those of the demo's past. */
async function ordersOf(client: HttpClient, from: string): Promise<OrdersPage> {
  return ordersPageSchema.parse((await client.get(`/orders?from=${from}`)).body);
}

describe('npm start', () => {
  const open: Shop[] = [];
  afterAll(() => {
    for (const shop of open) shop.process.kill('SIGKILL');
  });
  const openShop = (dataDir: string) => Shop.open(dataDir, open);
  const newDir = () => mkdtemp(join(tmpdir(), 'farmgate-life-'));

  it('runs twice side by side, ends with all its children by a signal or a kill, and has every order after a restart', async () => {
    const dirs = [await newDir(), await newDir()] as const;
    const since = new Date().toISOString();
    const [stopped, killed] = await Promise.all([openShop(dirs[0]), openShop(dirs[1])]);
    const placed = await Promise.all([
      order(await signIn(stopped), 'lifecycle-1'),
      order(await signIn(killed), 'lifecycle-2'),
    ]);
    const engines = [await stopped.engines(), await killed.engines()].flat();
    expect(engines.length).toBeGreaterThanOrEqual(4);
    const { code, tookMs } = await stopped.end('SIGTERM');
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(5_000);
    await killed.end('SIGKILL');
    await waitFor('the engines to end', () => !engines.some(isAlive), 10_000);

    const again = await Promise.all(dirs.map(openShop));
    for (const [at, shop] of again.entries()) {
      const { orders } = await ordersOf(await signIn(shop), since);
      expect(orders.map(({ _id }) => _id)).toEqual([placed[at]]);
    }
    for (const [at, signal] of (['SIGINT', 'SIGTERM'] as const).entries())
      expect(await again[at]?.end(signal)).toMatchObject({ code: 0 });
  }, 240_000);
});
