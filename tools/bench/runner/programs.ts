import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** A process that takes part in what is measured. */
export interface Program {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
}

/** One that this process has started and exchanges messages with. */
export interface Running extends Program {
  readonly child: ChildProcess;
}

/** What a process has used: milliseconds of processor time, and MB of its own that it has in memory now, without files. */
export interface Used {
  readonly cpuMs: number;
  readonly mb: number;
}

const MS_PER_TICK = 10;

/** Nothing on systems without /proc. */
export async function usedBy({ pid }: Program): Promise<Used> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  const kb = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0);
  return { cpuMs: ticks * MS_PER_TICK, mb: kb / 1_024 };
}
