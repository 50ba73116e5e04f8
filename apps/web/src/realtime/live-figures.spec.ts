import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { DomainEvent } from '#libs/contracts';
import { recordServerClock, resetServerClock } from '../lib/api/server-clock';
import { LiveFigures } from './live-figures';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');

let figures: LiveFigures;
let queryClient: QueryClient;
/** Renders and paints a frame. */
let paint: () => void;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });
  const frames: FrameRequestCallback[] = [];
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  paint = () => {
    for (const frame of frames.splice(0)) frame(0);
    jest.advanceTimersByTime(1);
  };
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
  figures = new LiveFigures();
  queryClient = new QueryClient();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  resetServerClock();
  queryClient.clear();
});

/** An event that was committed so many milliseconds before `NOW`, by the server's clock. */
const committed = (ms: number) =>
  ({ id: `${ms}`, occurredAt: new Date(NOW - ms).toISOString() }) as DomainEvent;
function apply(event: DomainEvent, isReplay = false): void {
  figures.arrived(event, isReplay);
  figures.apply([event], () => undefined);
  paint();
}

test('the latency is measured with the server’s clock, from the commit to the paint', () => {
  recordServerClock(NOW + 5_000, 0, performance.now());
  apply(committed(-4_970));
  expect(figures.snapshot().lastMs).toBeCloseTo(30, -1);
});

test('without the server’s clock nothing is estimated', () => {
  apply(committed(30));
  expect(figures.snapshot()).toMatchObject({ lastMs: null, p95Ms: null, received: 1 });
});

test('the percentile is that of the session; what was missed before counts apart', () => {
  recordServerClock(NOW, 0, performance.now());
  for (let n = 0; n < 95; n++) apply(committed(10));
  for (let n = 0; n < 5; n++) apply(committed(900));
  apply(committed(60_000), true);
  expect(figures.snapshot()).toMatchObject({ received: 101, replayed: 1 });
  expect(figures.snapshot().p95Ms).toBeCloseTo(10, -1);
  expect(figures.snapshot().lastMs).toBeCloseTo(900, -1);
});

test('counts what is fetched while events are applied, and nothing else', async () => {
  const stop = figures.start(queryClient);
  const observer = new QueryObserver(queryClient, { queryKey: ['a'], queryFn: () => 1 });
  const leave = observer.subscribe(() => undefined);
  await queryClient.refetchQueries();
  expect(figures.snapshot().fetched).toBe(0);
  figures.apply([], () => void queryClient.refetchQueries());
  expect(figures.snapshot().fetched).toBe(1);
  stop();
  leave();
});
