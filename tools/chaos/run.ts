import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { productsPageSchema } from '#libs/contracts';
import { demoPeople } from '../../apps/standalone/src/demo/people';
import { Chance } from '../market-day/chance';
import { Market } from '../market-day/market';
import { type Account, signInByEmail } from '../market-day/sign-in';
import { Tally } from '../market-day/tally';
import { Cluster } from './cluster';
import { DatabaseCheck } from './database-check';
import {
  hasEnoughSamples,
  judgeRound,
  missingDeliveries,
  type Observations,
  type PastRound,
  RECOVERY_MS,
} from './deliveries';
import { FaultRunner } from './fault-runner';
import { observe } from './observer';
import { OrderLoad } from './order-load';
import type { FaultKind, ProcessCounts, Round } from './plan';
import { deliveryLines, findingLines, summaryLines } from './report';
import { check, type Finding, readSchedules, type Schedules, settle } from './verdict';

/** Time in ms for which people retry an unanswered request. */
const RETRY_FOR_MS = 60_000;
/** Time between two progress lines, in ms. */
const LINE_MS = 10_000;
/** Minimum and maximum time in ms for measuring event delivery after a round. */
const MEASURE_LEAST_MS = 5_000;
const MEASURE_MAX_MS = 25_000;
/** Farms whose products the order load buys. */
const LOAD_FARMS = 3;
const POLL_MS = 250;

export interface RunOptions {
  readonly seed: number;
  readonly customers: number;
  readonly farms: number;
  readonly processes: ProcessCounts;
  readonly rounds: readonly Round[];
}

/** One run against one cluster with the demo data. */
export class Run {
  readonly #tally = new Tally();
  readonly #market: Market;
  readonly #database: DatabaseCheck;
  #observers: Observations[] = [];
  #schedules: Schedules = new Set();

  constructor(
    private readonly options: RunOptions,
    private readonly cluster: Cluster,
    private readonly print: (line: string) => void,
    private readonly signal: AbortSignal,
  ) {
    const { customers, farms, seed } = options;
    this.#database = new DatabaseCheck(cluster.mongodbUri);
    this.#market = new Market({
      shop: cluster.proxy.url,
      crowd: { customers, farms, admins: 2 },
      spared: { customers: 0, farms: 0, admins: 0 },
      chance: new Chance(seed),
      pace: { least: 300, most: 2_000 },
      tally: this.#tally,
      retryForMs: RETRY_FOR_MS,
      emails: {
        customer: emailsOf('customer'),
        farmer: emailsOf('farmer'),
        admin: emailsOf('admin'),
      },
    });
  }

  /** Returns the number of differences. */
  async run(): Promise<number> {
    const progress = setInterval(() => this.print(this.#tally.line()), LINE_MS);
    try {
      this.#database.begin();
      const { url } = this.cluster.proxy;
      this.#schedules = await readSchedules(
        url,
        await signInByEmail(url, emailsOf('admin')[0] ?? ''),
      );
      const load = await this.#openLoad();
      await this.#market.open();
      await this.#database.confirmAddresses();
      this.#observers = (['admin', 'farmer'] as const).map((role) =>
        observe(this.#market.someone(role)),
      );
      this.#tally.begin();
      this.print('Everybody is there.');
      const runner = new FaultRunner(this.cluster, this.options.processes, load, this.print);
      const rounds = await this.#runRounds(runner);
      clearInterval(progress);
      this.print('No more faults; waiting until everything has been handled …');
      await load?.finished();
      await this.#market.close();
      await settle(this.#market.admin, this.#database, this.#schedules);
      await this.#market.settle();
      return await this.#report(rounds, runner);
    } finally {
      clearInterval(progress);
      this.#market.end();
      await this.#database.close();
    }
  }

  /** The order load, if the plan needs it. */
  async #openLoad(): Promise<OrderLoad | null> {
    const { url } = this.cluster.proxy;
    if (!this.options.rounds.flat().some(({ fault }) => loadedKinds.has(fault.kind))) return null;
    const answer = await fetch(new URL('/api/v1/products?limit=100', url));
    const { products } = z.parse(productsPageSchema, await answer.json());
    const farmers: Account[] = [];
    for (const email of emailsOf('farmer').slice(0, LOAD_FARMS))
      farmers.push(await signInByEmail(url, email));
    return OrderLoad.open(url, (account) => this.#market.enter(account, []), farmers, products);
  }

  /** Runs the rounds; after each one people continue to trade until event delivery has been measured. */
  async #runRounds(runner: FaultRunner): Promise<PastRound[]> {
    const past: PastRound[] = [];
    for (const round of this.options.rounds) {
      const faults = await runner.run(round, this.signal);
      if (faults.length === 0) break;
      const from = Date.now() + RECOVERY_MS;
      await this.#wait(RECOVERY_MS + MEASURE_LEAST_MS);
      const deadline = from + MEASURE_MAX_MS;
      while (
        !hasEnoughSamples(this.#observers, from) &&
        Date.now() < deadline &&
        !this.signal.aborted
      )
        await this.#wait(POLL_MS);
      past.push({ faults, measured: { from, to: Date.now() } });
    }
    return past;
  }

  async #report(rounds: readonly PastRound[], runner: FaultRunner): Promise<number> {
    const rows = await this.#database.outbox();
    const findings = await check(
      this.#market,
      this.cluster,
      this.#database,
      this.#tally,
      this.#schedules,
    );
    const { missing, late } = missingDeliveries(rows, this.#observers, rounds);
    findings.push(
      { what: 'every event is delivered, or a gap announced', differences: missing },
      {
        what: `delivery is back within ${RECOVERY_MS / 1_000} s`,
        differences: rounds.flatMap((round) => judgeRound(this.#observers, round).differences),
      } satisfies Finding,
      { what: 'every planned fault happened', differences: runner.failures },
    );
    const lines = [
      ...summaryLines(this.#tally, this.cluster, rows.length),
      '',
      ...deliveryLines(rounds, this.#observers),
      `  ${late} deliveries of events amid faults came later than ${RECOVERY_MS / 1_000} s after them`,
      '',
      ...findingLines(findings, this.cluster),
    ];
    for (const line of lines) this.print(line);
    const sum = findings.reduce((all, { differences }) => all + differences.length, 0);
    const { acknowledged } = this.#tally;
    this.print(
      `\n${acknowledged.length} orders, ${this.#market.screenCount} screens, ${sum} differences\n`,
    );
    return sum;
  }

  #wait(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.signal }).catch(() => {});
  }
}

function emailsOf(role: string): string[] {
  return demoPeople.filter((person) => person.role === role).map(({ email }) => email);
}

/** Faults during which the order load runs. */
const loadedKinds = new Set<FaultKind>(['flushall', 'load-without-workers']);
