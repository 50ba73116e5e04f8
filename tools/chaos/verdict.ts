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
import { sentenceOf } from '../market-day/differences';
import type { Market } from '../market-day/market';
import type { Person } from '../market-day/person';
import type { Account } from '../market-day/sign-in';
import type { Tally } from '../market-day/tally';
import type { Cluster } from './cluster';
import type { DatabaseCheck } from './database-check';

/** An expectation for the end of a run, and the differences from it. */
export interface Finding {
  readonly what: string;
  readonly differences: readonly string[];
}

/** Time limit of the stock check, in ms. */
const CHECK_MS = 60_000;
const POLL_MS = 250;
/** Time limit in ms for handling everything; events lost by Redis are republished only after minutes. */
const SETTLE_MS = 270_000;
/** Time between two recounts in ms; a user may request 30 per minute. */
const RECOUNT_MS = 3_000;

/** Queues with delayed jobs. Before anybody has acted, the only delayed jobs are the schedules. */
export type Schedules = ReadonlySet<QueueName>;

export async function readSchedules(shop: URL, { token }: Account): Promise<Schedules> {
  const answer = await fetch(new URL('/api/v1/admin/queues', shop), {
    headers: { authorization: `Bearer ${token}` },
  });
  return delayedIn(queueDepthsSchema.parse(await answer.json()));
}

/** Resolves when every event is handled, every mail is sent and every schedule exists, or after SETTLE_MS. */
export async function settle(
  admin: Person,
  database: DatabaseCheck,
  schedules: Schedules,
): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    if (
      (await database.isSettled()) &&
      (await recount(admin))?.underWay === 0 &&
      (await lostSchedules(admin, schedules)).length === 0
    )
      return;
    await sleep(RECOUNT_MS);
  }
}

/** Compares the database, the API, the mails and all pages with each other. */
export async function check(
  market: Market,
  cluster: Cluster,
  database: DatabaseCheck,
  tally: Tally,
  schedules: Schedules,
): Promise<Finding[]> {
  const { admin } = market;
  const { mailServer, processes } = cluster;
  const counted = await recount(admin);
  return [
    {
      what: 'each acknowledged order exists, once',
      differences: await database.orders(tally.acknowledged),
    },
    { what: 'no job has failed for good', differences: await failedJobs(admin) },
    { what: 'every schedule exists', differences: await lostSchedules(admin, schedules) },
    { what: 'stock = ledger, held = open holds', differences: await stock(admin) },
    { what: 'every event is counted', differences: uncounted(counted) },
    { what: 'running figures = recount', differences: figures(counted) },
    {
      what: 'one notification per event and person',
      differences: await database.notifications(),
    },
    {
      what: 'every notification is mailed',
      differences: await database.mails(mailServer.received),
    },
    { what: 'every page is live', differences: market.disconnected.map(({ user }) => user.email) },
    { what: 'every screen = the API', differences: (await market.differences()).map(sentenceOf) },
    { what: 'no unexpected error', differences: tally.failures },
    { what: 'no process crashed', differences: processes.flatMap(({ crashes }) => crashes) },
  ];
}

async function failedJobs(admin: Person): Promise<string[]> {
  const depths = await admin.do('queues', queueDepthsSchema, '/admin/queues');
  return (depths?.queues ?? []).flatMap(({ name, failed }) =>
    failed > 0 ? [`${name}: ${failed} failed jobs`] : [],
  );
}

async function lostSchedules(admin: Person, schedules: Schedules): Promise<string[]> {
  const depths = await admin.do('queues', queueDepthsSchema, '/admin/queues');
  const delayed = delayedIn(depths ?? { queues: [] });
  return [...schedules].flatMap((name) =>
    delayed.has(name) ? [] : [`${name}: its schedules are gone`],
  );
}

function delayedIn({ queues }: QueueDepths): Set<QueueName> {
  return new Set(queues.flatMap(({ name, delayed }) => (delayed > 0 ? [name] : [])));
}

async function stock(admin: Person): Promise<string[]> {
  const asked = Date.now();
  const path = '/admin/stock-check';
  await admin.do('stock check', stockCheckQueuedSchema, path, { method: 'POST' });
  while (Date.now() - asked < CHECK_MS) {
    const latest = await admin.do('stock check', latestStockCheckSchema, path);
    const found = latest?.check;
    if (found && Date.parse(found.startedAt) >= asked)
      return found.mismatches.map((mismatch) => JSON.stringify(mismatch));
    await sleep(POLL_MS);
  }
  return ['the stock was not checked'];
}

function recount(admin: Person): Promise<Recount | null> {
  return admin.do('recount', recountSchema, '/analytics/recount', { method: 'POST' });
}

function uncounted(counted: Recount | null): string[] {
  if (!counted) return ['the recount was not answered'];
  return counted.underWay === 0 ? [] : [`${counted.underWay} events are still to be counted`];
}

function figures(counted: Recount | null): string[] {
  return (counted?.differences ?? []).map(
    ({ figure, projected, counted: expected }) =>
      `${figure} is ${projected} and should be ${expected}`,
  );
}
