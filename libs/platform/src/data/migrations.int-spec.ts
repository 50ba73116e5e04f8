import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Marketplace } from '#libs/testing';
import { Migrations } from './migrations.js';

let market: Marketplace;
let migrations: Migrations;
beforeAll(async () => {
  market = await Marketplace.open();
  migrations = market.app.get(Migrations);
});
afterAll(() => market.close());

const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
/** The next id; null after the last. */
const next = (after: string | null) => ids[after === null ? 0 : ids.indexOf(after) + 1] ?? null;

it('goes on where it failed, and does each step once', async () => {
  const steps: (string | null)[] = [];
  let broken = true;
  const run = () =>
    migrations.run('to-be-tested', async (_session, after) => {
      if (after === ids[1] && broken) throw new Error('the machine is gone');
      steps.push(after);
      return next(after);
    });
  await expect(run()).rejects.toThrow('the machine is gone');
  broken = false;
  await run();
  await run();
  expect(steps).toEqual([null, ...ids]);
});

it('stops when it is asked to, and shares its steps with another process that runs it', async () => {
  const done = market.collection<{ after: string | null }>('migrated');
  await done.insertOne({ after: 'before' });
  let looks = 0;
  const run = (stopped?: () => boolean) =>
    migrations.run(
      'to-be-shared',
      async (session, after) => {
        await done.insertOne({ after }, { session: session as never });
        return next(after);
      },
      stopped,
    );
  await run(() => ++looks > 2);
  expect(await done.countDocuments({})).toBe(3);
  await Promise.all([run(), run(), run()]);
  expect(
    (await done.find({ after: { $ne: 'before' } }).toArray()).map(({ after }) => after),
  ).toEqual([null, ...ids]);
});
