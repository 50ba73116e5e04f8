import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { Timings } from './timings.js';

const about = {
  name: 'answer_seconds',
  help: 'How long answers took.',
  labelNames: ['route', 'status'] as const,
};
const bounds = [0.005, 0.01, 1, 10];
const seconds = fc.oneof(
  fc.constantFrom(0, ...bounds),
  fc.double({ min: 0, max: 20, noNaN: true }),
);
const label = fc.constantFrom('/a', '/a/:id', 'a "quoted" \\ one', 'two\nlines');

it('says of the same values what the histogram of Prometheus’ client says', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(label, fc.constantFrom('2xx', '5xx'), seconds)),
      async (values) => {
        const registry = new Registry();
        const theirs = new Histogram({ ...about, buckets: bounds, registers: [registry] });
        const ours = new Timings({ ...about, bounds });
        const known = new Map<string, ReturnType<typeof ours.series>>();
        for (const [route, status, took] of values) {
          theirs.observe({ route, status }, took);
          const key = `${route} ${status}`;
          const timing = known.get(key) ?? ours.series({ route, status });
          known.set(key, timing);
          timing.add(took);
        }
        expect(ours.text()).toBe(await registry.metrics());
      },
    ),
    { numRuns: 200 },
  ));
