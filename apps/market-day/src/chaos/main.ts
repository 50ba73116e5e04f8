/**
 * Chaos: a market day on a shop of several processes, which are killed, stopped and cut off while people buy and
 * sell. When all are back, everything that was promised has to be there, once, on every page and in every book.
 */
import * as z from 'zod';
import { demoPeople } from '../../../standalone/src/demo/people';
import { readArguments } from '../arguments';
import { becomeBrowser } from '../browser';
import { Chance } from '../chance';
import { Market } from '../market';
import { Tally } from '../tally';
import { Books } from './books';
import { Fate } from './fate';
import { Memory } from './memory';
import { type Cast, inWords, planOf } from './plan';
import { Stage } from './stage';
import { type Finding, judge } from './verdict';

const USAGE =
  'usage: npm run chaos -- [--minutes 2] [--seed 1] [--seeds 1] [--customers 20] [--farms 6] [--soak] [--logs]';
const CAST: Cast = { api: 2, gateway: 2, worker: 2 };
/** Milliseconds for which people ask again for what was not answered. */
const PATIENCE_MS = 60_000;
const MEMORY_MS = 15_000;
/** Faults of one kind that are said one by one. */
const SAID = 12;
/** Lines of each process that `--logs` shows. */
const LOGGED = 400;

const optionsSchema = z.object({
  customers: z.coerce.number().int().min(1).max(500).default(20),
  farms: z.coerce.number().int().min(1).max(6).default(6),
  minutes: z.coerce.number().positive().max(1_440).default(2),
  seed: z.coerce.number().int().default(1),
  /** Runs, one after the other, each on a shop of its own; the seed of each is one more. */
  seeds: z.coerce.number().int().min(1).max(1_000).default(1),
  /** Nothing goes wrong: shows what becomes of the memory of each process. */
  soak: z.boolean().default(false),
  /** Says what the processes have logged. */
  logs: z.boolean().default(false),
});

const say = (line: string) => process.stdout.write(`${line}\n`);
let stop = () => {};
let stage: Stage | null = null;
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // the second time somebody means it
    if (stopped) process.exit(1);
    stopped = true;
    stop();
  });
process.on('exit', () => stage?.abandon());

const options = readArguments(optionsSchema, ['soak', 'logs'], USAGE);
becomeBrowser();
try {
  const results: [seed: number, faults: number][] = [];
  for (let seed = options.seed; seed < options.seed + options.seeds && !stopped; seed++)
    results.push([seed, await run(seed)]);
  if (results.length > 1)
    for (const [seed, faults] of results) say(`seed ${seed}: ${faults} differences`);
  process.exitCode = results.every(([, faults]) => faults === 0) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
process.exit();

/** One run; answers how much is not as it should be. */
async function run(seed: number): Promise<number> {
  const { customers, farms, minutes, soak } = options;
  const lengthMs = minutes * 60_000;
  const acts = soak ? [] : planOf(seed, lengthMs, CAST);
  say(`Seed ${seed}: ${customers} customers, ${farms} farms, ${minutes} minutes. The plan:`);
  for (const { atMs, fault } of acts)
    say(`  ${(atMs / 1_000).toFixed(1).padStart(6)} s  ${inWords(fault)}`);
  say('Opening a shop of two apis, two gateways and two workers …');
  const tally = new Tally();
  stage = await Stage.open(CAST, soak);
  const books = new Books(stage.mongodbUri);
  const market = new Market({
    shop: stage.front.url,
    crowd: { customers, farms, admins: 2 },
    spared: { customers: 0, farms: 0, admins: 0 },
    chance: new Chance(seed),
    pace: { least: 300, most: 2_000 },
    tally,
    patienceMs: PATIENCE_MS,
    emails: {
      customer: emailsOf('customer'),
      farmer: emailsOf('farmer'),
      admin: emailsOf('admin'),
    },
  });
  try {
    books.begin();
    await market.open();
    tally.begin();
    say('Everybody is there.');
    const fate = new Fate(stage, CAST, say);
    const memory = new Memory(stage.children, stage.metricsToken);
    const looks = soak ? watch(memory) : undefined;
    await Promise.all([passTime(lengthMs, tally), fate.play(acts, () => stopped)]);
    clearInterval(looks);
    for (const line of memory.lines()) say(line);
    say('Nothing goes wrong any more; waiting until all are back and all is told …');
    await fate.isOver();
    await market.close();
    await books.settled();
    await market.settle();
    const findings = await judge(market, stage, books, tally);
    findings.push({ what: 'everything planned could be done', faults: fate.failures });
    return await report(findings, fate, tally, market, books);
  } finally {
    market.leave();
    await books.close();
    if (options.logs)
      for (const { name, said } of stage.children)
        for (const line of said.slice(-LOGGED)) say(`${name}: ${line}`);
    await stage.close();
    stage = null;
  }
}

async function report(
  findings: readonly Finding[],
  fate: Fate,
  tally: Tally,
  market: Market,
  books: Books,
): Promise<number> {
  say(tally.line());
  for (const line of tally.sums()) say(line);
  const twice = [...(stage?.postBox.got.values() ?? [])].filter((times) => times > 1).length;
  say(
    `${await books.eventCount()} events; ${tally.lost} requests without an answer, sent again; ${twice} of ${stage?.postBox.got.size} mails handed over twice, under one id`,
  );
  say('\nwhat happened');
  for (const [what, times] of fate.done) say(`  ${what.padEnd(28)} ${times}`);
  say('\nwhat has to be true'.padEnd(48).concat('differences'));
  for (const { what, faults } of findings) {
    say(`  ${what.padEnd(44)} ${faults.length}`);
    for (const fault of faults.slice(0, SAID)) {
      say(`      ${fault}`);
      for (const line of logged(fault)) say(`        ${line}`);
    }
  }
  const sum = findings.reduce((all, { faults }) => all + faults.length, 0);
  say(`\n${tally.acknowledged.length} orders, ${market.screenCount} screens, ${sum} differences\n`);
  return sum;
}

/** What the processes have logged of the request that a fault names. */
function logged(fault: string): string[] {
  const [, id] = /\(request (\S+)\)/.exec(fault) ?? [];
  return id ? (stage?.children ?? []).flatMap((child) => child.saidOf(id)) : [];
}

function emailsOf(role: string): string[] {
  return demoPeople.filter((person) => person.role === role).map(({ email }) => email);
}

/** Says now and then how much memory each process has, in MB. */
function watch(memory: Memory): NodeJS.Timeout {
  const look = () => {
    memory.look().then(
      (line) => say(`  memory in MB: ${line}`),
      (error: unknown) => say(`  memory: ${String(error)}`),
    );
  };
  look();
  return setInterval(look, MEMORY_MS);
}

/** Says how it goes until the time is over, or somebody ends it early. */
async function passTime(ms: number, tally: Tally): Promise<void> {
  const lines = setInterval(() => say(tally.line()), options.soak ? 60_000 : 10_000);
  await new Promise<void>((resolve) => {
    stop = resolve;
    setTimeout(resolve, ms);
  });
  clearInterval(lines);
}
