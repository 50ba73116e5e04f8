import { setTimeout as sleep } from 'node:timers/promises';
import {
  latestStockCheckSchema,
  type QueueDepths,
  type QueueName,
  queueDepthsSchema,
  type Recount,
  recountSchema,
  stockCheckQueuedSchema,
} from '#libs/contracts';
import type { Person } from '../market-day/person';
import type { Account } from '../market-day/sign-in';

/** Time limit of a check, in ms. */
const CHECK_MS = 60_000;
const POLL_MS = 250;

/** Queues with delayed jobs. Before anybody has acted, the only delayed jobs are the schedules. */
export type Schedules = ReadonlySet<QueueName>;

export async function readSchedules(shop: URL, { token }: Account): Promise<Schedules> {
  const answer = await fetch(new URL('/api/v1/admin/queues', shop), {
    headers: { authorization: `Bearer ${token}` },
  });
  return delayedIn(queueDepthsSchema.parse(await answer.json()));
}

export async function failedJobs(admin: Person): Promise<string[]> {
  return (await queuesOf(admin)).queues.flatMap(({ name, failed }) =>
    failed > 0 ? [`${name}: ${failed} failed jobs`] : [],
  );
}

export async function lostSchedules(admin: Person, schedules: Schedules): Promise<string[]> {
  const delayed = delayedIn(await queuesOf(admin));
  return [...schedules]
    .filter((name) => !delayed.has(name))
    .map((name) => `${name}: its schedules are gone`);
}

async function queuesOf(admin: Person): Promise<QueueDepths> {
  return (await admin.do('queues', queueDepthsSchema, '/admin/queues')) ?? { queues: [] };
}

function delayedIn({ queues }: QueueDepths): Set<QueueName> {
  return new Set(queues.flatMap(({ name, delayed }) => (delayed > 0 ? [name] : [])));
}

export async function stock(admin: Person): Promise<string[]> {
  const asked = Date.now();
  const path = '/admin/stock-check';
  await admin.do('stock check', stockCheckQueuedSchema, path, { method: 'POST' });
  const check = await resultOf(async () => {
    const last = (await admin.do('stock check', latestStockCheckSchema, path))?.check;
    return last && Date.parse(last.startedAt) >= asked ? last : null;
  });
  if (!check) return ['the stock was not checked'];
  return check.mismatches.map((mismatch) => JSON.stringify(mismatch));
}

/** The result of a check, once it is there; null if it takes too long. */
export async function resultOf<Check>(look: () => Promise<Check | null>): Promise<Check | null> {
  for (const deadline = Date.now() + CHECK_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const check = await look();
    if (check) return check;
  }
  return null;
}

export function recount(admin: Person): Promise<Recount | null> {
  return admin.do('recount', recountSchema, '/analytics/recount', { method: 'POST' });
}

export function wrongFigures(counted: Recount | null): string[] {
  return (counted?.differences ?? []).map(
    ({ figure, projected, counted: expected }) =>
      `${figure} is ${projected} and should be ${expected}`,
  );
}
