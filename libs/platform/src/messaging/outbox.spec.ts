import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ClientSession, Model } from 'mongoose';
import type { Transactions } from '../data/transactions.js';
import type { EventLog, StoredEvent } from './event-log.js';
import { draft, eventsIn, Outbox, type OutboxEntry } from './outbox.js';

let isAvailable: boolean;
let appended: string[];
let stored: OutboxEntry[];
let outbox: Outbox;

beforeEach(() => {
  jest.useFakeTimers();
  isAvailable = true;
  appended = [];
  stored = [];
  const log = {
    append: async (events: readonly StoredEvent[]) => {
      if (isAvailable) appended.push(...events.map(({ name, version }) => `${name} ${version}`));
      return isAvailable;
    },
  };
  const commit = { afterCommit: (_session: unknown, callback: () => void) => callback() };
  outbox = new Outbox(
    {
      insertMany: async (rows: OutboxEntry[]) => stored.push(...rows),
    } as unknown as Model<OutboxEntry>,
    log as unknown as EventLog,
    commit as unknown as Transactions,
  );
});
afterEach(() => {
  jest.useRealTimers();
});

const cart = (version: number) =>
  draft(
    'cart.changed',
    { id: 'a', version },
    { customerId: 'a', cart: { items: [], total: 0, itemCount: 0, version } },
  );

it('appends what is published in one turn with one command', async () => {
  outbox.publish(cart(1));
  outbox.publish(cart(2));
  expect(appended).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(appended).toEqual(['cart.changed 1', 'cart.changed 2']);
});

it('appends live events again that Redis did not take, and leaves those with a row to the relay', async () => {
  isAvailable = false;
  outbox.publish(cart(1));
  await outbox.add({} as ClientSession, { ...cart(2), name: 'inbox.read' });
  await jest.advanceTimersByTimeAsync(1_500);
  isAvailable = true;
  outbox.publish(cart(3));
  await jest.advanceTimersByTimeAsync(1_500);
  expect(appended).toEqual(['cart.changed 3', 'cart.changed 1']);
});

describe('the rows of a transaction', () => {
  const counted = (version: number) => ({ ...cart(version), name: 'product.counted' as const });
  const placed = (version: number) => ({ ...cart(version), name: 'order.placed' as const });
  const namesOf = (row: OutboxEntry) =>
    eventsIn(row).map(({ name, version }) => `${name} ${version}`);

  it('are one for each event that is handled, with the others behind it, and all are appended in their order', async () => {
    await outbox.add({} as ClientSession, counted(1), counted(2), placed(3), placed(4), counted(5));
    expect(stored.map(namesOf)).toEqual([
      ['product.counted 1', 'product.counted 2'],
      ['order.placed 3'],
      ['order.placed 4', 'product.counted 5'],
    ]);
    expect(stored.map(({ handledAt }) => handledAt === null)).toEqual([false, true, true]);
    await jest.advanceTimersByTimeAsync(1);
    expect(appended).toEqual(stored.flatMap(namesOf));
  });

  it('stay far below the size of a document', async () => {
    await outbox.add({} as ClientSession, ...Array.from({ length: 500 }, (_, n) => counted(n)));
    expect(stored.flatMap(namesOf)).toHaveLength(500);
    expect(Math.max(...stored.map((row) => eventsIn(row).length))).toBeLessThan(250);
  });
});
