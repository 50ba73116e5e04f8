import { ACTS, type Act } from '../acting/acts.js';
import { Company, type Restarted } from '../acting/company.js';
import { Counting, type Counts } from '../acting/counts.js';
import { repeat, type Server } from '../acting/load.js';
import { measureAct } from '../acting/measure.js';
import { signIn } from '../acting/sides.js';
import type { ActRow } from '../acting/table.js';
import { CountingProxy } from '../runner/counting-proxy.js';
import type { Effort } from '../runner/measure.js';
import type { Stage } from '../runner/stage.js';

const nameOf = ({ name }: Act) => `acting: ${name}`;
/** Names of the rows. */
export const ACTING = ACTS.map(nameOf);
const COUNTED: readonly Restarted[] = ['api', 'worker', 'baseline'];
/** Requests of the act that warms up both servers, the longest one. */
const REQUESTS = 5;
const WARMS_UP = ACTS.find(({ name }) => name.startsWith('three cart changes'));

/**
 * Runs each act on the product and on its baseline, in two passes: the first counts commands, with proxies between the
 * processes and MongoDB; the second measures times, without proxies.
 */
export async function acting(
  stage: Stage,
  effort: Effort,
  wants: (name: string) => boolean,
  add: (rows: readonly ActRow[]) => void,
  say: (line: string) => void,
): Promise<void> {
  const acts = ACTS.filter((act) => wants(nameOf(act)));
  const proxies = await proxiesOf(stage);
  const mongo = {
    api: proxies.api.url,
    worker: proxies.worker.url,
    baseline: proxies.baseline.url,
  };
  const company = await Company.open(stage, mongo);
  say(`Counting ${acts.length} acts …`);
  const counts = await countAll(company, acts, proxies, say);
  await company.restart();
  for (const one of Object.values(proxies)) one.close();
  const servers = serversOf(company);
  const warmUps = Math.ceil(effort.warmUp / REQUESTS);
  if (WARMS_UP) for (const server of servers) await repeat(WARMS_UP, server, warmUps);
  for (const act of acts) {
    for (const { cast } of servers) await signIn(company.api, cast);
    const counted = counts.get(act) ?? [];
    const byServer = new Map(
      servers.flatMap((one, at) => (counted[at] ? [[one, counted[at]] as const] : [])),
    );
    add(await measureAct(act, servers, byServer, company.backlog, effort));
  }
  await company.close();
}

type Proxies = Readonly<Record<Restarted, CountingProxy>>;

async function proxiesOf({ mongo }: Stage): Promise<Proxies> {
  const [api, worker, baseline] = (await Promise.all(
    COUNTED.map(() => CountingProxy.before(mongo.url)),
  )) as [CountingProxy, CountingProxy, CountingProxy];
  return { api, worker, baseline };
}

/** The product first. */
function serversOf({ api, worker, gateway, baseline, casts, stage }: Company): [Server, Server] {
  const { mongo, redis } = stage;
  const programs = [api, worker, gateway, mongo, redis];
  return [
    { name: 'product', port: api.port, cast: casts.product, programs },
    { name: 'baseline', port: baseline.port, cast: casts.baseline, programs: [baseline, mongo] },
  ];
}

/** Counts of each act, for the product and for the baseline. */
async function countAll(
  company: Company,
  acts: readonly Act[],
  proxies: Proxies,
  say: (line: string) => void,
): Promise<Map<Act, Counts[]>> {
  const counting = new Counting(company.backlog, proxies);
  await counting.watchIdle();
  const [product, baseline] = serversOf(company);
  const counts = new Map<Act, Counts[]>();
  for (const act of acts) {
    const own = await counting.of(act, product, ['api', 'worker']);
    counts.set(act, [own, await counting.of(act, baseline, ['baseline'])]);
    const commands = Object.values(own.commands).reduce((sum, n) => sum + n, 0);
    say(
      `${act.name}: ${commands.toFixed(1)} commands to MongoDB, ${own.redis.toFixed(1)} to Redis`,
    );
  }
  return counts;
}
