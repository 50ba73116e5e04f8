import { audienceOf, type DomainEvent, parseEvent, type Room } from '#libs/contracts';
import type { CommittedEvent } from './database-check';
import type { PastFault } from './fault-runner';

/** Time limit in ms for event delivery to recover after the end of a fault. */
export const RECOVERY_MS = 15_000;
const P95_MS = 2_000;
const MIN_SAMPLES = 20;
const MAX_DUPLICATES = 0.02;

/** An event frame that arrived at an observer. Times are epoch ms. */
export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly occurredAt: number;
  readonly receivedAt: number;
  /** The observer had never received this id before. */
  readonly isFirst: boolean;
  /** The observer had received this id before, without a gap in between. */
  readonly isDuplicate: boolean;
}

/** Everything that one observer has received. */
export interface Observations {
  readonly name: string;
  readonly rooms: ReadonlySet<Room>;
  readonly deliveries: readonly Delivery[];
  /** Times at which the gateway announced possibly missing events, on which a page refetches its screen. */
  readonly gaps: readonly number[];
  /** When it joined its rooms. */
  readonly since: number;
}

/** A round of possibly overlapping faults, and the quiet period after them in which delivery is measured. */
export interface PastRound {
  readonly faults: readonly PastFault[];
  /** When the measured events occurred; starts `RECOVERY_MS` after the end of the last fault. */
  readonly measured: { readonly from: number; readonly to: number };
}

const streams = {
  orders: (name: string) => name.startsWith('order.'),
  stock: (name: string) => name === 'product.stock-changed' || name === 'product.counted',
} as const;
type Stream = keyof typeof streams;
const streamNames = Object.keys(streams) as Stream[];

interface Latency {
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}
interface RoundResult {
  /** A line of the report. */
  readonly line: string;
  /** One sentence per violated expectation. */
  readonly differences: readonly string[];
}

/** Whether both streams have enough deliveries to be judged. */
export function hasEnoughSamples(observers: readonly Observations[], from: number): boolean {
  const latency = latencies(observers, { from, to: Date.now() });
  return streamNames.every((stream) => latency[stream].samples >= MIN_SAMPLES);
}

export function judgeRound(observers: readonly Observations[], round: PastRound): RoundResult {
  const latency = latencies(observers, round.measured);
  const from = Math.min(...round.faults.map((fault) => fault.from));
  const duplicates = duplicateShare(observers, from, round.measured.to);
  const gaps = observers
    .flatMap((observer) => observer.gaps)
    .filter((at) => at >= from && at < round.measured.to);
  const after = `after ${round.faults.at(-1)?.name ?? 'nothing'}`;
  const measured = streamNames.map((stream) => {
    const { samples, p50, p95, max } = latency[stream];
    return `${stream} ${p50}/${p95}/${max} (${samples})`;
  });
  return {
    line: `  ${after}: ${measured.join(', ')} ms p50/p95/max; ${percent(duplicates)} duplicates, ${gaps.length} gaps`,
    differences: [
      ...streamNames.flatMap((stream) => {
        const { samples, p95 } = latency[stream];
        if (samples < MIN_SAMPLES)
          return [`${after}: too few deliveries of ${stream} to judge, ${samples}`];
        return p95 < P95_MS ? [] : [`${after}: ${stream} p95 is ${p95} ms`];
      }),
      ...(duplicates < MAX_DUPLICATES ? [] : [`${after}: ${percent(duplicates)} duplicates`]),
    ],
  };
}

/** Share of duplicates among the deliveries in [from, to). */
function duplicateShare(observers: readonly Observations[], from: number, to: number): number {
  const received = observers
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ receivedAt }) => receivedAt >= from && receivedAt < to);
  if (received.length === 0) return 0;
  return received.filter(({ isDuplicate }) => isDuplicate).length / received.length;
}

/**
 * Committed events that an observer should have received but did not, unless a gap was announced within `RECOVERY_MS`
 * of the event, or of the end of the faults during which it occurred. A later gap does not count, because the page was
 * wrong until then. `late` counts events delivered after that deadline.
 */
export function missingDeliveries(
  rows: readonly CommittedEvent[],
  observers: readonly Observations[],
  rounds: readonly PastRound[],
): { missing: string[]; late: number } {
  const missing: string[] = [];
  let late = 0;
  const events = rows.map(readRow);
  for (const { name, rooms, deliveries, gaps, since } of observers) {
    const first = deliveries.filter(({ isFirst }) => isFirst);
    const firstAt = new Map(first.map(({ id, receivedAt }) => [id, receivedAt]));
    for (const event of events) {
      const at = Date.parse(event.occurredAt);
      if (at < since || !audienceOf(event).some((room) => rooms.has(room))) continue;
      const deadline = deadlineOf(at, rounds);
      if (gaps.some((gap) => gap >= at && gap <= deadline)) continue;
      const receivedAt = firstAt.get(event.id);
      if (receivedAt === undefined)
        missing.push(`${name}: ${event.name} ${event.id} of ${event.occurredAt}`);
      else if (receivedAt > deadline) late += 1;
    }
  }
  return { missing, late };
}

function deadlineOf(at: number, rounds: readonly PastRound[]): number {
  const amid = rounds.find(
    ({ faults, measured }) =>
      at >= Math.min(...faults.map(({ from }) => from)) && at < measured.from,
  );
  return Math.max(at, ...(amid?.faults ?? []).map(({ to }) => to)) + RECOVERY_MS;
}

function readRow({ id, name, occurredAt, payload }: CommittedEvent): DomainEvent {
  const unused = { aggregateId: '', version: 0, correlationId: '', actorId: null };
  const [at, data] = [occurredAt.toISOString(), JSON.parse(JSON.stringify(payload))];
  return parseEvent({ ...unused, id, name, occurredAt: at, payload: data });
}

function latencies(
  observers: readonly Observations[],
  { from, to }: PastRound['measured'],
): Record<Stream, Latency> {
  const measured = observers
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ occurredAt, isFirst }) => isFirst && occurredAt >= from && occurredAt < to);
  const of = (stream: Stream) =>
    latencyOf(
      measured
        .filter(({ name }) => streams[stream](name))
        .map(({ occurredAt, receivedAt }) => receivedAt - occurredAt),
    );
  return { orders: of('orders'), stock: of('stock') };
}

export function latencyOf(ms: readonly number[]): Latency {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { samples: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
