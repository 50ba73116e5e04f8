import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '../market-day/chance';
import { Market } from '../market-day/market';
import { signIn } from '../market-day/sign-in';
import { Tally } from '../market-day/tally';
import type { Cluster } from './cluster';
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
import type { FaultKind, Round } from './plan';
import {
  failedJobs,
  lostSchedules,
  readSchedules,
  recount,
  type Schedules,
  stock,
  wrongFigures,
} from './verdict';

/** Time in ms for which people retry an unanswered request. */
const RETRY_FOR_MS = 60_000;
/** Time between two progress lines, in ms. */
const LINE_MS = 10_000;
/** Minimum and maximum time in ms for measuring event delivery after a round. */
const MEASURE_LEAST_MS = 5_000;
const MEASURE_MAX_MS = 25_000;
const POLL_MS = 250;
/** Time limit in ms for handling everything; events lost by Redis are republished only after minutes. */
const SETTLE_MS = 270_000;
/** Time between two recounts in ms; a user may request 30 per minute. */
const RECOUNT_MS = 3_000;
/** Maximum number of printed differences per expectation. */
const PRINTED = 12;
/** Faults during which the order load runs. */
const loadedKinds = new Set<FaultKind>(['flushall', 'load-without-workers']);

export interface RunOptions {
  readonly seed: number;
  readonly customers: number;
  readonly farms: number;
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
      crowd: { customer: customers, farmer: farms, admin: 2 },
      chance: new Chance(seed),
      pace: { least: 300, most: 2_000 },
      tally: this.#tally,
      cards: cluster.stripe,
      retryForMs: RETRY_FOR_MS,
    });
  }

  /** Returns the number of differences. */
  async run(): Promise<number> {
    const progress = setInterval(() => this.print(this.#tally.line()), LINE_MS);
    try {
      this.#database.begin();
      const { url } = this.cluster.proxy;
      this.#schedules = await readSchedules(url, await signIn(url, 'admin', 0));
      const load = this.options.rounds.flat().some(({ fault }) => loadedKinds.has(fault.kind))
        ? await OrderLoad.open(this.#market, url)
        : null;
      await this.#market.open();
      await this.#database.confirmAddresses();
      await load?.harvest();
      this.#observers = (['admin', 'farmer'] as const).map((role) =>
        observe(this.#market.someone(role)),
      );
      this.#tally.begin();
      this.print('Everybody is there.');
      const runner = new FaultRunner(this.cluster, load, this.print);
      const rounds = await this.#runRounds(runner);
      clearInterval(progress);
      this.print('No more faults; waiting until everything has been handled …');
      await this.cluster.stripe.calm();
      await load?.finished();
      await this.#market.close();
      await this.#settle();
      await this.#market.settle();
      return await this.#report(rounds, runner);
    } finally {
      clearInterval(progress);
      this.#market.end();
      await this.#database.close();
    }
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

  /** Resolves when every event is handled, every mail is sent and every schedule exists, or after SETTLE_MS. */
  async #settle(): Promise<void> {
    const { admin } = this.#market;
    for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline; await sleep(RECOUNT_MS))
      if (
        (await this.#database.isSettled()) &&
        (await recount(admin))?.underWay === 0 &&
        (await lostSchedules(admin, this.#schedules)).length === 0
      )
        return;
  }

  async #report(rounds: readonly PastRound[], runner: FaultRunner): Promise<number> {
    const events = await this.#database.outbox();
    const results = rounds.map((round) => judgeRound(this.#observers, round));
    const { missing, late } = missingDeliveries(events, this.#observers, rounds);
    const findings: Record<string, readonly string[]> = {
      ...(await this.#check()),
      'every event is delivered, or a gap announced': missing,
      [`delivery is back within ${RECOVERY_MS / 1_000} s`]: results.flatMap(
        ({ differences }) => differences,
      ),
      'every planned fault happened': runner.failures,
    };
    const mails = [...this.cluster.mailServer.received.values()];
    const lines = [
      this.#tally.line(),
      ...this.#tally.sums(),
      await this.#database.money.line(),
      `${events.length} events; ${this.#tally.lost} requests without an answer, sent again; ${mails.filter((times) => times > 1).length} of ${mails.length} mails received twice, under one id`,
      '',
      ...results.map(({ line }) => line),
      `  ${late} deliveries of events amid faults came later than ${RECOVERY_MS / 1_000} s after them`,
      '',
      'what has to be true'.padEnd(46).concat('differences'),
      ...Object.entries(findings).flatMap(([what, differences]) => [
        `  ${what.padEnd(44)} ${differences.length}`,
        ...differences.slice(0, PRINTED).flatMap((one) => [`      ${one}`, ...this.#logged(one)]),
      ]),
    ];
    for (const line of lines) this.print(line);
    const sum = Object.values(findings).flat().length;
    this.print(
      `\n${this.#tally.acknowledged.length} orders, ${this.#market.screenCount} screens, ${sum} differences\n`,
    );
    return sum;
  }

  /** Compares the database, the API, the mails and all pages with each other: expectations, and the differences. */
  async #check(): Promise<Record<string, readonly string[]>> {
    const { mailServer, processes, stripe } = this.cluster;
    const { admin, disconnected } = this.#market;
    const { money } = this.#database;
    const counted = await recount(admin);
    const underWay = counted?.underWay ?? 'unknown';
    return {
      'each acknowledged order exists, once': await this.#database.orders(this.#tally.acknowledged),
      'each message exists, once': await this.#database.messages(this.#tally.written),
      'no job has failed for good': await failedJobs(admin),
      'every schedule exists': await lostSchedules(admin, this.#schedules),
      'stock = ledger, held = open holds': await stock(admin),
      'places taken = orders and open holds': await this.#database.places(),
      'every event is counted': underWay === 0 ? [] : [`events still to be counted: ${underWay}`],
      'running figures = recount': wrongFigures(counted),
      'one notification per event and person': await this.#database.notifications(),
      'every part is the fold of its changes': await this.#database.folds(),
      'the stock ledger has what orders take': await this.#database.ledger(),
      'no payment is left in between': await money.unfinished(),
      "the card provider's books = payments": await money.atProvider(await stripe.books()),
      'cards paid what was handed over, once': await money.takenForNothing(),
      'journals = hand-overs and payments': await money.journals(),
      'store credit = history = orders = ledger': await money.credit(),
      'statements = replay of journals': await money.statements(admin),
      'the ledger finds no fault in itself': await money.faults(admin),
      'every notification is mailed': await this.#database.mails(mailServer.received),
      'every page is live': disconnected.map(({ user }) => user.email),
      'every screen = the API': await this.#market.differences(),
      'no unexpected error': this.#tally.failures,
      'no process crashed': processes.flatMap(({ crashes }) => crashes),
    };
  }

  /** Log lines of all processes about the request that a difference names. */
  #logged(difference: string): string[] {
    const [, id] = /\(request (\S+)\)/.exec(difference) ?? [];
    const lines = id ? this.cluster.processes.flatMap((one) => one.linesOf(id)) : [];
    return lines.map((line) => `        ${line}`);
  }

  #wait(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.signal }).catch(() => {});
  }
}
