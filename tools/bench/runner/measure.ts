import { performance } from 'node:perf_hooks';
import { Caller } from './caller.js';
import { type Program, usedBy } from './programs.js';

/** A server in a scenario: the product or a baseline. */
export interface Contender {
  readonly name: string;
  readonly port: number;
  /** The n-th request; n counts over all clients. */
  readonly ask: (n: number, client: number) => Buffer;
  readonly status: number;
  /** The processes whose CPU time and memory count for it. */
  readonly programs: readonly Program[];
}

export interface Scenario {
  readonly name: string;
  /** Concurrent clients, each with one request at a time. */
  readonly clients: number;
  /** The first one is the product. */
  readonly contenders: readonly Contender[];
  /**
   * Responses that each process, the product's and the baselines', sends once before anything is measured. Needed where
   * responses are so slow that a second has too few of them for Node to compile the code.
   */
  readonly warmUp?: number;
  /** What the ratio compares: responses per second (default), or the p95. */
  readonly compares?: 'p95';
}

/** A row of the table; null if there is no figure. */
export interface Row {
  readonly scenario: string;
  readonly clients: number;
  readonly contender: string;
  /** Median of the rounds. */
  readonly perSecond: number | null;
  /** In ms, over all rounds. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly answers: number;
  /** By process: CPU time per response in microseconds, and memory in MB at the end. */
  readonly processes: Readonly<Record<string, { cpuUs: number; mb: number }>>;
  /** Other figures, by name and unit. */
  readonly more?: Readonly<Record<string, number>>;
  /** The product's responses per second divided by this row's, or what the scenario compares; 1 for the product. */
  readonly ratio: number | null;
}

export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** Maximum number of warm-up responses. */
  readonly warmUp: number;
}

interface Round {
  readonly took: number[];
  readonly perSecond: number;
  readonly cpu: readonly number[];
}

/** Remaining warm-up responses of each process, shared by all of its scenarios. */
const toWarmUp = new WeakMap<Program, number>();

/** Measures the contenders in alternating order, so that a slow minute of the machine affects all of them. */
export async function measure(scenario: Scenario, effort: Effort): Promise<Row[]> {
  const { contenders, clients } = scenario;
  const rounds = new Map<Contender, Round[]>(contenders.map((one) => [one, []]));
  let n = 0;
  const next = () => n++;
  for (const one of contenders) {
    await warmUp(one, Math.min(scenario.warmUp ?? 0, effort.warmUp), next);
    await play(one, clients, Math.min(1, effort.seconds), next);
  }
  for (let round = 0; round < effort.rounds; round++) {
    const order = round % 2 === 0 ? [...contenders] : [...contenders].reverse();
    for (const one of order) rounds.get(one)?.push(await play(one, clients, effort.seconds, next));
  }
  const rows: Row[] = [];
  for (const one of contenders)
    rows.push(await summed(scenario, one, rounds.get(one) ?? [], rows[0]));
  return rows;
}

/** Sends a process at least `answers` requests, one at a time, unless it is already warm. */
async function warmUp(one: Contender, answers: number, next: () => number): Promise<void> {
  const [program] = one.programs;
  if (!program || answers === 0) return;
  let left = toWarmUp.get(program) ?? answers;
  while (left > 0) left -= (await play(one, 1, 1, next)).took.length;
  toWarmUp.set(program, left);
}

async function play(
  { port, ask, status, programs }: Contender,
  clients: number,
  seconds: number,
  next: () => number,
): Promise<Round> {
  const callers = await Promise.all(Array.from({ length: clients }, () => Caller.to(port)));
  const before = await Promise.all(programs.map(usedBy));
  const took: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1_000;
  const work = async (caller: Caller, client: number) => {
    for (let from = performance.now(); from < end; ) {
      const answer = await caller.ask(ask(next(), client));
      const now = performance.now();
      if (answer.status !== status)
        throw new Error(`answered ${answer.status}: ${answer.body.slice(0, 500)}`);
      took.push(now - from);
      from = now;
    }
  };
  await Promise.all(callers.map(work));
  const lasted = (performance.now() - started) / 1_000;
  const after = await Promise.all(programs.map(usedBy));
  for (const caller of callers) caller.close();
  const cpu = after.map(({ cpuMs }, at) => cpuMs - (before[at]?.cpuMs ?? 0));
  return { took, perSecond: took.length / lasted, cpu };
}

async function summed(
  { name, clients, compares }: Scenario,
  one: Contender,
  rounds: readonly Round[],
  first: Row | undefined,
): Promise<Row> {
  const took = rounds.flatMap((round) => round.took);
  const times = timesOf(took);
  const perSecond = median(rounds.map((round) => round.perSecond));
  const used = await Promise.all(one.programs.map(usedBy));
  const processes = Object.fromEntries(
    one.programs.map((program, at) => {
      const cpuMs = rounds.reduce((sum, { cpu }) => sum + (cpu[at] ?? 0), 0);
      return [
        program.name,
        { cpuUs: (cpuMs * 1_000) / Math.max(1, took.length), mb: used[at]?.mb ?? 0 },
      ];
    }),
  );
  return {
    scenario: name,
    clients,
    contender: one.name,
    perSecond,
    ...times,
    answers: took.length,
    processes,
    ratio:
      compares === 'p95'
        ? times.p95 / (first?.p95 ?? times.p95)
        : (first?.perSecond ?? perSecond) / perSecond,
  };
}

export function timesOf(took: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = Float64Array.from(took).sort();
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) };
}

export const median = (values: readonly number[]) =>
  at(
    [...values].sort((a, b) => a - b),
    0.5,
  );

function at(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
