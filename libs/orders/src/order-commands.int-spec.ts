import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { type CartDto, cartDtoSchema, holdDtoSchema } from '#libs/contracts';
import type { Hold, Product } from '#libs/products';
import { ADDRESS, Marketplace, type TestFarm, testEngines, waitFor } from '#libs/testing';

/** A command to MongoDB inside a transaction. */
interface Command {
  readonly transaction: string;
  /** The name of the command and its collection. */
  readonly text: string;
}

describe('the transaction of an order', () => {
  let market: Marketplace;
  let farm: TestFarm;
  let commands: Command[] = [];

  beforeAll(async () => {
    const engines = await testEngines();
    const uri = new URL(engines.mongodbUri);
    uri.searchParams.set('monitorCommands', 'true');
    market = await Marketplace.open({ engines: { ...engines, mongodbUri: uri.href } });
    farm = await market.farm();
    const connection = market.app.get<Connection>(getConnectionToken());
    connection.getClient().on('commandStarted', ({ command, commandName }) => {
      if (command.autocommit !== false) return;
      const collection: unknown = command[commandName];
      commands.push({
        transaction: `${command.lsid.id.toString('hex')}:${command.txnNumber}`,
        text: typeof collection === 'string' ? `${commandName} ${collection}` : commandName,
      });
    });
  });
  afterAll(() => market.close());
  beforeEach(() => {
    commands = [];
  });

  /** The commands of the transaction that wrote the order; transactions of handlers run concurrently. */
  function commandsOfOrder(): string[] {
    const [own, ...others] = commands.filter(({ text }) => text === 'insert orders');
    expect(others).toEqual([]);
    return commands
      .filter(({ transaction }) => transaction === own?.transaction)
      .map(({ text }) => text);
  }

  const line = ({ _id }: Product) => ({ productId: _id.toString(), quantity: 1 });

  it('has three reads, six writes and a commit', async () => {
    const customer = await market.person('customer');
    const products = [await market.product(farm), await market.product(farm)];
    await market.settled();
    commands = [];
    await market.order(
      customer,
      products.map((product) => [product, 1]),
    );
    expect(commandsOfOrder()).toEqual([
      'insert idempotencyKeys',
      'find products',
      'update products',
      'insert stockLedger',
      'findAndModify carts',
      'find farms',
      'find calendars',
      'insert orders',
      'insert outbox',
      'commitTransaction',
    ]);
  });

  it('ends a hold with two more commands, and empties the cart with none', async () => {
    const { client } = await market.person('customer');
    const plums = await market.product(farm);
    const filled = await client.put(`/cart/items/${plums._id}`, { quantity: 1 });
    const { version } = cartDtoSchema.parse(filled.body);
    const key = () => ({ 'idempotency-key': randomUUID() });
    const held = await client.post('/checkout/holds', { version }, key());
    const { _id: holdId } = holdDtoSchema.parse(held.body);
    await market.settled();
    commands = [];
    const body = { items: [line(plums)], address: ADDRESS, holdId };
    expect((await client.post('/orders', body, key())).status).toBe(201);
    expect(commandsOfOrder()).toEqual([
      'insert idempotencyKeys',
      'findAndModify holds',
      'find products',
      'update products',
      'insert stockLedger',
      'findAndModify carts',
      'find farms',
      'find calendars',
      'find payments',
      'insert orders',
      'insert outbox',
      'commitTransaction',
    ]);
  });
});

describe('a hold', () => {
  let market: Marketplace;
  beforeAll(async () => {
    market = await Marketplace.open({ settings: { HOLD_MINUTES: '0.002' } });
  });
  afterAll(() => market.close());

  it('an overdue hold is freed by its job', async () => {
    const customer = await market.person('customer');
    const { _id } = await market.product(await market.farm(), { stock: 3 });
    const cart = await customer.client.put(`/cart/items/${_id}`, { quantity: 2 });
    const { version } = cart.body as CartDto;
    const key = { 'idempotency-key': 'a-checkout' };
    expect((await customer.client.post('/checkout/holds', { version }, key)).status).toBe(201);
    await waitFor('the hold to expire', async () => {
      const [hold] = await market.collection<Hold>('holds').find({}).toArray();
      return hold?.status === 'expired';
    });
    expect(await market.collection<Product>('products').findOne({ _id })).toMatchObject({
      onHand: 3_000,
      held: 0,
      available: 3_000,
    });
    await market.settled();
  });
});
