import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** A process that takes part in a measurement. */
export interface Program {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
}

/** A child process with which this process exchanges messages. */
export interface Running extends Program {
  readonly child: ChildProcess;
}

/** CPU time of a process so far in ms, and its own resident memory now in MB, without mapped files. */
export interface Used {
  readonly cpuMs: number;
  readonly mb: number;
}

const MS_PER_TICK = 10;

/** Reads /proc; zeros on systems without it. */
export async function usedBy({ pid }: Program): Promise<Used> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  const kb = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0);
  return { cpuMs: ticks * MS_PER_TICK, mb: kb / 1_024 };
}
