/**
 * `npm test`: runs all checks and tests on an unprepared machine; ends with one line of totals.
 * `npm run test:deep` (`--deep`): the same with more random cases, all screen variants, the tests marked `deep`, and chaos
 * with several seeds.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import {
  installCommand,
  installPackages,
  requireCommand,
  requireNode,
  root,
  run,
  say,
} from './tools.mjs';

requireNode();
await installPackages();
await requireCommand('redis-server', 'redis-server');
// The headless shell renders like Chromium but draws no windows, so pages open in a third of the time.
if (!(await installCommand('chromium-headless-shell', 'chromium-headless-shell')))
  await requireCommand('chromium', 'chromium');

const deep = process.argv.includes('--deep');
if (deep) Object.assign(process.env, { TEST_DEEP: '1', FUZZ_RUNS: '2000', BAD_INPUT_RUNS: '5000' });

const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

await build();
// One after the other, so that they do not starve each other.
const totals = [await check(), await jest()];
totals.push(...(await Promise.all([browsers('walks'), browsers('journeys')])));
if (deep) totals.push(await chaos());
const passed = totals.reduce((sum, total) => sum + total.passed, 0);
const failed = totals.reduce((sum, total) => sum + total.failed, 0);
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function jest() {
  const report = join(reports, 'jest.json');
  const options = ['--ignoreProjects', 'documents', '--json', `--outputFile=${report}`, '--silent'];
  const code = await run(process.execPath, ['node_modules/jest/bin/jest.js', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return counted('jest', code, () => {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  });
}

/** Runs one half of the browser tests, against its own shop. */
async function browsers(project) {
  const report = join(reports, `playwright-${project}.json`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const code = await run(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--project',
      project,
      '--output',
      join(reports, project),
      '--reporter=list,json',
    ],
    { env },
  );
  return counted(`playwright ${project}`, code, () => {
    const { expected, unexpected, flaky } = JSON.parse(readFileSync(report, 'utf8')).stats;
    return { passed: expected, failed: unexpected + flaky };
  });
}

/** Runs chaos with five seeds, each of which injects another fault alone. */
async function chaos() {
  const code = await run(process.execPath, ['dist/tools/chaos/main.js', '--seeds', '5']);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/** The totals of a runner; a runner that failed without a failed test counts as one failure. */
function counted(name, code, read) {
  try {
    const total = read();
    return code !== 0 && total.failed === 0 ? { ...total, failed: 1 } : total;
  } catch {
    say(`${name} left no report (exit code ${code})`);
    return { passed: 0, failed: 1 };
  }
}
