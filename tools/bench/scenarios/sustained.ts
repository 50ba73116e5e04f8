import { Company } from '../acting/company.js';
import { basket, signIn } from '../acting/sides.js';
import { request } from '../runner/caller.js';
import { type Row, timesOf } from '../runner/measure.js';
import { type Outcome, openLoop } from '../runner/open-loop.js';
import { usedBy } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';

/** Name of the row. */
export const SUSTAINED = 'sustained';
/** Orders per second of the first attempt, and the factors for a higher and a lower rate. */
const FIRST = 20;
const MORE = 1.25;
const LESS = 0.9;
/** Length of a short attempt as a share of a full one. */
const SHORT = 1 / 6;
/** Maximum p95 of deliveries, in ms. */
const DELIVERY_MAX_MS = 1_000;
/** Time limit in ms for the remaining work after the last order. */
const EMPTY_MS = 5_000;
const LINES = 3;
const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};

interface Attempt {
  readonly perSecond: number;
  readonly outcome: Outcome;
  /** Delivery times of events to pages in ms, from their `occurredAt`. */
  readonly delivered: ReturnType<typeof timesOf>;
  readonly deliveries: number;
  /** Time in ms until all work was done; null after the deadline. */
  readonly emptied: number | null;
  /** Orders per second, until all work was done. */
  readonly done: number;
  /** CPU time in ms, by process, until all work was done. */
  readonly cpuMs: Readonly<Record<string, number>>;
}

/**
 * The highest rate of orders that the product sustains: events arrive within a second, and five seconds after the last
 * order no work is left. Searches in short attempts at rising rates, and confirms the rate in a long one. With `only`,
 * it measures that rate, sustained or not.
 */
export async function sustained(
  stage: Stage,
  seconds: number,
  say: (line: string) => void,
  only?: number,
): Promise<Row[]> {
  const company = await Company.open(stage);
  const attempt = async (perSecond: number, length: number) => {
    const one = await order(company, perSecond, length);
    say(sentence(one, length));
    return one;
  };
  if (only !== undefined) {
    await attempt(only, seconds * SHORT);
    return [await rowOf(company, await attempt(only, seconds), seconds)];
  }
  let rate = FIRST;
  while (isSustained(await attempt(rate, seconds * SHORT))) rate = Math.ceil(rate * MORE);
  rate = Math.max(1, Math.floor(rate / MORE));
  let proof = await attempt(rate, seconds);
  while (!isSustained(proof) && rate > 1) {
    rate = Math.max(1, Math.floor(Math.min(rate * LESS, proof.done)));
    proof = await attempt(rate, seconds);
  }
  if (!isSustained(proof)) throw new Error('no rate of orders is sustained');
  const row = await rowOf(company, proof, seconds);
  await company.close();
  return [row];
}

const programsOf = ({ api, worker, gateway, stage }: Company) => [
  ...[api, worker, gateway],
  ...[stage.mongo, stage.redis],
];

async function order(company: Company, perSecond: number, seconds: number): Promise<Attempt> {
  const { api, backlog, casts, pages } = company;
  const { product } = casts;
  await signIn(api, product);
  const { customers, tokens } = product;
  const run = `${process.pid}-${Date.now()}`;
  const ask = (n: number) =>
    request(
      'POST',
      '/api/v1/orders',
      {
        authorization: `Bearer ${tokens.get(customers[n % customers.length]?._id ?? '')}`,
        'idempotency-key': `sustained-${run}-${n}`,
      },
      JSON.stringify({ items: basket(product, n % customers.length, LINES), address: ADDRESS }),
    );
  const delays = async () =>
    (await Promise.all(pages.map((crowd) => crowd.delays()))).flatMap((all) => [...all]);
  await backlog.settle();
  await delays();
  const programs = programsOf(company);
  const before = await Promise.all(programs.map(usedBy));
  const started = performance.now();
  const outcome = await openLoop(api.port, ask, perSecond, seconds * 1_000);
  const emptied = await backlog.emptied(EMPTY_MS);
  if (emptied === null) await backlog.settle();
  const done = (outcome.accepted.length * 1_000) / (performance.now() - started);
  const after = await Promise.all(programs.map(usedBy));
  const cpuMs = Object.fromEntries(
    programs.map(({ name }, at) => [name, (after[at]?.cpuMs ?? 0) - (before[at]?.cpuMs ?? 0)]),
  );
  const took = await delays();
  const delivered = timesOf(took);
  return { perSecond, outcome, delivered, deliveries: took.length, emptied, done, cpuMs };
}

const isSustained = ({ outcome, delivered, emptied }: Attempt) =>
  outcome.refused.length + outcome.wrong.size + outcome.unsent === 0 &&
  delivered.p95 < DELIVERY_MAX_MS &&
  emptied !== null;

function sentence(attempt: Attempt, seconds: number): string {
  const { perSecond, outcome, delivered, emptied } = attempt;
  const { accepted, refused, wrong, unsent } = outcome;
  const others = refused.length + unsent + [...wrong.values()].reduce((sum, n) => sum + n, 0);
  const done = emptied === null ? 'not done in time' : `done after ${emptied.toFixed(0)} ms`;
  const verdict = isSustained(attempt) ? 'sustained' : 'too many';
  return (
    `${perSecond} orders a second for ${seconds.toFixed(0)} s: ${accepted.length} placed (p95 ${timesOf(accepted).p95.toFixed(0)} ms), ` +
    `${others} not, delivery p95 ${delivered.p95.toFixed(0)} ms, ${done}, ${processorTime(attempt)}: ${verdict}`
  );
}

/** CPU time per order in ms, in total and by process. */
function processorTime({ outcome, cpuMs }: Attempt): string {
  const byOrder = (ms: number) => (ms / outcome.accepted.length).toFixed(1);
  const each = Object.entries(cpuMs).map(([name, ms]) => `${name} ${byOrder(ms)}`);
  const inAll = Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);
  return `${byOrder(inAll)} ms of processor time an order (${each.join(', ')})`;
}

async function rowOf(company: Company, attempt: Attempt, seconds: number): Promise<Row> {
  const { outcome, delivered, deliveries, emptied, cpuMs } = attempt;
  const orders = outcome.accepted.length;
  const programs = programsOf(company);
  const used = await Promise.all(programs.map(usedBy));
  const processes = programs.map(({ name }, at) => [
    name,
    { cpuUs: ((cpuMs[name] ?? 0) * 1_000) / orders, mb: used[at]?.mb ?? 0 },
  ]);
  const inAll = Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);
  return {
    scenario: SUSTAINED,
    clients: company.casts.product.customers.length,
    contender: 'product',
    perSecond: orders / seconds,
    ...delivered,
    answers: deliveries,
    processes: Object.fromEntries(processes),
    more: {
      'ms of processor time an order': inAll / orders,
      'ms p95 of the answers': timesOf(outcome.accepted).p95,
      'ms until nothing was left to do': emptied ?? Number.NaN,
    },
    ratio: null,
  };
}
