/**
 * Lighthouse with the mobile preset, in the version for Node 20, against the production build with the demo shop: the
 * median of several runs per page. Exits 1 if a score is under its target. Needs Chromium; npx fetches Lighthouse,
 * which is too large for a dependency.
 *
 *   node tools/bench/lighthouse.mjs [runs] [address of an open shop]
 */
import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';

const VERSION = '12.8.2';
const TARGETS = { performance: 90, accessibility: 100, 'best-practices': 100, seo: 95 };
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const CHROME_FLAGS = ['--headless=new', ...CHROMIUM_FLAGS].join(' ');

const runs = Number(process.argv[2] ?? 3);
const port = 3478;
const base = process.argv[3] ?? `http://localhost:${port}`;

const shop = process.argv[3]
  ? null
  : spawn(process.execPath, ['scripts/start.mjs'], {
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: await mkdtemp(join(tmpdir(), 'farmgate-lighthouse-')),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
let missed = 0;
try {
  await ready();
  const { products } = await (await fetch(`${base}/api/v1/products?limit=1`)).json();
  for (const path of ['/', '/products', `/products/${products[0]._id}`]) {
    const reports = [];
    for (let run = 0; run < runs; run++) reports.push(await lighthouse(base + path));
    report(path, reports);
  }
} finally {
  shop?.kill('SIGTERM');
}
process.exitCode = missed === 0 ? 0 : 1;

/** The report of one run. */
async function lighthouse(url) {
  const args = [
    '--yes',
    `lighthouse@${VERSION}`,
    url,
    '--form-factor=mobile',
    '--output=json',
    '--output-path=stdout',
    '--quiet',
    `--chrome-flags=${CHROME_FLAGS}`,
  ];
  const chromium = process.env.CHROME_PATH ?? findChromium(['chromium', 'google-chrome']);
  return JSON.parse(await output('npx', args, { ...process.env, CHROME_PATH: chromium }));
}

function report(path, reports) {
  const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
  const scores = Object.entries(TARGETS).map(([category, target]) => {
    const score = median(
      reports.map(({ categories }) => Math.round(categories[category].score * 100)),
    );
    if (score < target) missed++;
    return `${category} ${score}${score < target ? ` (target ${target})` : ''}`;
  });
  const metrics = METRICS.map((metric) => {
    const value = median(reports.map(({ audits }) => audits[metric].numericValue));
    return `${metric} ${metric === 'cumulative-layout-shift' ? value.toFixed(3) : `${Math.round(value)} ms`}`;
  });
  console.log(`${path}\n  ${scores.join(', ')}\n  ${metrics.join(', ')}`);
  for (const audit of failed(reports[0])) console.log(`  ${audit}`);
}

/** The failed audits of a report, except performance. */
function failed({ categories, audits }) {
  return Object.keys(TARGETS)
    .filter((category) => category !== 'performance')
    .flatMap((category) => categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => `${id}: ${audits[id].title}`);
}

function output(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0
        ? resolve(text)
        : reject(new Error(`${command} ${args.join(' ')}: exit code ${code}`)),
    );
  });
}

async function ready() {
  for (let tries = 0; tries < 480; tries++) {
    const up = await fetch(`${base}/api/v1/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the shop did not open');
}
