import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWithParent } from './exit-with-parent';
import { freePorts } from './ports';

const MAIN = fileURLToPath(new URL('../../server/standalone.js', import.meta.url));
const OPEN_MS = 120_000;

/** A shop with demo data on a temporary data directory, which is removed with it. */
export class ScratchShop {
  private constructor(
    private readonly process: ChildProcess,
    private readonly dataDir: string,
    readonly url: URL,
  ) {}

  static async open(): Promise<ScratchShop> {
    // biome-ignore lint/style/noProcessEnv: the shop reads its settings from it
    const { MONGODB_URI: _mongo, REDIS_URL: _redis, ...rest } = process.env;
    const dataDir = await mkdtemp(join(tmpdir(), 'farmgate-market-day-'));
    const [port = 0] = await freePorts(1);
    const child = spawn(process.execPath, [MAIN], {
      // `test`: without limits by address, because all people are at one.
      env: { ...rest, NODE_ENV: 'test', PORT: `${port}`, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
      // Ctrl-C must end the market first; the shop is closed after it.
      detached: true,
    });
    const guard = exitWithParent(child.pid, 'TERM');
    child.on('exit', () => guard.kill('SIGKILL'));
    const shop = new ScratchShop(child, dataDir, new URL(`http://localhost:${port}`));
    await isOpen(shop.url, () => child.exitCode === null);
    return shop;
  }

  async close(): Promise<void> {
    if (this.process.exitCode === null) {
      const exit = once(this.process, 'exit');
      this.process.kill('SIGTERM');
      await exit;
    }
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Resolves when the shop responds. */
export async function isOpen(url: URL, isStarting: () => boolean = () => true): Promise<void> {
  const deadline = Date.now() + OPEN_MS;
  while (Date.now() < deadline) {
    if (!isStarting()) throw new Error('The shop did not open.');
    const answer = await fetch(new URL('/api/v1/health/ready', url)).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`There is no shop at ${url.origin}.`);
}
