import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import { getModelToken } from '@nestjs/mongoose';
import { type ClientSession, type Model, Types } from 'mongoose';
import type { DomainEvent } from '#libs/contracts';
import { Transactions } from '#libs/platform';
import { Marketplace } from '#libs/testing';
import { Discovery } from '../discovery.js';
import { AwaitedEventError } from '../errors.js';
import { EventHandlers, OnEvent, OnEvents } from './event-handlers.js';
import { OUTBOX, type OutboxEntry } from './outbox.js';

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open();
  // The marketplace itself must not handle the events of these specs.
  await market.stopRelaying();
});
afterAll(() => market.close());

describe('an event', () => {
  let probe: Probe;
  let handlers: EventHandlers;
  beforeAll(async () => {
    await market.collection('effects').insertOne({ event: 'none' });
  });

  /** Writes a row for each event, and throws at those in `failing`. */
  class Probe {
    readonly failing = new Set<string>();
    readonly waiting = new Set<string>();
    /** How many events each call was given. */
    readonly calls: number[] = [];

    @OnEvents('product.harvested')
    async takeBatch(
      events: readonly DomainEvent<'product.harvested'>[],
      session: ClientSession,
    ): Promise<void> {
      this.calls.push(events.length);
      await this.write('batch', events, session);
      if (events.some(({ id }) => this.failing.has(id))) throw new Error('a mistake');
    }

    @OnEvent('product.harvested')
    async takeOne(event: DomainEvent<'product.harvested'>, session: ClientSession): Promise<void> {
      if (this.waiting.has(event.id)) throw new AwaitedEventError('it waits');
      return this.write('one', [event], session);
    }

    private async write(by: string, events: readonly DomainEvent[], session: ClientSession) {
      const effects = events.map(({ id }) => ({ by, event: id }));
      await market.collection('effects').insertMany(effects, { session });
    }
  }

  beforeEach(() => {
    probe = new Probe();
    const providers = { getProviders: () => [{ instance: probe }] } as unknown as DiscoveryService;
    handlers = new EventHandlers(
      new Discovery(providers, new MetadataScanner()),
      market.app.get(Transactions),
      market.app.get<Model<OutboxEntry>>(getModelToken(OUTBOX)),
    );
  });

  /** Stores events and returns their ids. */
  async function harvests(count: number): Promise<string[]> {
    const rows = Array.from({ length: count }, () => ({
      _id: new Types.ObjectId(),
      name: 'product.harvested' as const,
      occurredAt: new Date(),
      aggregateId: 'a-product',
      version: 1,
      correlationId: 'spec',
      actorId: null,
      payload: {
        productId: 'a'.repeat(24),
        farmId: 'b'.repeat(24),
        name: 'Plums',
        onHand: 3,
        unit: 'lb',
        harvestedAt: '2026-11-20T10:00:00.000Z',
      },
      handled: [],
      handledAt: null,
    }));
    await market.collection('outbox').insertMany(rows);
    return rows.map(({ _id }) => _id.toString());
  }
  const effects = (ids: readonly string[], by = 'batch') =>
    Promise.all(ids.map((event) => market.collection('effects').countDocuments({ by, event })));
  const rowOf = (id = '') =>
    market.collection<OutboxEntry>('outbox').findOne({ _id: new Types.ObjectId(id) });

  it('handles a batch in one transaction, and marks each event by the names of its handlers', async () => {
    const ids = await harvests(5);
    await handlers.handle(ids);
    expect(probe.calls).toEqual([5]);
    expect([await effects(ids), await effects(ids, 'one')]).toEqual([
      Array(5).fill(1),
      Array(5).fill(1),
    ]);
    const row = await rowOf(ids[0]);
    expect(row?.handled?.toSorted()).toEqual(['Probe.takeBatch', 'Probe.takeOne']);
    expect(row?.handledAt).toBeInstanceOf(Date);
  });

  it('handles once what arrives twice, in one batch or later, or in two workers at once', async () => {
    const ids = await harvests(3);
    await handlers.handle([...ids, ...ids]);
    await handlers.handle(ids);
    const more = await harvests(2);
    await Promise.allSettled(Array.from({ length: 4 }, () => handlers.handle(more)));
    expect(await effects([...ids, ...more])).toEqual(Array(5).fill(1));
  });

  it('rolls back a batch in which a handler fails, and then handles of each event what can be done', async () => {
    const ids = await harvests(3);
    probe.failing.add(ids[1] ?? '');
    await expect(handlers.handle(ids)).rejects.toThrow('a mistake');
    expect([await effects(ids), await effects(ids, 'one')]).toEqual([
      Array(3).fill(0),
      Array(3).fill(0),
    ]);
    const outcomes = await Promise.allSettled(ids.map((id) => handlers.handleEach(id)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    // A handler that fails does not hold up the others of its event.
    expect([await effects(ids), await effects(ids, 'one')]).toEqual([
      [1, 0, 1],
      [1, 1, 1],
    ]);
    expect(await rowOf(ids[1])).toMatchObject({ handled: ['Probe.takeOne'], handledAt: null });
    probe.failing.clear();
    for (const id of ids) await handlers.handleEach(id);
    expect([await effects(ids), await effects(ids, 'one')]).toEqual([
      Array(3).fill(1),
      Array(3).fill(1),
    ]);
    expect((await rowOf(ids[1]))?.handledAt).toBeInstanceOf(Date);
  });

  it('waits where one handler waits for another event and none fails', async () => {
    const ids = await harvests(1);
    probe.waiting.add(ids[0] ?? '');
    probe.failing.add(ids[0] ?? '');
    await expect(handlers.handleEach(ids[0] ?? '')).rejects.toThrow('a mistake');
    probe.failing.clear();
    await expect(handlers.handleEach(ids[0] ?? '')).rejects.toThrow(AwaitedEventError);
    expect([await effects(ids), await effects(ids, 'one')]).toEqual([[1], [0]]);
    probe.waiting.clear();
    await handlers.handleEach(ids[0] ?? '');
    expect([await effects(ids), await effects(ids, 'one')]).toEqual([[1], [1]]);
  });

  it('fails at one that cannot be read, so that it can be tried again', async () => {
    const ids = await harvests(1);
    await market
      .collection<OutboxEntry>('outbox')
      .updateOne({ _id: new Types.ObjectId(ids[0]) }, { $set: { 'payload.name': 7 } });
    await expect(handlers.handle(ids)).rejects.toThrow('name');
    expect((await rowOf(ids[0]))?.handledAt).toBeNull();
  });
});
