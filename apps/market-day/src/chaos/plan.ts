import { Chance } from '../chance';

/** Whom something may happen to, by name: `api 1`, `redis`. */
export type Role = 'api' | 'gateway' | 'worker' | 'redis' | 'mongo';

/** Something that goes wrong. */
export type Fault =
  /** Killed (SIGKILL), and started again after `ms`. */
  | { readonly kind: 'kill'; readonly whom: string; readonly ms: number }
  /** Redis killed as by a power cut: what it wrote in its last `lostMs` is gone. */
  | {
      readonly kind: 'power cut';
      readonly whom: 'redis';
      readonly ms: number;
      readonly lostMs: number;
    }
  /** Every connection of every browser ends. */
  | { readonly kind: 'cut sockets'; readonly whom: 'everybody'; readonly ms: 0 }
  /** All workers stand still: events pile up in the outbox. */
  | { readonly kind: 'fill outbox'; readonly whom: 'workers'; readonly ms: number }
  /** A worker stands still for longer than its leases last, and then goes on as if nothing had been. */
  | { readonly kind: 'stop clock'; readonly whom: string; readonly ms: number };

export interface Act {
  /** Milliseconds after the market has opened. */
  readonly atMs: number;
  readonly fault: Fault;
}

export type Cast = Readonly<Record<'api' | 'gateway' | 'worker', number>>;

/** Milliseconds for which somebody who was started again is left alone. */
const REST_MS = 6_000;
/** Milliseconds before the end in which nothing goes wrong any more. */
const CALM_MS = 3_000;
/** Milliseconds for which a job belongs to the worker that took it: `LOCK_MS` of the queues. */
const LEASE_MS = 10_000;

/** What goes wrong and when, all of it decided by the seed. Every kind comes once before any comes again. */
export function planOf(seed: number, lengthMs: number, cast: Cast): Act[] {
  const chance = new Chance(seed * 7_919);
  /** Until when somebody is down or has just come back. */
  const busy = new Map<string, number>();
  const acts: Act[] = [];
  let bag: Make[] = [];
  for (let atMs = chance.between(500, 2_000); atMs < lengthMs - CALM_MS; ) {
    if (bag.length === 0) bag = shuffled(kinds, chance);
    const fault = bag.shift()?.(chance, cast);
    const concerned = fault ? concernedBy(fault, cast) : [];
    if (fault && concerned.every((name) => (busy.get(name) ?? 0) <= atMs)) {
      acts.push({ atMs: Math.round(atMs), fault });
      for (const name of concerned) busy.set(name, atMs + fault.ms + REST_MS);
    }
    atMs += chance.between(1_000, 4_500);
  }
  return acts;
}

type Make = (chance: Chance, cast: Cast) => Fault;

const one = (role: keyof Cast, chance: Chance, cast: Cast) =>
  `${role} ${chance.whole(1, cast[role])}`;
const ms = (chance: Chance, least: number, most: number) => Math.round(chance.between(least, most));
const kill =
  (whom: (chance: Chance, cast: Cast) => string, most: number): Make =>
  (chance, cast) => ({ kind: 'kill', whom: whom(chance, cast), ms: ms(chance, 100, most) });

const kinds: readonly Make[] = [
  kill((chance, cast) => one('api', chance, cast), 3_000),
  kill((chance, cast) => one('gateway', chance, cast), 3_000),
  kill((chance, cast) => one('worker', chance, cast), 3_000),
  kill(() => 'redis', 4_000),
  kill(() => 'mongo', 4_000),
  (chance) => ({
    kind: 'power cut',
    whom: 'redis',
    ms: ms(chance, 100, 3_000),
    lostMs: ms(chance, 200, 1_000),
  }),
  () => ({ kind: 'cut sockets', whom: 'everybody', ms: 0 }),
  (chance) => ({ kind: 'fill outbox', whom: 'workers', ms: ms(chance, 2_000, 6_000) }),
  (chance, cast) => ({
    kind: 'stop clock',
    whom: one('worker', chance, cast),
    ms: ms(chance, LEASE_MS * 1.2, LEASE_MS * 1.8),
  }),
];

/** The processes that something happens to. */
export function concernedBy({ kind, whom }: Fault, { worker }: Cast): string[] {
  if (kind === 'cut sockets') return [];
  if (kind === 'fill outbox') return Array.from({ length: worker }, (_, n) => `worker ${n + 1}`);
  return [whom];
}

export function inWords({ kind, whom, ms: lasts, ...more }: Fault): string {
  const lost = 'lostMs' in more ? `, losing its last ${more.lostMs} ms` : '';
  return `${kind}: ${whom}${lasts > 0 ? ` for ${lasts} ms` : ''}${lost}`;
}

function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(chance.whole(0, left.length - 1), 1));
}
