import type { Company } from '../company.js';
import { atRate, type Load, timesOf } from '../load.js';
import { renew } from '../people.js';
import { cpuOf } from '../stage.js';
import type { Row } from '../table.js';
import { placeOrder } from './acting.js';

const LINES = 3;
/** Orders per second of `event delivery`, and of the first attempt of `sustained`. */
const CALM = 10;
const FIRST = 20;
const MORE = 1.25;
const LESS = 0.9;
/** Length of a short attempt as a share of a whole one. */
const SHORT = 1 / 6;
/** Maximum p95 of deliveries, and the time in which nothing may be left to do after the last order. */
const DELIVERY_MAX_MS = 1_000;
const EMPTY_MS = 5_000;

interface Attempt {
  readonly rate: number;
  readonly load: Load;
  readonly delays: readonly number[];
  /** Time until nothing was left to do, in ms; null after the deadline. */
  readonly emptied: number | null;
  readonly cpuMs: Readonly<Record<string, number>>;
}

/** From an order's commit to the pages that show it, at a calm rate. */
export async function eventDelivery(company: Company, seconds: number): Promise<Row[]> {
  await attempt(company, CALM, seconds * SHORT);
  return [rowOf('event delivery', await attempt(company, CALM, seconds), true)];
}

/**
 * The highest rate of orders at which 95 of 100 events are on a page within a second, and nothing is left to do five
 * seconds after the last order. Short attempts at rising rates find it, a whole one proves it. `only`: measures that
 * rate, sustained or not.
 */
export async function sustained(
  company: Company,
  seconds: number,
  say: (line: string) => void,
  only?: number,
): Promise<Row[]> {
  const tried = async (rate: number, length: number) => {
    const one = await attempt(company, rate, length);
    const verdict = isSustained(one) ? 'sustained' : 'too many';
    const { p95 } = timesOf(one.delays);
    say(`${rate} orders a second for ${length.toFixed(0)} s: delivery p95 ${p95} ms, ${verdict}`);
    return one;
  };
  if (only !== undefined) return [rowOf('sustained', await tried(only, seconds))];
  let rate = FIRST;
  while (isSustained(await tried(rate, seconds * SHORT))) rate = Math.ceil(rate * MORE);
  let proof: Attempt;
  do {
    rate = Math.max(1, Math.floor(rate * LESS));
    proof = await tried(rate, seconds);
  } while (!isSustained(proof) && rate > 1);
  if (!isSustained(proof)) throw new Error('no rate of orders is sustained');
  return [rowOf('sustained', proof)];
}

async function attempt(
  { api, cast, pages, backlog, programs }: Company,
  rate: number,
  seconds: number,
): Promise<Attempt> {
  await renew(api.port, cast);
  await backlog.settle();
  await pages.delays();
  const before = await cpuOf(programs);
  const act = placeOrder(cast, LINES);
  const load = await atRate(api.port, act, cast.customers.length, rate, seconds);
  const emptied = await backlog.emptied(EMPTY_MS);
  if (emptied === null) await backlog.settle();
  const after = await cpuOf(programs);
  const cpuMs = programs.map(({ name }, at) => [
    name,
    ((after[at] ?? 0) - (before[at] ?? 0)) / load.took.length,
  ]);
  const delays = await pages.delays();
  return { rate, load, delays, emptied, cpuMs: Object.fromEntries(cpuMs) };
}

const isSustained = ({ load, delays, emptied }: Attempt) =>
  load.failed === 0 && emptied !== null && timesOf(delays).p95 < DELIVERY_MAX_MS;

function rowOf(scenario: string, { load, delays, emptied, cpuMs }: Attempt, isCalm = false): Row {
  return {
    scenario,
    perSecond: load.perSecond,
    ...timesOf(delays),
    cpuMs,
    more: {
      'ms p95 of the answers': timesOf(load.took).p95,
      ...(!isCalm && { 'ms until nothing was left to do': emptied ?? Number.NaN }),
    },
  };
}
