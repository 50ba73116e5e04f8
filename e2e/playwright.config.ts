import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// This file is read by the runner first and then by its workers, which inherit what it sets here.
process.env.E2E_PORT ??= freePort();
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'farmgate-e2e-'));
const { E2E_PORT: port, E2E_DATA_DIR: dataDir } = process.env;

function freePort(): string {
  const script =
    "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})";
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
}

function findChromium(): string {
  return execFileSync(
    'sh',
    [
      '-c',
      'command -v chromium-headless-shell || command -v chromium || command -v google-chrome || command -v chrome',
    ],
    { encoding: 'utf8' },
  ).trim();
}

/** Tests that look at every page there is. */
const WALKS = ['accessible.pw.ts', 'layers.pw.ts'];

/** Browser tests against `npm start` as a newcomer runs it, on a data directory of their own. */
export default defineConfig({
  testDir: '.',
  // Two halves of about one length; `npm test` gives each a shop of its own and runs them side by side.
  projects: [
    { name: 'walks', testMatch: WALKS },
    { name: 'journeys', testMatch: '*.pw.ts', testIgnore: WALKS },
  ],
  outputDir: '../test-results/browser',
  // One shop for all tests, and journeys that look at the same figures.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    // A trace that draws every step costs more than the steps; E2E_TRACE=1 makes one of what has failed.
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: '..',
    url: `http://localhost:${port}/api/v1/health/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 6_000 },
    env: {
      ...(process.env as Record<string, string>),
      PORT: port,
      DATA_DIR: dataDir,
    },
  },
});
