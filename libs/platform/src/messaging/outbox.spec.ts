import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { ClientSession, Model } from 'mongoose';
import type { Transactions } from '../data/transactions.js';
import type { EventLog, StoredEvent } from './event-log.js';
import { draft, Outbox, type OutboxEntry } from './outbox.js';

let isAvailable: boolean;
let appended: string[];
let outbox: Outbox;

beforeEach(() => {
  jest.useFakeTimers();
  isAvailable = true;
  appended = [];
  const log = {
    append: async (events: readonly StoredEvent[]) => {
      if (isAvailable) appended.push(...events.map(({ name, version }) => `${name} ${version}`));
      return isAvailable;
    },
  };
  const commit = { afterCommit: (_session: unknown, callback: () => void) => callback() };
  outbox = new Outbox(
    { insertMany: async () => [] } as unknown as Model<OutboxEntry>,
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
