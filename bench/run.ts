/**
 * `npm run bench [-- --quick] [--only <part of a name>] [--products N] [--orders M] [--rounds R] [--seconds S] [--json FILE] [--live]`: measures the
 * product and its bare counterparts in turns, in processes of their own on a scratch directory. bench/README.md says
 * what each row is and how to read it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Effort, measure, type Row } from './runner/measure.js';
import { Stage } from './runner/stage.js';
import { table } from './runner/table.js';
import { catalogue } from './scenarios/catalogue.js';
import { orders } from './scenarios/orders.js';
import { ownLists } from './scenarios/own-lists.js';
import { startUp } from './scenarios/start-up.js';

const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    products: { type: 'string' },
    orders: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'string' },
    live: { type: 'boolean', default: false },
  },
});
const usual: Effort = asked.quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 };
const effort: Effort = {
  rounds: Number(asked.rounds ?? usual.rounds),
  seconds: Number(asked.seconds ?? usual.seconds),
};
const size = {
  products: asked.products ?? (asked.quick ? '1000' : '10000'),
  orders: asked.orders ?? (asked.quick ? '200' : '2000'),
};
const load = () => loadavg()[0]?.toFixed(1) ?? '';
const say = (line: string) => process.stdout.write(`${line}\n`);

const rows: Row[] = [];
const before = load();
const stage = await Stage.open();
try {
  const users = String(Math.max(200, Math.ceil(Number(size.products) / 100) + 100));
  say(`Filling a scratch database: ${size.products} products, ${size.orders} orders …`);
  await stage.command(
    'seed',
    '--products',
    size.products,
    '--orders',
    size.orders,
    '--users',
    users,
  );
  if ('start-up'.includes(asked.only)) rows.push(...(await startUp(stage, effort)));
  const api = await stage.process('api');
  for (const group of [catalogue, ownLists, orders])
    for (const scenario of await group(stage, api)) {
      if (!scenario.name.includes(asked.only)) continue;
      const measured = await measure(scenario, effort);
      rows.push(...measured);
      say(
        `${scenario.name}, ${scenario.clients}: ${measured.map((row) => `${row.contender} ${row.perSecond.toFixed(0)}/s`).join(', ')}`,
      );
    }
} finally {
  await stage.close();
}
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
say(`\n${table(rows)}\n`);
say(
  `${machine}; load ${before} before and ${load()} after; ${effort.rounds} rounds of ${effort.seconds} s each.`,
);
if (asked.json)
  await writeFile(
    asked.json,
    `${JSON.stringify({ machine, load: { before, after: load() }, effort, size, rows }, null, 1)}\n`,
  );
// Programs of their own, which print their own lines.
if (asked.live)
  for (const program of asked.quick
    ? ['realtime-memory.mjs 200', 'realtime-latency.mjs 20 6 200']
    : ['realtime-memory.mjs 2000', 'realtime-latency.mjs 50 15 1000']) {
    say(`\n${program}`);
    const [file = '', ...args] = program.split(' ');
    const child = spawn(process.execPath, [`bench/${file}`, ...args], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as unknown[];
    if (code !== 0) process.exitCode = 1;
  }
process.exit();
