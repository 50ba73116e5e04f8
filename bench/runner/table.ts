import type { Row } from './measure.js';

const HEADS = ['scenario', 'clients', 'who', 'per s', 'p50', 'p95', 'p99 ms', 'ratio'] as const;

const cells = (row: Row): string[] => [
  row.scenario,
  String(row.clients),
  row.contender,
  row.perSecond.toFixed(0),
  row.p50.toFixed(2),
  row.p95.toFixed(2),
  row.p99.toFixed(2),
  row.contender === 'product' ? '' : row.ratio.toFixed(2),
  Object.entries(row.processes)
    .map(([name, { cpuUs, mb }]) => `${name} ${cpuUs.toFixed(0)} µs ${mb.toFixed(0)} MB`)
    .join(', '),
];

/** A table for Markdown, which is readable as it is too. */
export function table(rows: readonly Row[]): string {
  const heads = [...HEADS, 'processor time an answer, memory'];
  const lines = rows.map(cells);
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const isText = (at: number) => at === 0 || at === 2 || at === heads.length - 1;
  const draw = (line: readonly string[]) =>
    `| ${line
      .map((cell, at) =>
        isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (isText(at) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [draw(heads), rule, ...lines.map(draw)].join('\n');
}
