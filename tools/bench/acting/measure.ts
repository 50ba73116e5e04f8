import { type Effort, median, timesOf } from '../runner/measure.js';
import type { Act } from './acts.js';
import type { Backlog } from './backlog.js';
import type { Counts } from './counts.js';
import { play, type Round, type Server } from './load.js';
import type { ActRow } from './table.js';

const CROWDS = [1, 8, 32] as const;
/** The number of clients at which rates are compared and CPU time is shown. */
const COMPARED = 8;

/** Measures the servers in alternating order with each number of clients; the first one is the product. */
export async function measureAct(
  act: Act,
  servers: readonly Server[],
  counts: ReadonlyMap<Server, Counts>,
  backlog: Backlog,
  { rounds, seconds }: Effort,
): Promise<ActRow[]> {
  const played = new Map(servers.map((one) => [one, new Map<number, Round[]>()]));
  for (const one of servers) await play(act, one, backlog, 1, Math.min(1, seconds));
  for (const clients of CROWDS)
    for (let round = 0; round < rounds; round++)
      for (const one of round % 2 === 0 ? servers : servers.toReversed()) {
        const all = played.get(one);
        const added = await play(act, one, backlog, clients, seconds);
        all?.set(clients, [...(all.get(clients) ?? []), added]);
      }
  const rows: Omit<ActRow, 'ratio' | 'later'>[] = servers.map((one) => {
    const of = (clients: number) => played.get(one)?.get(clients) ?? [];
    const { p50, p95 } = timesOf(of(1).flatMap(({ took }) => took));
    const acts = of(COMPARED).reduce((sum, { took }) => sum + took.length, 0);
    const cpuMs = one.programs.map(({ name }, at): [string, number] => [
      name,
      of(COMPARED).reduce((sum, { cpu }) => sum + (cpu[at] ?? 0), 0) / acts,
    ]);
    const counted = counts.get(one);
    if (!counted) throw new Error('the acts were not counted');
    return {
      act: act.name,
      who: one.name,
      p50,
      p95,
      perSecond: Object.fromEntries(
        CROWDS.map((clients) => [clients, median(of(clients).map((round) => round.perSecond))]),
      ),
      cpuMs: Object.fromEntries(cpuMs),
      ...counted,
    };
  });
  const [product, baseline] = rows;
  const rateOf = (row: (typeof rows)[number] | undefined) => row?.perSecond[COMPARED] ?? Number.NaN;
  const ratio = rateOf(product) / rateOf(baseline);
  const later = (product?.p50 ?? Number.NaN) - (baseline?.p50 ?? Number.NaN);
  return rows.map((row) => ({ ...row, ratio, later }));
}
