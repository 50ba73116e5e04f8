import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { ManagedProcess } from './managed-process';

/** Wait for a garbage collection, in ms. */
const COLLECTING_MS = 2_000;
/** Share of the samples that is ignored, while caches, the replay window and compiled code grow. */
const WARM_UP = 1 / 2;
const HOUR_MS = 3_600_000;
const METRIC = /^nodejs_heap_size_used_bytes(?:{[^}]*})? (\S+)/m;

/** Memory of a process after a garbage collection, in MB. `own`: without file pages. */
interface Sample {
  readonly atMs: number;
  readonly own: number;
  readonly heap: number | null;
}

/** Arguments that make a Node process collect garbage on SIGWINCH, which it would otherwise ignore. */
export const COLLECT_ON_SIGNAL = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGWINCH",()=>globalThis.gc())',
] as const;

/** Samples the memory of processes, each time after a garbage collection. */
export class Memory {
  readonly #samples = new Map<string, Sample[]>();

  constructor(
    private readonly processes: readonly ManagedProcess[],
    private readonly token: string,
  ) {}

  /** Samples each process once; returns a line that describes the samples. */
  async sample(): Promise<string> {
    for (const process of this.processes) process.signal('SIGWINCH');
    await new Promise((resolve) => setTimeout(resolve, COLLECTING_MS));
    const lines = await Promise.all(
      this.processes.map(async (process) => {
        const [own, heap] = await Promise.all([ownMb(process), this.#heapMb(process)]);
        if (own === null) return `${process.name} unavailable`;
        const samples = this.#samples.get(process.name) ?? [];
        this.#samples.set(process.name, [...samples, { atMs: Date.now(), own, heap }]);
        return `${process.name} ${own.toFixed(0)}${heap === null ? '' : ` (heap ${heap.toFixed(1)})`}`;
      }),
    );
    return lines.join(', ');
  }

  /** Per process: memory after warm-up, memory now, and growth per hour by a least-squares fit of the samples. */
  lines(): string[] {
    return [...this.#samples].flatMap(([name, samples]) => {
      const warm = samples.slice(Math.floor(samples.length * WARM_UP));
      return [
        describe(name, 'memory', warm, ({ own }) => own),
        describe('', 'heap', warm, ({ heap }) => heap),
      ].filter((line) => line !== '');
    });
  }

  async #heapMb({ metrics }: ManagedProcess): Promise<number | null> {
    if (!metrics) return null;
    const answer = await fetch(metrics, { headers: { authorization: `Bearer ${this.token}` } });
    const bytes = METRIC.exec(await answer.text())?.[1];
    return z.coerce.number().parse(bytes) / 2 ** 20;
  }
}

/** `RssAnon` in MB: excludes file pages, which the system can reclaim. */
async function ownMb({ pid }: ManagedProcess): Promise<number | null> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  const kilobytes = /^RssAnon:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
}

function describe(
  name: string,
  what: string,
  samples: readonly Sample[],
  of: (look: Sample) => number | null,
): string {
  const points = samples.flatMap((look) => {
    const y = of(look);
    return y === null ? [] : [{ x: look.atMs, y }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return '';
  const slope = slopeOf(points) * HOUR_MS;
  const sign = slope < 0 ? '−' : '+';
  return `  ${name.padEnd(12)} ${what.padEnd(6)} ${first.y.toFixed(1).padStart(7)} → ${last.y.toFixed(1).padStart(7)} MB, ${sign}${Math.abs(slope).toFixed(1)} MB per hour`;
}

/** The slope of the least-squares line through points. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x0, y0] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = mean(({ x }) => (x - x0) ** 2);
  return spread === 0 ? 0 : mean(({ x, y }) => (x - x0) * (y - y0)) / spread;
}
