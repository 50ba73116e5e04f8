import type { Tally } from '../market-day/tally';
import type { Cluster } from './cluster';
import { judgeRound, type Observations, type PastRound, percent } from './deliveries';
import type { Finding } from './verdict';

/** Maximum number of printed differences per kind. */
const PRINTED = 12;

/** A line for each round: its faults, and the event delivery that was measured after it. */
export function deliveryLines(
  rounds: readonly PastRound[],
  observers: readonly Observations[],
): string[] {
  return rounds.map((round) => {
    const { latency, duplicates, gaps } = judgeRound(observers, round);
    const [orders, stock] = [latency.orders, latency.stock].map(
      ({ samples, p50, p95, max }) => `${p50}/${p95}/${max} (${samples})`,
    );
    return `  after ${round.faults.at(-1)?.name}: orders ${orders}, stock ${stock} ms p50/p95/max; ${percent(duplicates)} duplicates, ${gaps} gaps`;
  });
}

/** A table of the expectations, with the number of differences from each. */
export function findingLines(findings: readonly Finding[], cluster: Cluster): string[] {
  return [
    'what has to be true'.padEnd(46).concat('differences'),
    ...findings.flatMap(({ what, differences }) => [
      `  ${what.padEnd(44)} ${differences.length}`,
      ...differences
        .slice(0, PRINTED)
        .flatMap((one) => [
          `      ${one}`,
          ...logged(one, cluster).map((line) => `        ${line}`),
        ]),
    ]),
  ];
}

export function summaryLines(tally: Tally, cluster: Cluster, events: number): string[] {
  const { received } = cluster.mailServer;
  const twice = [...received.values()].filter((times) => times > 1).length;
  return [
    tally.line(),
    ...tally.sums(),
    `${events} events; ${tally.lost} requests without an answer, sent again; ${twice} of ${received.size} mails received twice, under one id`,
  ];
}

/** Log lines of all processes about the request that a difference names. */
function logged(difference: string, { processes }: Cluster): string[] {
  const [, id] = /\(request (\S+)\)/.exec(difference) ?? [];
  return id ? processes.flatMap((one) => one.linesOf(id)) : [];
}
