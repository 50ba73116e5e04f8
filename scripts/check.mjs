/** `npm run check`: format, lint, types, import rules, unused code, documents. Exits 1 on failure. */
import { spawn } from 'node:child_process';
import { root, say } from './tools.mjs';

const node = (...args) => [process.execPath, args];
/** The longest check comes first, so that it does not delay the end. */
const CHECKS = [
  // Rules that need types: floating promises, and non-exhaustive switches.
  ['promises', ...node('node_modules/oxlint/bin/oxlint', '--type-aware')],
  [
    'format and lint',
    ...node('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'),
  ],
  ['types of the server', ...node('node_modules/ts7/bin/tsc', '-p', 'tsconfig.json', '--noEmit')],
  ['types of the web app', ...node('node_modules/ts7/bin/tsc', '-p', 'apps/web', '--noEmit')],
  [
    'types of the service worker',
    ...node('node_modules/ts7/bin/tsc', '-p', 'apps/web/src/service-worker', '--noEmit'),
  ],
  ['types of the tools', ...node('node_modules/ts7/bin/tsc', '-p', 'tools', '--noEmit')],
  [
    'import rules',
    ...node('node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'apps', 'libs', 'tools'),
  ],
  ['unused code', ...node('node_modules/knip/bin/knip.js')],
  ['generated documents', ...node('scripts/docs.mjs', '--check')],
  ['documents', ...node('node_modules/jest/bin/jest.js', '--selectProjects', 'documents')],
];

/** Runs the checks, two at a time; returns the numbers of passed and failed ones. */
export async function check() {
  const waiting = [...CHECKS];
  let passed = 0;
  let failed = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command, args] = next;
      const { code, output } = await runQuietly(command, args);
      if (code === 0) passed++;
      else failed++;
      say(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code !== 0) say(output);
    }
  };
  await Promise.all([work(), work()]);
  return { passed, failed };
}

function runQuietly(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += chunk));
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

if (process.argv[1]?.endsWith('check.mjs')) process.exit((await check()).failed === 0 ? 0 : 1);
