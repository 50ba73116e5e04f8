import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#chromium';
import { BUSY_MACHINE } from '../libs/testing/src/busy-machine.js';
import { TEST_VAPID } from '../libs/testing/src/test-vapid.js';

// The runner evaluates this file first; its workers inherit these variables.
process.env.E2E_PORT ??= freePort();
process.env.E2E_PUSH_PORT ??= freePort();
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'farmgate-e2e-'));
const { E2E_PORT: port, E2E_DATA_DIR: dataDir } = process.env;

function freePort(): string {
  const script =
    "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})";
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
}

/** Tests of every page. */
const PAGE_SURVEYS = ['accessible.pw.ts', 'layers.pw.ts', 'large-font.pw.ts', 'long-words.pw.ts'];

/** Browser tests against `npm start`, with a separate data directory. */
export default defineConfig({
  testDir: '.',
  // Two halves of similar duration; `npm test` runs them in parallel, each with its own server.
  projects: [
    { name: 'walks', testMatch: PAGE_SURVEYS },
    { name: 'journeys', testMatch: '*.pw.ts', testIgnore: PAGE_SURVEYS },
  ],
  outputDir: '../test-results/browser',
  // All tests share one server, and some check the same figures.
  workers: 1,
  // generous, so that a slow machine alone fails no test; passing tests do not wait for them
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    // Pages' requests do not pass a service worker, which would hide them from the tests; installed.pw.ts has one.
    serviceWorkers: 'block',
    // Tracing costs more than the steps themselves; E2E_TRACE=1 keeps the traces of failed tests.
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: '..',
    url: `http://localhost:${port}/api/v1/health/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 6_000 },
    env: {
      ...(process.env as Record<string, string>),
      ...BUSY_MACHINE,
      PORT: port,
      DATA_DIR: dataDir,
      // a push service of push.pw.ts
      ...TEST_VAPID,
      PUSH_HOSTS: `http://127.0.0.1:${process.env.E2E_PUSH_PORT}`,
    },
  },
});
