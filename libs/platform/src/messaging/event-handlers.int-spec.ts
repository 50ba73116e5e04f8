import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import { getModelToken } from '@nestjs/mongoose';
import { type ClientSession, type Model, Types } from 'mongoose';
import type { DomainEvent } from '#libs/contracts';
import { Transactions } from '#libs/platform';
import { Marketplace } from '#libs/testing';
import { EventHandlers, OnEvents, PROCESSED_EVENT, type ProcessedEvent } from './event-handlers.js';

let market: Marketplace;
let probe: Probe;
let handlers: EventHandlers;
beforeAll(async () => {
  market = await Marketplace.open();
  await market.collection('effects').insertOne({ event: 'none' });
});
afterAll(() => market.close());

/** Writes a line for each event, and throws at those that it is told to. */
class Probe {
  readonly failing = new Set<string>();
  /** How many events each call was given. */
  readonly calls: number[] = [];

  @OnEvents('product.harvested')
  async take(
    events: readonly DomainEvent<'product.harvested'>[],
    session: ClientSession,
  ): Promise<void> {
    this.calls.push(events.length);
    await market.collection('effects').insertMany(
      events.map(({ id }) => ({ event: id })),
      { session },
    );
    if (events.some(({ id }) => this.failing.has(id))) throw new Error('a mistake');
  }
}

beforeEach(() => {
  probe = new Probe();
  const discovery = { getProviders: () => [{ instance: probe }] } as unknown as DiscoveryService;
  handlers = new EventHandlers(
    discovery,
    new MetadataScanner(),
    market.app.get(Transactions),
    market.app.get<Model<ProcessedEvent>>(getModelToken(PROCESSED_EVENT)),
  );
});

const harvests = (count: number): DomainEvent[] =>
  Array.from({ length: count }, () => {
    const id = new Types.ObjectId().toString();
    return { id, name: 'product.harvested' } as DomainEvent;
  });
const outcomesOf = async (events: readonly DomainEvent[]) =>
  (await Promise.allSettled(events.map((event) => handlers.handle(event)))).map(
    ({ status }) => status,
  );
const effects = (events: readonly DomainEvent[]) =>
  Promise.all(events.map(({ id }) => market.collection('effects').countDocuments({ event: id })));

it('does together what comes together', async () => {
  const events = harvests(5);
  expect(await outcomesOf(events)).toEqual(Array(5).fill('fulfilled'));
  expect(probe.calls).toEqual([1, 4]);
  expect(await effects(events)).toEqual([1, 1, 1, 1, 1]);
});

it('fails alone what cannot be done, and does the others, each once', async () => {
  const events = harvests(4);
  const [, , wrong] = events;
  probe.failing.add(wrong?.id ?? '');
  expect(await outcomesOf(events)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await effects(events)).toEqual([1, 1, 0, 1]);
  probe.failing.clear();
  expect(await outcomesOf(events)).toEqual(Array(4).fill('fulfilled'));
  expect(await effects(events)).toEqual([1, 1, 1, 1]);
});

it('does once what comes twice in one turn', async () => {
  const [first, second] = harvests(2);
  const events = [first, second, second, first] as DomainEvent[];
  expect(await outcomesOf(events)).toEqual(Array(4).fill('fulfilled'));
  expect(await effects(events)).toEqual([1, 1, 1, 1]);
});
