import type { Tally } from '../market-day/tally';
import type { Cluster } from './cluster';
import {
  duplicateShare,
  judgeRound,
  type Latency,
  type Observations,
  type PastRound,
  percent,
} from './deliveries';
import type { Finding } from './verdict';

/** Maximum number of printed differences per kind. */
const PRINTED = 12;
const NAME_WIDTH = 58;

/** A table of the faults, with the measured event delivery after each round. Seconds count from `begin`. */
export function deliveryLines(
  rounds: readonly PastRound[],
  observers: readonly Observations[],
  begin: number,
): string[] {
  const seconds = (at: number) => ((at - begin) / 1_000).toFixed(1).padStart(7);
  const row = (name: string, from: number, to: number, rest: string) =>
    `  ${name.padEnd(NAME_WIDTH)}${seconds(from)} ${seconds(to)}  ${rest}`;
  return [
    `event delivery${' '.repeat(NAME_WIDTH - 8)}from      to  orders p50/p95/max ms     stock p50/p95/max ms      duplicates  gaps`,
    ...rounds.flatMap((round) => {
      const { latency, duplicates, gaps } = judgeRound(observers, round);
      const { from, to } = round.measured;
      const faults = round.faults.map((fault, at) => {
        const next = round.faults[at + 1]?.from ?? to;
        const share = percent(duplicateShare(observers, fault.from, next));
        return row(fault.name, fault.from, fault.to, ' '.repeat(50) + share.padStart(10));
      });
      const figures = [latency.orders, latency.stock].map((one) => describe(one).padEnd(25));
      const rest = `${figures.join('')}${percent(duplicates).padStart(10)}${`${gaps}`.padStart(6)}`;
      return [...faults, row('  measured after', from, to, rest)];
    }),
  ];
}

function describe({ samples, p50, p95, max }: Latency): string {
  return `${p50}/${p95}/${max} (${samples})`;
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
