/** A row of the table; figures that a scenario does not have are absent. */
export interface Row {
  readonly scenario: string;
  readonly perSecond?: number;
  /** In ms. */
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
  /** Processor time of an act in ms, by process, until all that it causes is done. */
  readonly cpuMs?: Readonly<Record<string, number>>;
  /** Other figures, by what they are. */
  readonly more?: Readonly<Record<string, number>>;
}

const HEADS = ['scenario', 'per s', 'p50 ms', 'p95 ms', 'p99 ms', 'more'] as const;

const figure = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? '–';

function cells({ scenario, perSecond, p50, p95, p99, cpuMs, more = {} }: Row): string[] {
  const cpu = Object.entries(cpuMs ?? {});
  const sum = cpu.reduce((all, [, ms]) => all + ms, 0);
  const each = cpu.map(([name, ms]) => `${name} ${ms.toFixed(2)}`).join(', ');
  return [
    scenario,
    figure(perSecond, 0),
    figure(p50, 2),
    figure(p95, 2),
    figure(p99, 2),
    [
      ...Object.entries(more).map(([name, value]) => `${value.toFixed(2)} ${name}`),
      ...(cpu.length > 0 ? [`${sum.toFixed(2)} ms of processor time (${each})`] : []),
    ].join('; '),
  ];
}

/** A Markdown table that is readable as plain text, too. */
export function table(rows: readonly Row[]): string {
  const lines = [[...HEADS], ...rows.map(cells)];
  const widths = HEADS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const draw = (line: readonly string[]) =>
    `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [draw(head), draw(widths.map((width) => '-'.repeat(width))), ...body.map(draw)].join('\n');
}
