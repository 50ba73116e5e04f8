/**
 * Chaos: simulated people trade on a cluster of several processes while faults are injected. Afterwards every
 * acknowledged order must exist exactly once, all pages and collections must agree, and events must arrive in time.
 */
import * as z from 'zod';
import { readArguments } from '../market-day/arguments';
import { becomeBrowser } from '../market-day/browser';
import { Cluster } from './cluster';
import { describeFault, faultKinds, planOf, planOnly, type Round } from './plan';
import { Run } from './run';

const USAGE = `usage: npm run chaos -- [--minutes 2] [--seed 1] [--seeds 1] [--only kind,kind] [--customers 20] [--farms 6] [--logs]
kinds of faults: ${faultKinds.join(', ')}`;
/** Log lines per process that `--logs` prints. */
const LOG_LINES = 400;

const optionsSchema = z.object({
  customers: z.coerce.number().int().min(1).max(500).default(20),
  farms: z.coerce.number().int().min(1).max(6).default(6),
  minutes: z.coerce.number().positive().max(1_440).default(2),
  seed: z.coerce.number().int().default(1),
  /** Number of consecutive runs, each on a new cluster and with the next seed. */
  seeds: z.coerce.number().int().min(1).max(1_000).default(1),
  /** Runs only faults of these kinds, each in a round of its own. */
  only: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(faultKinds)))
    .optional(),
  logs: z.boolean().default(false),
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (interrupted.signal.aborted) process.exit(1);
    interrupted.abort();
  });

const options = readArguments(optionsSchema, ['logs'], USAGE);
becomeBrowser();
try {
  const results: [seed: number, differences: number][] = [];
  const end = options.seed + options.seeds;
  for (let seed = options.seed; seed < end && !interrupted.signal.aborted; seed++)
    results.push([seed, await run(seed)]);
  if (results.length > 1)
    for (const [seed, differences] of results) print(`seed ${seed}: ${differences} differences`);
  process.exitCode = results.every(([, differences]) => differences === 0) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
process.exit();

/** Returns the number of differences. */
async function run(seed: number): Promise<number> {
  const { customers, farms, minutes, logs } = options;
  const rounds = plan(seed);
  print(`Seed ${seed}: ${customers} customers, ${farms} farms, ${minutes} minutes. The plan:`);
  for (const [at, round] of rounds.entries())
    for (const { atMs, fault } of round)
      print(
        `  round ${at + 1}, ${(atMs / 1_000).toFixed(1).padStart(6)} s  ${describeFault(fault)}`,
      );
  print('Starting two apis, two gateways and two workers …');
  const cluster = await Cluster.open(seed);
  const one = { seed, customers, farms, rounds };
  try {
    return await new Run(one, cluster, print, interrupted.signal).run();
  } finally {
    if (logs)
      for (const { name, output } of cluster.processes)
        for (const line of output.slice(-LOG_LINES)) print(`${name}: ${line}`);
    await cluster.close();
  }
}

function plan(seed: number): Round[] {
  const lengthMs = options.minutes * 60_000;
  return options.only ? planOnly(options.only, seed, lengthMs) : planOf(seed, lengthMs);
}
