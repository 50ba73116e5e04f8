import { Chance } from '../market-day/chance';

/** Roles of the cluster's processes, each with {@link PER_ROLE}; they are named `api 1`, `worker 2`, … */
export const roles = ['api', 'gateway', 'worker'] as const;
const PER_ROLE = 2;

export const faultKinds = [
  'kill',
  'power-cut',
  'cut-sockets',
  'pause-workers',
  'pause-worker',
  'flushall',
  'redis-empty',
  'load-without-workers',
  'slow-redis',
  'slow-clients',
  'pause-stripe',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** A process (`api 1`, `redis`), `workers` or `sockets`. */
  readonly target: string;
  /** Time in ms for which the target is down or paused; for `slow-redis`, of each pause. */
  readonly ms: number;
  /** `power-cut` only: Redis loses the writes of this many last ms. */
  readonly lostMs?: number;
}

export interface PlannedFault {
  /** Start in ms after the beginning of the round. */
  readonly atMs: number;
  readonly fault: Fault;
}

/** Faults that may overlap. After a round no fault begins until event delivery has been measured. */
export type Round = readonly PlannedFault[];

/** `flushall`: number of flushes, as a single one seldom hits an event in flight, and ms between them. */
export const FLUSH_TIMES = 20;
export const FLUSH_GAP_MS = 250;
/** `slow-redis`: number of pauses, and ms between them. */
export const SLOW_TIMES = 5;
export const SLOW_GAP_MS = 1_500;

/** Minimum time in ms between two faults on the same target. */
const REST_MS = 6_000;
/** Last part of a round, in ms, in which no fault begins. */
const CALM_MS = 3_000;
/** Lock duration of a job in ms: `LOCK_MS` of the queues. */
const LEASE_MS = 10_000;
/** Time in ms before the only fault of a round. */
const LEAD_MS = 4_000;
/** Minimum length in ms of a plan with a second round. */
const SHORT_MS = 30_000;
/** Approximate time in ms of a one-fault round, without the fault. */
const ROUND_MS = 27_000;

/** What is hit, for how many ms at least and at most: a role is one of its processes. */
const faults: readonly [FaultKind, target: string, least: number, most: number][] = [
  ['kill', 'api', 100, 3_000],
  ['kill', 'gateway', 100, 3_000],
  ['kill', 'worker', 100, 3_000],
  ['kill', 'redis', 100, 4_000],
  ['kill', 'mongo', 100, 4_000],
  ['kill', 'stripe', 100, 4_000],
  ['power-cut', 'redis', 100, 3_000],
  ['cut-sockets', 'sockets', 0, 0],
  ['pause-workers', 'workers', 2_000, 6_000],
  ['pause-worker', 'worker', LEASE_MS * 1.2, LEASE_MS * 1.8],
  ['flushall', 'redis', 0, 0],
  ['redis-empty', 'redis', 100, 3_000],
  ['load-without-workers', 'workers', 12_000, 12_000],
  ['slow-redis', 'redis', 3_000, 3_000],
  ['slow-clients', 'api', 4_000, 8_000],
  // Longer than pages wait for a payment, and sometimes than requests to the provider do.
  ['pause-stripe', 'stripe', 6_000, 18_000],
];

function faultsOf(kinds: readonly FaultKind[], chance: Chance): Fault[] {
  return faults
    .filter(([kind]) => kinds.includes(kind))
    .map(([kind, target, least, most]) => ({
      kind,
      target: isRole(target) ? `${target} ${chance.whole(1, PER_ROLE)}` : target,
      ms: Math.round(chance.between(least, most)),
      ...(kind === 'power-cut' && { lostMs: chance.whole(200, 1_000) }),
    }));
}

const isRole = (target: string) => roles.some((role) => role === target);

/** Faults for the second round, chosen by seed; overlapping faults would hide their effect. */
const alone: readonly FaultKind[] = [
  'flushall',
  'redis-empty',
  'load-without-workers',
  'slow-redis',
  'slow-clients',
];

/** A round of overlapping faults for `lengthMs`, and then one fault alone; the seed determines all of it. */
export function planOf(seed: number, lengthMs: number): Round[] {
  const chance = new Chance(seed * 7_919);
  const overlapping = overlappingFaults(chance, lengthMs);
  if (lengthMs < SHORT_MS) return [overlapping];
  const kind = alone[Math.abs(seed) % alone.length] ?? 'flushall';
  return [overlapping, ...faultsOf([kind], chance).map(oneFault)];
}

/** One round per fault of these kinds: all of them once, and repeatedly while time remains. */
export function planOnly(kinds: readonly FaultKind[], seed: number, lengthMs: number): Round[] {
  const chance = new Chance(seed * 7_919);
  const rounds: Round[] = [];
  let takenMs = 0;
  do {
    for (const fault of faultsOf(kinds, chance)) {
      rounds.push(oneFault(fault));
      takenMs += durationOf(fault) + ROUND_MS;
    }
  } while (takenMs < lengthMs);
  return rounds;
}

/** Every kind comes once before any is repeated; a kind whose target is busy comes later. */
function overlappingFaults(chance: Chance, lengthMs: number): Round {
  const busyUntil = new Map<string, number>();
  const round: PlannedFault[] = [];
  let bag: Fault[] = [];
  for (let atMs = chance.between(500, 2_000); atMs < lengthMs - CALM_MS; ) {
    if (bag.length === 0) bag = shuffled(faultsOf(faultKinds, chance), chance);
    const next = bag.findIndex((fault) =>
      processesOf(fault).every((name) => (busyUntil.get(name) ?? 0) <= atMs),
    );
    for (const fault of next < 0 ? [] : bag.splice(next, 1)) {
      round.push({ atMs: Math.round(atMs), fault });
      for (const name of processesOf(fault))
        busyUntil.set(name, atMs + durationOf(fault) + REST_MS);
    }
    atMs += chance.between(1_000, 4_500);
  }
  return round;
}

/** A round of one fault. It begins after LEAD_MS of trade, because an idle Redis has nothing to lose. */
const oneFault = (fault: Fault): Round => [{ atMs: LEAD_MS, fault }];

function durationOf({ kind, ms: each }: Fault): number {
  if (kind === 'flushall') return FLUSH_TIMES * FLUSH_GAP_MS;
  return kind === 'slow-redis' ? SLOW_TIMES * (each + SLOW_GAP_MS) : each;
}

export const namesOf = (role: string): string[] =>
  Array.from({ length: PER_ROLE }, (_, n) => `${role} ${n + 1}`);

/** Names of the processes that a fault affects. */
export function processesOf({ target }: Fault): string[] {
  if (target === 'sockets') return [];
  if (target === 'workers') return namesOf('worker');
  return [target];
}

export function describeFault({ kind, target, ms: each, lostMs }: Fault): string {
  if (kind === 'flushall') return `${kind}: ${target}, ${FLUSH_TIMES} times`;
  const times = kind === 'slow-redis' ? `${SLOW_TIMES} times ` : '';
  const lasts = each > 0 ? ` for ${times}${each} ms` : '';
  return `${kind}: ${target}${lasts}${lostMs ? `, losing its last ${lostMs} ms` : ''}`;
}

function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(chance.whole(0, left.length - 1), 1));
}
