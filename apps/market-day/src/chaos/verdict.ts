import {
  latestStockCheckSchema,
  queueDepthsSchema,
  recountSchema,
  stockCheckQueuedSchema,
} from '#libs/contracts';
import type { Market } from '../market';
import type { Person } from '../person';
import type { Tally } from '../tally';
import type { Books } from './books';
import type { Stage } from './stage';

/** One thing that has to be true when everything is over, and what is not as it should be. */
export interface Finding {
  readonly what: string;
  readonly faults: readonly string[];
}

const CHECK_MS = 60_000;
const LOOK_MS = 250;

/** Holds the shop, its database, its mails and every page against each other. */
export async function judge(
  market: Market,
  stage: Stage,
  books: Books,
  tally: Tally,
): Promise<Finding[]> {
  const { admin } = market;
  return [
    { what: 'every promised order is there, once', faults: await books.orders(tally.acknowledged) },
    { what: 'every event is published', faults: await books.outbox() },
    { what: 'no job has failed for good', faults: await failedJobs(admin) },
    { what: 'stock = ledger, held = open holds', faults: await stock(admin) },
    { what: 'running figures = recount', faults: await figures(admin) },
    { what: 'one notice per event and person', faults: await books.inbox() },
    { what: 'every notice is mailed', faults: await books.mails(stage.postBox.got) },
    { what: 'every page is live', faults: market.cutOff.map(({ user }) => user.email) },
    { what: 'every screen = the API', faults: await screens(market) },
    { what: 'no answer that must not come', faults: tally.failures },
    { what: 'nobody ended by themselves', faults: stage.crashes() },
  ];
}

async function failedJobs(admin: Person): Promise<string[]> {
  const depths = await admin.do('queues', queueDepthsSchema, '/admin/queues');
  return (depths?.queues ?? []).flatMap(({ name, failed }) =>
    failed > 0 ? [`${name}: ${failed} failed jobs`] : [],
  );
}

async function stock(admin: Person): Promise<string[]> {
  const asked = Date.now();
  const path = '/admin/stock-check';
  await admin.do('stock check', stockCheckQueuedSchema, path, { method: 'POST' });
  while (Date.now() - asked < CHECK_MS) {
    const latest = await admin.do('books', latestStockCheckSchema, path);
    const check = latest?.check;
    if (check && Date.parse(check.startedAt) >= asked)
      return check.mismatches.map((mismatch) => JSON.stringify(mismatch));
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return ['the stock was not checked'];
}

async function figures(admin: Person): Promise<string[]> {
  const recount = await admin.do('recount', recountSchema, '/analytics/recount', {
    method: 'POST',
  });
  if (!recount) return ['nothing was counted'];
  return recount.differences.map(
    ({ figure, projected, counted }) => `${figure} is ${projected} and should be ${counted}`,
  );
}

async function screens(market: Market): Promise<string[]> {
  return (await market.differences()).map(
    ({ who, screen, at, shown, told }) =>
      `${who}, ${screen}: ${at} is ${short(shown)} and should be ${short(told)}`,
  );
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
