import { draw } from '../runner/table.js';
import type { Counts } from './counts.js';

/** The cost of one act on one server. */
export interface ActRow extends Counts {
  readonly act: string;
  readonly who: string;
  /** In ms, with one client. */
  readonly p50: number;
  readonly p95: number;
  /** Acts per second, by number of clients. */
  readonly perSecond: Readonly<Record<number, number>>;
  /** CPU time per act in ms, by process, including the work it causes. */
  readonly cpuMs: Readonly<Record<string, number>>;
  /** Acts per second of the product divided by the baseline's, with eight clients. */
  readonly ratio: number;
  /** The product's p50 minus the baseline's in ms, with one client. */
  readonly later: number;
}

const HEADS = [
  'act',
  'who',
  'p50 ms',
  'p95 ms',
  '8: per s',
  '32: per s',
  'ratio',
  'p50 later',
  'processor time, ms',
  'MongoDB commands',
  'Redis',
  'documents',
  'jobs',
  'events',
] as const;
const TEXTS = [0, 1, 8, 9];

const named = (figures: Readonly<Record<string, number>>, digits: number) => {
  const all = Object.values(figures).reduce((sum, n) => sum + n, 0);
  const each = Object.entries(figures).map(([name, n]) => `${name} ${n.toFixed(digits)}`);
  return `${all.toFixed(digits)}: ${each.join(', ')}`;
};

export function actsTable(rows: readonly ActRow[]): string {
  const lines = rows.map((row, n) => {
    const isFirst = rows[n - 1]?.act !== row.act;
    return [
      isFirst ? row.act : '',
      row.who,
      row.p50.toFixed(2),
      row.p95.toFixed(2),
      (row.perSecond[8] ?? 0).toFixed(0),
      (row.perSecond[32] ?? 0).toFixed(0),
      isFirst ? row.ratio.toFixed(2) : '',
      isFirst ? row.later.toFixed(2) : '',
      named(row.cpuMs, 2),
      named(row.commands, 1),
      row.redis.toFixed(1),
      row.documents.toFixed(1),
      row.jobs.toFixed(1),
      row.events.toFixed(1),
    ];
  });
  return draw(HEADS, lines, (at) => TEXTS.includes(at));
}
