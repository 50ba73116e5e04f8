/**
 * `npm run bench [-- --quick] [--only <part of a name>] [--products N] [--orders M] [--seconds S] [--rate N]
 * [--json FILE]`: measures a shop on scratch directories, in processes of its own. README.md explains each row.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openCompany } from './company.js';
import { acting } from './scenarios/acting.js';
import { lists, type OpenShop } from './scenarios/lists.js';
import { eventDelivery, sustained } from './scenarios/orders.js';
import { start } from './scenarios/start.js';
import { fill, type Size } from './shop.js';
import { Stage } from './stage.js';
import { type Row, table } from './table.js';

const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    products: { type: 'string' },
    orders: { type: 'string' },
    seconds: { type: 'string' },
    rate: { type: 'string' },
    json: { type: 'string' },
  },
});
const preset = asked.quick
  ? { products: 1_000, orders: 2_000, seconds: 1, starts: 1, sustain: 12 }
  : { products: 10_000, orders: 100_000, seconds: 3, starts: 3, sustain: 60 };
const size: Size = {
  products: Number(asked.products ?? preset.products),
  orders: Number(asked.orders ?? preset.orders),
};
const seconds = Number(asked.seconds ?? preset.seconds);
const rate = asked.rate === undefined ? undefined : Number(asked.rate);
const SMALL: Size = { products: 300, orders: 1_000 };

const say = (line: string) => process.stdout.write(`${line}\n`);
const wants = (name: string) => name.includes(asked.only);
const rows: Row[] = [];
function add(measured: readonly Row[]): void {
  rows.push(...measured);
  for (const { scenario, perSecond, p95 } of measured)
    say(`${scenario}: ${perSecond?.toFixed(0) ?? '–'}/s, p95 ${p95?.toFixed(1) ?? '–'} ms`);
}

async function onStage(of: Size, use: (shop: Omit<OpenShop, 'api'>) => Promise<void>) {
  const stage = await Stage.open();
  try {
    say(`Filling a scratch database: ${of.products} products, ${of.orders} orders …`);
    await use({ stage, shop: await stage.filled(() => fill(stage, of)) });
  } finally {
    await stage.close();
  }
}

const load = () => loadavg()[0]?.toFixed(1) ?? '';
const before = load();
const started = performance.now();

await onStage(size, async (large) => {
  const { stage } = large;
  if (wants('start')) add(await start(stage, preset.starts));
  if (asked.only === '' || asked.only === 'lists')
    await onStage(SMALL, async (small) => {
      const open = async (shop: typeof small) => ({
        ...shop,
        api: await shop.stage.process('api'),
      });
      add(await lists(await open(small), await open(large), seconds));
    });
  if (asked.only === 'start' || asked.only === 'lists') return;
  const company = await openCompany(stage);
  add(await acting(company, seconds, wants));
  if (wants('event delivery')) add(await eventDelivery(company, preset.sustain));
  if (wants('sustained')) add(await sustained(company, preset.sustain, say, rate));
  await company.close();
});

const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
const took = Math.round((performance.now() - started) / 1_000);
say(`\n${table(rows)}\n`);
say(`${machine}; load ${before} before and ${load()} after; ${took} s in all.`);
if (asked.json) {
  const report = { machine, load: { before, after: load() }, size, seconds, took, rows };
  await writeFile(asked.json, `${JSON.stringify(report, null, 1)}\n`);
}
process.exit();
