import type { Row } from './measure.js';

const HEADS = ['scenario', 'clients', 'who', 'per s', 'p50', 'p95', 'p99 ms', 'ratio'] as const;

const number = (value: number | null, digits: number) => value?.toFixed(digits) ?? '–';

const cells = (row: Row): string[] => [
  row.scenario,
  String(row.clients),
  row.contender,
  number(row.perSecond, 0),
  number(row.p50, 2),
  number(row.p95, 2),
  number(row.p99, 2),
  number(row.ratio, 2),
  [
    ...Object.entries(row.more ?? {}).map(([name, value]) => `${value.toFixed(1)} ${name}`),
    ...Object.entries(row.processes).map(
      ([name, { cpuUs, mb }]) => `${name} ${cpuUs.toFixed(0)} µs ${mb.toFixed(0)} MB`,
    ),
  ].join(', '),
];

/** A Markdown table that is also readable as plain text. */
export function table(rows: readonly Row[]): string {
  const heads = [...HEADS, 'processor time an answer, memory'];
  return draw(heads, rows.map(cells), (at) => at === 0 || at === 2 || at === HEADS.length);
}

/** Aligns text columns to the left and figures to the right. */
export function draw(
  heads: readonly string[],
  lines: readonly (readonly string[])[],
  isText: (at: number) => boolean,
): string {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const row = (line: readonly string[]) =>
    `| ${line
      .map((cell, at) =>
        isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (isText(at) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [row(heads), rule, ...lines.map(row)].join('\n');
}
