import { ObjectId } from 'mongodb';
import { Crowd, nowMs } from '../live/crowds.js';
import { stockChanged } from '../live/events.js';
import { type LiveServer, openServers } from '../live/servers.js';
import { type Effort, median, type Row, timesOf } from '../runner/measure.js';
import { usedBy } from '../runner/programs.js';
import { later, type Stage } from '../runner/stage.js';
import { eventDelivery, SCENARIOS } from './event-delivery.js';

/** Products per client that no other client watches. */
const OWN = 24;
/** Clients that connect and disconnect first, so that one-time allocations are not counted. */
const WARM = 200;
/** Events in flight at any time. */
const IN_FLIGHT = 4;
/** Maximum clients per process, so that the clients are not slower than the server. */
const CROWD_MAX = 2_500;

export interface Sockets {
  readonly few: number;
  readonly many: number;
}

/** The cost of sockets: memory of one, fan-out to few and to many, and event delivery of an order and its stock. */
export async function live(
  stage: Stage,
  effort: Effort,
  { few, many }: Sockets,
  wants: (name: string) => boolean,
): Promise<Row[]> {
  const { close, ...servers } = await openServers(stage);
  const contenders = [servers.product, servers.socketIo, servers.webSockets];
  const shared = { few: new ObjectId().toString(), many: new ObjectId().toString() };
  const rows: Row[] = [];
  const crowds = new Map<LiveServer, { few: Crowd[]; many: Crowd[] }>();
  const all = wants('memory of a socket') || wants('fan-out') ? many : few;
  for (const one of contenders) {
    await (await connect(stage, one, WARM, [])).disconnect(stage);
    const before = await stage.collected(one.server);
    const some = await connect(stage, one, few, [shared.few, shared.many]);
    const rest: Crowd[] = [];
    for (let there = few; there < all; there += CROWD_MAX)
      rest.push(await connect(stage, one, Math.min(CROWD_MAX, all - there), [shared.many], there));
    crowds.set(one, { few: [some], many: [some, ...rest] });
    if (wants('memory of a socket')) rows.push(await memoryOf(stage, one, all, before, rows[0]));
  }
  if (wants('fan-out'))
    for (const size of ['few', 'many'] as const) {
      const audiences = contenders.map((one) => ({
        server: one,
        crowds: crowds.get(one)?.[size] ?? [],
      }));
      const clients = size === 'few' ? few : many;
      rows.push(...(await fanOut(audiences, clients, shared[size], effort)));
    }
  for (const crowd of [...crowds.values()].flatMap((some) => some.many.slice(1)))
    await crowd.disconnect(stage);
  if (Object.values(SCENARIOS).some((name) => wants(name)))
    rows.push(...(await eventDelivery(stage, servers, few, effort)));
  await close();
  return rows;
}

async function memoryOf(
  stage: Stage,
  { name, server }: LiveServer,
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

async function connect(
  stage: Stage,
  server: LiveServer,
  count: number,
  watch: string[],
  others = 0,
): Promise<Crowd> {
  const client = await server.client();
  return Crowd.connect(stage, { ...client, count, watch, own: OWN, firstOwn: others * OWN });
}

interface Audience {
  readonly server: LiveServer;
  readonly crowds: readonly Crowd[];
}
interface Round {
  readonly took: number[];
  readonly perSecond: number;
  readonly cpuMs: readonly number[];
}

/** Publishes sales of a product to all its watchers, a few events at a time, on each server in turn. */
async function fanOut(
  audiences: readonly Audience[],
  clients: number,
  productId: string,
  { rounds, seconds }: Effort,
): Promise<Row[]> {
  const played = new Map<Audience, Round[]>(audiences.map((one) => [one, []]));
  for (const one of audiences) await publishFor(one, productId, Math.min(1, seconds));
  for (let round = 0; round < rounds; round++)
    for (const one of round % 2 === 0 ? audiences : [...audiences].reverse())
      played.get(one)?.push(await publishFor(one, productId, seconds));
  const rows: Row[] = [];
  for (const [{ server }, all] of played) {
    const took = all.flatMap((round) => round.took);
    const perSecond = median(all.map((round) => round.perSecond));
    const used = await Promise.all(server.programs.map(usedBy));
    const cpuUs = (at: number) =>
      (all.reduce((sum, { cpuMs }) => sum + (cpuMs[at] ?? 0), 0) * 1_000) / took.length;
    rows.push({
      scenario: 'fan-out',
      clients,
      contender: server.name,
      perSecond,
      ...timesOf(took),
      answers: took.length,
      processes: Object.fromEntries(
        server.programs.map(({ name }, at) => [name, { cpuUs: cpuUs(at), mb: used[at]?.mb ?? 0 }]),
      ),
      ratio: (rows[0]?.perSecond ?? perSecond) / perSecond,
    });
  }
  return rows;
}

async function publishFor(
  { server, crowds }: Audience,
  productId: string,
  seconds: number,
): Promise<Round> {
  const before = await Promise.all(server.programs.map(usedBy));
  const took: number[] = [];
  const started = nowMs();
  const publish = async () => {
    while (nowMs() - started < seconds * 1_000) {
      const event = stockChanged(productId);
      const received = crowds.map((crowd) => crowd.receives(event.id));
      const at = nowMs();
      await server.publish(event, productId);
      for (const all of await Promise.all(received)) for (const one of all) took.push(one - at);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, publish));
  const lasted = (nowMs() - started) / 1_000;
  await later(100); // include the CPU time of the last ones
  const after = await Promise.all(server.programs.map(usedBy));
  const cpuMs = after.map((used, at) => used.cpuMs - (before[at]?.cpuMs ?? 0));
  return { took, perSecond: took.length / lasted, cpuMs };
}
