import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type ProductDto, productsPageSchema } from '#libs/contracts';
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
  type PastRound,
  RECOVERY_MS,
} from './deliveries';
import { FaultRunner } from './fault-runner';
import { Memory } from './memory';
import { Observer } from './observer';
import { OrderLoad } from './order-load';
import type { FaultKind, ProcessCounts, Round } from './plan';
import { deliveryLines, findingLines, summaryLines } from './report';
import { check, type Finding, readSchedules, type Schedules, settle } from './verdict';

/** Time in ms for which people retry an unanswered request. */
const RETRY_FOR_MS = 60_000;
const MEMORY_MS = 15_000;
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
  /** Duration in ms for which memory is sampled, instead of injecting faults. */
  readonly soakMs: number | null;
}

/** One run against one cluster with the demo data. */
export class Run {
  readonly #tally = new Tally();
  readonly #market: Market;
  readonly #database: DatabaseCheck;
  #observers: Observer[] = [];
  #schedules: Schedules = new Set();
  #begin = Date.now();

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
    const { soakMs } = this.options;
    const progress = setInterval(() => this.print(this.#tally.line()), LINE_MS);
    try {
      this.#database.begin();
      const load = soakMs === null ? await this.#openObservers() : null;
      await this.#market.open();
      await this.#database.confirmAddresses();
      this.#tally.begin();
      this.#begin = Date.now();
      this.print('Everybody is there.');
      const runner = new FaultRunner(this.cluster, this.options.processes, load, this.print);
      const rounds = soakMs === null ? await this.#runRounds(runner) : await this.#soak(soakMs);
      clearInterval(progress);
      this.print('No more faults; waiting until everything has been handled …');
      await load?.finished();
      await this.#market.close();
      await settle(this.#market.admin, this.#database, this.#schedules);
      await this.#market.settle();
      return await this.#report(rounds, runner);
    } finally {
      clearInterval(progress);
      for (const observer of this.#observers) observer.close();
      this.#market.end();
      await this.#database.close();
    }
  }

  /** Opens observers, and prepares the order load if the plan needs it. */
  async #openObservers(): Promise<OrderLoad | null> {
    const shop = this.cluster.proxy.url;
    const products = await this.#products();
    const productIds = products.map(({ _id }) => _id);
    const signIn = (role: string, count: number): Promise<Account[]> =>
      Promise.all(
        emailsOf(role)
          .slice(0, count)
          .map((email, n) => signInByEmail(shop, email, homeOf(role, n))),
      );
    const farmers = await signIn('farmer', LOAD_FARMS);
    const [admin = null] = await signIn('admin', 1);
    const [farmer = null] = farmers;
    if (admin) this.#schedules = await readSchedules(shop, admin);
    this.#observers = await Promise.all(
      [
        { name: 'visitor', account: null, productIds },
        { name: 'farmer', account: farmer, productIds: [] },
        { name: 'admin', account: admin, productIds: [] },
      ].map((one) => Observer.open({ ...one, shop, home: homeOf(one.name, 0) })),
    );
    const needsLoad = this.options.rounds.flat().some(({ fault }) => loadedKinds.has(fault.kind));
    return needsLoad ? OrderLoad.open(shop, this.#tally, farmers, products) : null;
  }

  async #products(): Promise<ProductDto[]> {
    const answer = await fetch(new URL('/api/v1/products?limit=100', this.cluster.proxy.url));
    return z.parse(productsPageSchema, await answer.json()).products;
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

  async #soak(ms: number): Promise<PastRound[]> {
    const memory = new Memory(this.cluster.processes, this.cluster.metricsToken);
    const sample = () => {
      memory.sample().then(
        (line) => this.print(`  memory in MB: ${line}`),
        (error: unknown) => this.print(`  memory: ${String(error)}`),
      );
    };
    sample();
    const samples = setInterval(sample, MEMORY_MS);
    await this.#wait(ms);
    clearInterval(samples);
    for (const line of memory.lines()) this.print(line);
    return [];
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
      ...deliveryLines(rounds, this.#observers, this.#begin),
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

/** A separate loopback address per observer, because sign-ins are limited by address. */
const homeOf = (role: string, n: number) => `127.0.4.${role.length * 10 + n}`;
