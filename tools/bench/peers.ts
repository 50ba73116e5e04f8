/**
 * `node dist/tools/bench/peers.js --shop farmgate|vendure|medusa [--port P] [--key K] [--products N] [--clients 1,8,32]
 * [--seconds S] [--seed N --admin name:password]`: shoppers' flows in other shops, with the same load runner.
 * tools/bench/peers/README.md explains how to start the shops.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { farmgate } from './peers/farmgate.js';
import { compare, type Peer } from './peers/flows.js';
import { medusa, seedMedusa } from './peers/medusa.js';
import { seedVendure, vendure } from './peers/vendure.js';
import { Stage } from './runner/stage.js';

const { values: asked } = parseArgs({
  options: {
    shop: { type: 'string', default: 'farmgate' },
    port: { type: 'string' },
    key: { type: 'string', default: '' },
    products: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '1,8,32' },
    seconds: { type: 'string', default: '15' },
    seed: { type: 'string' },
    admin: { type: 'string', default: ':' },
  },
});
const PORTS: Readonly<Record<string, number>> = { vendure: 3_000, medusa: 9_000 };
const port = Number(asked.port ?? PORTS[asked.shop]);
const crowds = asked.clients.split(',').map(Number);
const say = (line: string) => process.stdout.write(`${line}\n`);

async function measure(peer: Peer): Promise<void> {
  say(await compare(peer, crowds, Number(asked.seconds)));
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
  say(`${asked.shop}; ${machine}; load ${loadavg()[0]?.toFixed(1)} after`);
}

if (asked.seed) {
  const [name = '', word = ''] = asked.admin.split(':');
  const seed = asked.shop === 'vendure' ? seedVendure : seedMedusa;
  await seed(port, [name, word], Number(asked.seed));
} else if (asked.shop === 'vendure') await measure(await vendure(port, Math.max(...crowds)));
else if (asked.shop === 'medusa') await measure(await medusa(port, asked.key));
else {
  const stage = await Stage.open();
  try {
    await measure(await farmgate(stage, Number(asked.products)));
  } finally {
    await stage.close();
  }
}
process.exit();
