/**
 * `node dist/tools/bench/overload.js [--products N] [--seconds S] [--times T]`: an `api` under ten times its maximum
 * load. Measures the maximum, sends a multiple of it without waiting for responses, then measures whether the api has
 * recovered. tools/bench/README.md explains the output.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { closedLoop, type Outcome, openLoop } from './runner/open-loop.js';
import { type Program, usedBy } from './runner/programs.js';
import { SECRET, Stage } from './runner/stage.js';
import { mix } from './scenarios/mix.js';

const { values: asked } = parseArgs({
  options: {
    products: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '10' },
  },
});
/** Clients with one request at a time: enough to keep the api busy, few enough for short response times. */
const CLIENTS = 16;
const MEASURE_MS = 6_000;
const SAMPLE_MS = 500;

const say = (line: string) => process.stdout.write(`${line}\n`);
const load = () => loadavg()[0]?.toFixed(1) ?? '';

/** Peak memory (MB) and event loop lag (ms) of a process during `work`. */
async function sampled<Result>(api: Program, work: Promise<Result>) {
  let [mb, lagMs] = [0, 0];
  const sample = async () => {
    const [used, metrics] = await Promise.all([
      usedBy(api),
      fetch(`http://127.0.0.1:${api.port}/metrics`, {
        headers: { authorization: `Bearer ${SECRET}` },
      }).then((answer) => answer.text()),
    ]);
    mb = Math.max(mb, used.mb);
    const lag = /^nodejs_eventloop_lag_p99_seconds(?:{[^}]*})? (\S+)/m.exec(metrics)?.[1];
    lagMs = Math.max(lagMs, Number(lag ?? 0) * 1_000);
  };
  await sample();
  lagMs = 0;
  let done = false;
  const result = work.finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    await sample();
  }
  return { outcome: await result, mb, lagMs };
}

function quantile(times: readonly number[], q: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * q)] ?? 0).toFixed(0);
}

interface Sampled {
  readonly outcome: Outcome;
  readonly mb: number;
  readonly lagMs: number;
}

function print(phase: string, { outcome, mb, lagMs }: Sampled, seconds: number): void {
  const { accepted, refused, wrong, unsent, withoutRetryAfter, longest } = outcome;
  const all = accepted.length + refused.length + [...wrong.values()].reduce((a, b) => a + b, 0);
  say(
    `${phase}: ${(all / seconds).toFixed(0)}/s asked, ${(accepted.length / seconds).toFixed(0)}/s accepted ` +
      `(p50 ${quantile(accepted, 0.5)} ms, p99 ${quantile(accepted, 0.99)} ms), ` +
      `${((100 * refused.length) / Math.max(1, all)).toFixed(1)} % refused (p99 ${quantile(refused, 0.99)} ms), ` +
      `longest answer ${longest.toFixed(0)} ms; ${mb.toFixed(0)} MB, event loop lag ${lagMs.toFixed(0)} ms (p99)`,
  );
  if (withoutRetryAfter > 0) say(`  ${withoutRetryAfter} refusals without Retry-After`);
  if (unsent > 0) say(`  ${unsent} not sent, because every connection was waiting`);
  for (const [status, count] of wrong)
    say(`  ${count} ${status === 0 ? 'requests without an answer' : `answers ${status}`}`);
}

const before = load();
const seconds = Number(asked.seconds);
const stage = await Stage.open();
try {
  await stage.command('seed', '--products', asked.products, '--orders', '200', '--users', '200');
  const api = await stage.process('api');
  await stage.process('worker');
  const ask = await mix(stage, api);
  const usual = () => sampled(api, closedLoop(api.port, ask, CLIENTS, MEASURE_MS));
  await usual(); // warms up
  const first = await usual();
  const perSecond = first.outcome.accepted.length / (MEASURE_MS / 1_000);
  print(`before, ${CLIENTS} clients`, first, MEASURE_MS / 1_000);
  const rate = perSecond * Number(asked.times);
  const rush = await sampled(api, openLoop(api.port, ask, rate, seconds * 1_000));
  print(`${asked.times} times as much, for ${seconds} s`, rush, seconds);
  const after = await usual();
  print(`right after, ${CLIENTS} clients`, after, MEASURE_MS / 1_000);
  const { withoutRetryAfter, wrong } = rush.outcome;
  if (withoutRetryAfter > 0 || wrong.size > 0) process.exitCode = 1;
} finally {
  await stage.close();
}
say(`load ${before} before and ${load()} after`);
process.exit();
