import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import { LOGGER, Migrations } from '#libs/platform';
import { OrdersModule, OrdersWorkerModule } from './orders.module.js';

const NAMES = ['receipts-of-delivered-orders'];
const nextTurn = () => new Promise(setImmediate);
const logger = { error: jest.fn() };
const run = jest.fn<Migrations['run']>();
let started: string[];
let ended: string[];

let module: TestingModule;
async function open(face: Type): Promise<void> {
  const fakes = new Map<unknown, object>([
    [getConnectionToken(), { models: {}, model: () => ({}) }],
    [Migrations, { run }],
    [LOGGER, logger],
  ]);
  module = await Test.createTestingModule({ imports: [face] })
    // The slices' other dependencies are not called here.
    .useMocker((token) => fakes.get(token) ?? {})
    .compile();
  await module.init();
}
beforeEach(() => {
  jest.clearAllMocks();
  started = [];
  ended = [];
  // A migration with a great many slow steps.
  run.mockImplementation(async (name, _step, isStopped = () => false) => {
    started.push(name);
    while (!isStopped()) await nextTurn();
    await nextTurn();
    ended.push(name);
  });
});
afterEach(() => module.close());

describe('the worker of orders', () => {
  it('starts its migrations without waiting for them, and ends once they have stopped', async () => {
    await open(OrdersWorkerModule);
    await nextTurn();
    expect([started.sort(), ended]).toEqual([NAMES, []]);
    await module.close();
    expect(ended.sort()).toEqual(NAMES);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('keeps working when a migration fails, and logs that the next start runs it again', async () => {
    const err = new Error('no database');
    run.mockRejectedValue(err);
    await open(OrdersWorkerModule);
    await nextTurn();
    for (const name of NAMES)
      expect(logger.error).toHaveBeenCalledWith(
        { err },
        `${name} failed; the next start runs it again`,
      );
  });
});

it('other processes have orders without the migrations', async () => {
  await open(OrdersModule);
  expect(run).not.toHaveBeenCalled();
});
