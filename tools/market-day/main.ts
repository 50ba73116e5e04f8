/**
 * A market day: simulated people use the shop through its real HTTP and socket API, each with the web app's own calls,
 * cache and live client. At the end every screen, as updated by events, is compared with the API.
 */
import * as z from 'zod';
import { readArguments } from './arguments';
import { becomeBrowser } from './browser';
import { Chance } from './chance';
import { Market } from './market';
import { isOpen, ScratchShop } from './shop';
import { Tally } from './tally';

const USAGE =
  'usage: npm run market-day -- [--customers 50] [--farms 6] [--minutes 2] [--seed 1] [--url http://localhost:3000]';
const LINE_MS = 5_000;
/** Maximum number of printed differences and failures. */
const PRINTED = 20;

const optionsSchema = z.object({
  customers: z.coerce.number().int().min(1).max(500).default(50),
  farms: z.coerce.number().int().min(1).max(50).default(6),
  minutes: z.coerce.number().positive().max(1_440).default(2),
  seed: z.coerce.number().int().default(1),
  url: z.url().optional(),
  gentle: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

const say = (line: string) => process.stdout.write(`${line}\n`);
let stop = () => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop());

const options = readArguments(optionsSchema, ['gentle'], USAGE);
becomeBrowser();
try {
  process.exitCode = await (options.gentle ? accompany(options) : play(options));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
process.exit();

/** Runs a whole day with its final check; returns the exit code. */
async function play({ customers, farms, minutes, seed, url }: Options): Promise<number> {
  if (url === undefined) say('Opening a shop on a scratch data directory …');
  const own = url === undefined ? await ScratchShop.open() : null;
  const shop = own?.url ?? new URL(url ?? '');
  const tally = new Tally();
  const market = new Market({
    shop,
    crowd: { customer: customers, farmer: farms, admin: 2 },
    chance: new Chance(seed),
    pace: { least: 300, most: 2_000 },
    tally,
  });
  try {
    await isOpen(shop);
    say(`${customers} customers, ${farms} farmers and 2 admins arrive (seed ${seed}) …`);
    await market.open();
    tally.begin();
    await passTime(minutes * 60_000, tally);
    say('The market closes; waiting until all events are delivered …');
    await market.settle();
    const differences = await market.differences();
    say(tally.line());
    for (const line of tally.sums()) say(line);
    for (const one of differences.slice(0, PRINTED)) say(`  ${one}`);
    for (const failure of tally.failures.slice(0, PRINTED)) say(`  failed: ${failure}`);
    say(
      `${market.screenCount} screens, ${differences.length} differences, ${tally.failures.length} failures`,
    );
    return differences.length + tally.failures.length === 0 ? 0 : 1;
  } finally {
    market.end();
    await own?.close();
  }
}

/** Runs a few people on an open shop for a human viewer, until the shop exits. */
async function accompany({ seed, url }: Options): Promise<number> {
  const shop = new URL(url ?? 'http://localhost:3000');
  await isOpen(shop);
  const market = new Market({
    shop,
    // The first accounts of each role belong to the demo buttons, and so to the viewer.
    crowd: { customer: 4, farmer: 5, admin: 1 },
    spared: { customer: 8, farmer: 1, admin: 1 },
    chance: new Chance(seed),
    pace: { least: 2_000, most: 9_000 },
    tally: new Tally(),
  });
  await market.open();
  say('  A market day is on: other customers buy, and five farms work on their orders.\n');
  // The shop holds the other end of the pipe, so this process exits with it.
  process.stdin.resume();
  await new Promise<void>((resolve) => {
    stop = resolve;
    process.stdin.on('end', resolve).on('close', resolve);
  });
  market.end();
  return 0;
}

/** Prints progress until the time is over or a signal arrives. */
async function passTime(ms: number, tally: Tally): Promise<void> {
  const lines = setInterval(() => say(tally.line()), LINE_MS);
  await new Promise<void>((resolve) => {
    stop = resolve;
    setTimeout(resolve, ms);
  });
  clearInterval(lines);
}
