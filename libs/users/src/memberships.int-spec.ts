import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { type Id, userDtoSchema } from '#libs/contracts';
import { Transactions } from '#libs/platform';
import { Marketplace, SocketClient, type TestFarm, waitFor } from '#libs/testing';
import { Memberships } from './memberships.service.js';
import { UsersMigration } from './users-migration.js';

let market: Marketplace;
let farm: TestFarm;
let other: TestFarm;
let memberships: Memberships;

beforeAll(async () => {
  market = await Marketplace.open();
  [farm, other] = await Promise.all([market.farm(), market.farm()]);
  memberships = market.app.get(Memberships);
});
afterAll(() => market.close());

const id = (text: Id) => new Types.ObjectId(text);
const remove = (userId: Id, farmId: Id) =>
  market.app
    .get(Transactions)
    .run((session) => memberships.remove(session, id(userId), id(farmId)));

describe('a membership', () => {
  it('lets its user act as a farmer, of that role, and for themselves again', async () => {
    const { client, user } = await market.member(farm, 'packer');
    const me = async () => userDtoSchema.parse((await client.get('/users/me')).body);
    expect(user.role).toBe('customer');
    expect(await me()).toMatchObject({
      farmId: farm.id,
      memberships: [{ farmId: farm.id, role: 'packer' }],
    });
    expect((await client.get('/cart')).code).toBe('FORBIDDEN');
    await memberships.actFor(id(user._id), null);
    expect(await me()).toMatchObject({ farmId: null });
    expect((await client.get('/cart')).status).toBe(200);
  });

  it('allows no other farm, and no farmer to act for none', async () => {
    const { user } = await market.member(farm, 'packer');
    for (const [who, where] of [
      [user._id, id(other.id)],
      [farm.farmer.user._id, null],
    ] as const)
      await expect(memberships.actFor(id(who), where)).rejects.toThrow(
        expect.objectContaining({ code: 'FARM_NOT_FOUND' }),
      );
  });

  it('ends at once, for requests, sockets and tickets that were issued before', async () => {
    const driver = await market.member(farm, 'driver');
    const ticket = await SocketClient.ticket(driver.client);
    const socket = await SocketClient.open(market.url, { ticket });
    await remove(driver.user._id, farm.id);
    const { body } = await driver.client.get('/users/me');
    expect(body).toMatchObject({ farmId: null, memberships: [] });
    await waitFor('its socket to end', () => socket.ended, 10_000);
    await expect(SocketClient.open(market.url, { ticket })).rejects.toThrow('TOKEN_INVALID');
    const own = await SocketClient.open(market.url, {
      ticket: await SocketClient.ticket(driver.client),
    });
    expect(own.ended).toBeUndefined();
    own.close();
  });

  it('of another farm is what a farmer acts for who has left one', async () => {
    const { _id } = other.farmer.user;
    await market.app
      .get(Transactions)
      .run((session) => memberships.add(session, id(_id), { farmId: id(farm.id), role: 'driver' }));
    await remove(_id, farm.id);
    const { body } = await other.farmer.client.get('/users/me');
    expect(body).toMatchObject({ farmId: other.id });
    expect((await other.farmer.client.get('/farms/mine')).body).toMatchObject({ _id: other.id });
  });
});

it('makes the farmers of older builds owners, once', async () => {
  const users = market.collection('users');
  const { _id } = farm.farmer.user;
  await users.updateOne({ _id: id(_id) }, { $unset: { memberships: 1 } });
  await market.collection('migrations').deleteOne({ _id: 'users.memberships' as never });
  expect((await farm.farmer.client.get('/farms/mine')).status).toBe(200);
  for (let run = 0; run < 2; run++) await market.app.get(UsersMigration).onModuleInit();
  expect(await users.findOne({ _id: id(_id) })).toMatchObject({
    memberships: [{ farmId: id(farm.id), role: 'owner' }],
  });
});
