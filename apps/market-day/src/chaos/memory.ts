import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Child } from './child';

/** Milliseconds that a collection may take. */
const COLLECTING_MS = 2_000;
/** The first part of the time says nothing: caches, kept events and compiled code are filling. */
const WARMING = 1 / 2;
const HOUR_MS = 3_600_000;
const METRIC = /^nodejs_heap_size_used_bytes(?:{[^}]*})? (\S+)/m;

/** What a process had after a collection, in MB: all of its own, and of that what its objects take. */
interface Look {
  readonly atMs: number;
  readonly own: number;
  readonly heap: number | null;
}

/** What to start a process with so that it collects its garbage when told to, by a signal that ends nothing. */
export const COLLECTS = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGWINCH",()=>globalThis.gc())',
] as const;

/** Looks at the memory of processes after a collection each, so that what grows is what is kept. */
export class Memory {
  readonly #looks = new Map<string, Look[]>();

  constructor(
    private readonly children: readonly Child[],
    private readonly token: string,
  ) {}

  /** Looks once; answers a line that says it. */
  async look(): Promise<string> {
    for (const child of this.children) child.signal('SIGWINCH');
    await new Promise((resolve) => setTimeout(resolve, COLLECTING_MS));
    const said = await Promise.all(
      this.children.map(async (child) => {
        const [own, heap] = await Promise.all([ownMb(child), this.#heapMb(child)]);
        if (own === null) return `${child.name} away`;
        const looks = this.#looks.get(child.name) ?? [];
        this.#looks.set(child.name, [...looks, { atMs: Date.now(), own, heap }]);
        return `${child.name} ${own.toFixed(0)}${heap === null ? '' : ` (heap ${heap.toFixed(1)})`}`;
      }),
    );
    return said.join(', ');
  }

  /** For each process: what it had once it was warm, what it has, and by how much it grew in an hour, by the line through all looks. */
  lines(): string[] {
    return [...this.#looks].flatMap(([name, looks]) => {
      const warm = looks.slice(Math.floor(looks.length * WARMING));
      return [
        told(name, 'memory', warm, ({ own }) => own),
        told('', 'heap', warm, ({ heap }) => heap),
      ].filter((line) => line !== '');
    });
  }

  async #heapMb({ metrics }: Child): Promise<number | null> {
    if (!metrics) return null;
    const answer = await fetch(metrics, { headers: { authorization: `Bearer ${this.token}` } });
    const bytes = METRIC.exec(await answer.text())?.[1];
    return z.coerce.number().parse(bytes) / 2 ** 20;
  }
}

/** Without pages of files, which the system takes back when it wants them. */
async function ownMb({ pid }: Child): Promise<number | null> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  const kilobytes = /^RssAnon:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
}

function told(
  name: string,
  what: string,
  looks: readonly Look[],
  of: (look: Look) => number | null,
): string {
  const points = looks.flatMap((look) => {
    const y = of(look);
    return y === null ? [] : [{ x: look.atMs, y }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return '';
  const slope = slopeOf(points) * HOUR_MS;
  const sign = slope < 0 ? '−' : '+';
  return `  ${name.padEnd(12)} ${what.padEnd(6)} ${first.y.toFixed(1).padStart(7)} → ${last.y.toFixed(1).padStart(7)} MB, ${sign}${Math.abs(slope).toFixed(1)} MB in an hour`;
}

/** The line through points, by least squares. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x0, y0] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = mean(({ x }) => (x - x0) ** 2);
  return spread === 0 ? 0 : mean(({ x, y }) => (x - x0) * (y - y0)) / spread;
}
