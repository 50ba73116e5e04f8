/**
 * `npm run bench [-- --quick | --full] [--only <part of a name>] [--products N] [--orders M] [--rounds R] [--seconds S]
 * [--rate N] [--json FILE]`: measures the product and its baselines in alternating rounds, in separate processes on
 * scratch directories. tools/bench/README.md explains each row.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type ActRow, actsTable } from './acting/table.js';
import { type Effort, measure, type Row, type Scenario } from './runner/measure.js';
import { fill, type OpenShop, type Shop, type Size } from './runner/shop.js';
import { Stage } from './runner/stage.js';
import { table } from './runner/table.js';
import { ACTING, acting } from './scenarios/acting.js';
import { catalogue } from './scenarios/catalogue.js';
import { SCENARIOS } from './scenarios/event-delivery.js';
import { growth } from './scenarios/growth.js';
import { live } from './scenarios/live.js';
import { orders } from './scenarios/orders.js';
import { ownLists } from './scenarios/own-lists.js';
import { pageLoad } from './scenarios/page-load.js';
import { startUp } from './scenarios/start-up.js';
import { SUSTAINED, sustained } from './scenarios/sustained.js';

const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    products: { type: 'string' },
    orders: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    rate: { type: 'string' },
    json: { type: 'string' },
  },
});
const kind = asked.quick ? 'quick' : asked.full ? 'full' : 'usual';
const presets = {
  quick: {
    products: 1_000,
    orders: 2_000,
    rounds: 1,
    seconds: 0.5,
    warmUp: 50,
    few: 100,
    many: 400,
    sustain: 12,
  },
  usual: {
    products: 10_000,
    orders: 100_000,
    rounds: 3,
    seconds: 2,
    warmUp: 1_500,
    few: 1_000,
    many: 5_000,
    sustain: 60,
  },
  full: {
    products: 100_000,
    orders: 1_000_000,
    rounds: 5,
    seconds: 3,
    warmUp: 1_500,
    few: 1_000,
    many: 5_000,
    sustain: 60,
  },
} as const;
const { few, many, sustain, ...preset } = presets[kind];
const effort: Effort = {
  rounds: Number(asked.rounds ?? preset.rounds),
  seconds: Number(asked.seconds ?? preset.seconds),
  warmUp: preset.warmUp,
};
const size: Size = {
  products: Number(asked.products ?? preset.products),
  orders: Number(asked.orders ?? preset.orders),
};
/** Orders per second of `sustained`; without it, the scenario searches for the highest rate. */
const rate = asked.rate === undefined ? undefined : Number(asked.rate);
const SMALL: Size = { products: 100, orders: 1_000 };

const load = () => loadavg()[0]?.toFixed(1) ?? '';
const say = (line: string) => process.stdout.write(`${line}\n`);
const wants = (...names: string[]) => names.some((name) => name.includes(asked.only));
const rows: Row[] = [];
const acts: ActRow[] = [];

function add(measured: readonly Row[]): void {
  rows.push(...measured);
  for (const { scenario, clients, contender, perSecond, p95 } of measured)
    say(
      `${scenario}, ${clients}: ${contender} ${perSecond?.toFixed(0) ?? '–'}/s, p95 ${p95?.toFixed(1) ?? '–'} ms`,
    );
}

async function play(scenarios: readonly Scenario[], with_: Effort = effort): Promise<void> {
  for (const scenario of scenarios) if (wants(scenario.name)) add(await measure(scenario, with_));
}

async function onStage(use: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await Stage.open();
  try {
    await use(stage);
  } finally {
    await stage.close();
  }
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

async function filled(stage: Stage, of: Size): Promise<Shop> {
  say(`Filling a scratch database: ${of.products} products, ${of.orders} orders …`);
  const from = performance.now();
  const shop = await stage.filled(() => fill(stage, of));
  say(`Filled in ${seconds(performance.now() - from)} s.`);
  return shop;
}

async function open(stage: Stage, of: Size): Promise<OpenShop> {
  const shop = await filled(stage, of);
  const api = await stage.process('api');
  say(`The api was ready after ${seconds(api.ms)} s.`);
  return { stage, api, shop };
}

const before = load();
const started = performance.now();
const isLive = wants('memory of a socket', 'fan-out', ...Object.values(SCENARIOS));
if (isLive) await onStage(async (stage) => add(await live(stage, effort, { few, many }, wants)));
const isActing = wants(...ACTING);
if (isActing || wants(SUSTAINED)) await onStage(measureActs);
if (asked.only === '' || !(isLive || isActing || wants(SUSTAINED))) await onStage(measureShops);

async function measureActs(stage: Stage): Promise<void> {
  await filled(stage, size);
  if (isActing) await acting(stage, effort, wants, addActs, say);
  if (wants(SUSTAINED)) add(await sustained(stage, sustain, say, rate));
}

function addActs(measured: readonly ActRow[]): void {
  acts.push(...measured);
  for (const { act, who, p50, perSecond } of measured)
    say(`${act}: ${who} p50 ${p50.toFixed(2)} ms, ${perSecond[8]?.toFixed(0)}/s with 8`);
}

async function measureShops(stage: Stage): Promise<void> {
  const large = await open(stage, size);
  if (wants('start-up')) add(await startUp(stage, effort));
  await onStage(async (other) => {
    const small = await open(other, SMALL);
    // One second each, because there are many of them.
    const short = { ...effort, seconds: Math.min(1, effort.seconds) };
    await play(await growth(small, large), short);
    if (wants('page load')) add(await pageLoad(other, effort));
  });
  // Each group starts with a new api and new baselines: the heap of an api that has served others distorts the ratio.
  let { api } = large;
  for (const group of [catalogue, ownLists, orders]) {
    await stage.end(api);
    api = await stage.process('api');
    await play(await group({ ...large, api }));
  }
}

const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
const took = Math.round((performance.now() - started) / 1_000);
if (acts.length > 0) say(`\n${actsTable(acts)}`);
if (rows.length > 0) say(`\n${table(rows)}`);
say('');
say(
  `${machine}; load ${before} before and ${load()} after; ${effort.rounds} rounds of ${effort.seconds} s each; ${took} s in all.`,
);
if (asked.json)
  await writeFile(
    asked.json,
    `${JSON.stringify({ machine, load: { before, after: load() }, effort, size, took, acts, rows }, null, 1)}\n`,
  );
process.exit();
