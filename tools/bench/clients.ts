/** HTTP clients in a separate thread, so that they take no time from the server: see `askAll`. */
import { performance } from 'node:perf_hooks';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

export interface Asking {
  readonly base: string;
  readonly paths: readonly string[];
  /** Concurrent clients, each with one request at a time. */
  readonly clients: number;
  /** Total of all clients; a fifth as many are sent before, to warm up. */
  readonly requests: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Durations of the requests in ms, in increasing order; throws unless every status is 200. */
export function askAll(asking: Asking): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: asking });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function ask({ base, paths, clients, requests, headers }: Asking): Promise<number[]> {
  const took: number[] = [];
  let next = -Math.ceil(requests / 5);
  const work = async () => {
    for (let n = next++; n < requests; n = next++) {
      const path = paths[Math.abs(n) % paths.length] ?? '/';
      const from = performance.now();
      const response = await fetch(`${base}${path}`, headers ? { headers } : undefined);
      const body = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
      if (n >= 0) took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return took.sort((a, b) => a - b);
}

if (!isMainThread) parentPort?.postMessage(await ask(workerData as Asking));
