import { ObjectId } from 'mongodb';
import { Crowd, nowMs } from '../live/crowds.js';
import { stockChanged } from '../live/news.js';
import { type Side, sidesOf } from '../live/sides.js';
import { type Effort, median, type Row, timesOf } from '../runner/measure.js';
import { usedBy } from '../runner/programs.js';
import { later, type Stage } from '../runner/stage.js';
import { news } from './news.js';

/** Products on the page of each client, which nobody else watches. */
const OWN = 24;
/** So many come and go first: what a process needs anyway is there then. */
const WARM = 200;
/** Events that are under way at the same time. */
const UNDER_WAY = 4;
/** Clients that one process can be without being slower than what serves them. */
const CROWD_MAX = 2_500;

export interface Sockets {
  readonly few: number;
  readonly many: number;
}

/** What the live side costs: memory of a socket, telling few and many of them, and the way of an order's news. */
export async function live(
  stage: Stage,
  effort: Effort,
  { few, many }: Sockets,
  wants: (name: string) => boolean,
): Promise<Row[]> {
  const { product, bare, plain, close } = await sidesOf(stage);
  const sides = [product, bare, plain];
  const shared = { few: new ObjectId().toString(), many: new ObjectId().toString() };
  const rows: Row[] = [];
  const crowds = new Map<Side, { few: Crowd[]; many: Crowd[] }>();
  const all = wants('memory of a socket') || wants('fan-out') ? many : few;
  for (const side of sides) {
    await (await gather(stage, side, WARM, [])).leave(stage);
    const before = await stage.collected(side.server);
    const some = await gather(stage, side, few, [shared.few, shared.many]);
    const rest: Crowd[] = [];
    for (let there = few; there < all; there += CROWD_MAX)
      rest.push(await gather(stage, side, Math.min(CROWD_MAX, all - there), [shared.many], there));
    crowds.set(side, { few: [some], many: [some, ...rest] });
    if (wants('memory of a socket')) rows.push(await memoryOf(stage, side, all, before, rows[0]));
  }
  if (wants('fan-out'))
    for (const size of ['few', 'many'] as const) {
      const contenders = sides.map((side) => ({ side, crowds: crowds.get(side)?.[size] ?? [] }));
      const clients = size === 'few' ? few : many;
      rows.push(...(await fanOut(contenders, clients, shared[size], effort)));
    }
  for (const crowd of [...crowds.values()].flatMap((some) => some.many.slice(1)))
    await crowd.leave(stage);
  if (wants('news of an order'))
    rows.push(...(await news(stage, { product, bare, plain }, few, effort)));
  await close();
  return rows;
}

async function memoryOf(
  stage: Stage,
  { name, server }: Side,
  clients: number,
  before: Awaited<ReturnType<Stage['collected']>>,
  first: Row | undefined,
): Promise<Row> {
  const after = await stage.collected(server);
  const kb = (after.rssKb - before.rssKb) / clients;
  return {
    scenario: 'memory of a socket',
    clients,
    contender: name,
    perSecond: null,
    p50: null,
    p95: null,
    p99: null,
    answers: clients,
    processes: {},
    more: { 'kB resident': kb, 'kB of heap': (after.heapKb - before.heapKb) / clients },
    ratio: first ? (first.more?.['kB resident'] ?? Number.NaN) / kb : 1,
  };
}

async function gather(
  stage: Stage,
  side: Side,
  count: number,
  watch: string[],
  others = 0,
): Promise<Crowd> {
  const client = await side.client();
  return Crowd.gather(stage, { ...client, count, watch, own: OWN, firstOwn: others * OWN });
}

interface Told {
  readonly side: Side;
  readonly crowds: readonly Crowd[];
}
interface Round {
  readonly took: number[];
  readonly perSecond: number;
  readonly cpuMs: readonly number[];
}

/** Tells everybody who watches a product of its sales, a few events at a time, side by side in turns. */
async function fanOut(
  contenders: readonly Told[],
  clients: number,
  productId: string,
  { rounds, seconds }: Effort,
): Promise<Row[]> {
  const played = new Map<Told, Round[]>(contenders.map((one) => [one, []]));
  for (const one of contenders) await tellFor(one, productId, Math.min(1, seconds));
  for (let round = 0; round < rounds; round++)
    for (const one of round % 2 === 0 ? contenders : [...contenders].reverse())
      played.get(one)?.push(await tellFor(one, productId, seconds));
  const rows: Row[] = [];
  for (const [{ side }, all] of played) {
    const took = all.flatMap((round) => round.took);
    const perSecond = median(all.map((round) => round.perSecond));
    const used = await Promise.all(side.programs.map(usedBy));
    const cpuUs = (at: number) =>
      (all.reduce((sum, { cpuMs }) => sum + (cpuMs[at] ?? 0), 0) * 1_000) / took.length;
    rows.push({
      scenario: 'fan-out',
      clients,
      contender: side.name,
      perSecond,
      ...timesOf(took),
      answers: took.length,
      processes: Object.fromEntries(
        side.programs.map(({ name }, at) => [name, { cpuUs: cpuUs(at), mb: used[at]?.mb ?? 0 }]),
      ),
      ratio: (rows[0]?.perSecond ?? perSecond) / perSecond,
    });
  }
  return rows;
}

async function tellFor({ side, crowds }: Told, productId: string, seconds: number): Promise<Round> {
  const before = await Promise.all(side.programs.map(usedBy));
  const took: number[] = [];
  const started = nowMs();
  const tell = async () => {
    while (nowMs() - started < seconds * 1_000) {
      const event = stockChanged(productId);
      const heard = crowds.map((crowd) => crowd.hears(event.id));
      const at = nowMs();
      await side.tell(event, productId);
      for (const all of await Promise.all(heard)) for (const one of all) took.push(one - at);
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, tell));
  const lasted = (nowMs() - started) / 1_000;
  await later(100); // what the last ones still cost
  const after = await Promise.all(side.programs.map(usedBy));
  const cpuMs = after.map((used, at) => used.cpuMs - (before[at]?.cpuMs ?? 0));
  return { took, perSecond: took.length / lasted, cpuMs };
}
