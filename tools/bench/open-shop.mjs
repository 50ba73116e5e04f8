/** Shared by the browser benchmarks: Chromium, and the built demo shop on a scratch directory. */
import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';

const OPENING_MS = 120_000;

/** Starts the shop on a port; `env` is passed to its process. */
export async function openShop(port, env = {}) {
  const base = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'farmgate-bench-'));
  const shop = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const end = Date.now() + OPENING_MS; Date.now() < end; ) {
    const up = await fetch(`${base}/api/v1/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return { base, dataDir, close: () => shop.kill('SIGTERM') };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  shop.kill('SIGTERM');
  throw new Error('the shop did not open');
}

export function openBrowser() {
  return chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
}
