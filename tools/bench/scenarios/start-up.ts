import { type Effort, median, type Row } from '../runner/measure.js';
import { type Used, usedBy } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';

/** Time from the start of a process to its first response: the api with its catalogue, the baseline with the driver. */
export async function startUp(stage: Stage, { rounds }: Effort): Promise<Row[]> {
  const took = { product: [] as number[], baseline: [] as number[] };
  const nothing: Used = { cpuMs: 0, mb: 0 };
  const used = { product: nothing, baseline: nothing };
  for (let round = 0; round < rounds; round++) {
    const api = await stage.process('api');
    took.product.push(api.ms);
    used.product = await usedBy(api);
    await stage.end(api);
    const from = performance.now();
    const baseline = await stage.program(
      'baseline',
      'dist/tools/bench/baseline/reads.js',
      stage.mongo.url,
    );
    took.baseline.push(performance.now() - from);
    used.baseline = await usedBy(baseline);
    await stage.end(baseline);
  }
  const row = (contender: string, ms: number[], name: string, of: Used, ratio: number): Row => ({
    scenario: 'start-up',
    clients: 1,
    contender,
    perSecond: 1_000 / median(ms),
    p50: median(ms),
    p95: Math.max(...ms),
    p99: Math.max(...ms),
    answers: ms.length,
    processes: { [name]: { cpuUs: of.cpuMs * 1_000, mb: of.mb } },
    ratio,
  });
  const ratio = median(took.baseline) / median(took.product);
  return [
    row('product', took.product, 'api', used.product, 1),
    row('baseline, Fastify and driver', took.baseline, 'baseline', used.baseline, ratio),
  ];
}
