import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import { Types } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  Erasure,
  Jobs,
  LOGGER,
  Migrations,
  Outbox,
  PrincipalLoader,
  REDIS,
  TokenVerifier,
  Transactions,
  type VerifiedIdentity,
} from '#libs/platform';
import { PrincipalCache } from './principal-cache.js';
import { USER, type User } from './user.model.js';
import { USERS_CONFIG } from './users.config.js';
import { UsersModule } from './users.module.js';

/** The part of Redis that the cache needs. */
class FakeRedis {
  status = 'ready';
  readonly values = new Map<string, string>();
  async getex(key: string): Promise<string | null> {
    return this.values.get(key) ?? null;
  }
  async del(key: string): Promise<void> {
    this.values.delete(key);
  }
  async set(key: string, value: string, ...options: unknown[]): Promise<'OK' | null> {
    if (options.includes('NX') && this.values.has(key)) return null;
    this.values.set(key, value);
    return 'OK';
  }
}

const ada = { subject: 'user_ada' } as VerifiedIdentity;
const user: Partial<User> = {
  _id: new Types.ObjectId(),
  firstName: 'Ada',
  lastName: 'Shopper',
  role: 'customer',
  status: 'active',
  farmId: null,
};
const principal = {
  userId: String(user._id),
  name: 'Ada Shopper',
  role: 'customer',
  status: 'active',
  farmId: null,
  farmRole: null,
};

let redis: FakeRedis;
/** The stored user of an account. */
const stored = jest.fn<(subject: string) => Promise<Partial<User> | null>>();
let nest: TestingModule;
let loader: PrincipalLoader;
beforeEach(async () => {
  redis = new FakeRedis();
  stored.mockReset().mockImplementation(async (subject) => (subject === ada.subject ? user : null));
  const model = {
    findOne: ({ subject }: { subject: string }) => ({ lean: () => stored(subject) }),
  };
  const fakes = new Map<unknown, object>([
    [getConnectionToken(), { models: {}, model: () => ({}) }],
    [REDIS, redis],
    [Transactions, {}],
    [Outbox, {}],
    [Migrations, {}],
    [USERS_CONFIG, { ADMIN_EMAILS: [] }],
    [TokenVerifier, {}],
    [Erasure, {}],
    [Jobs, {}],
    [LOGGER, {}],
  ]);
  nest = await Test.createTestingModule({
    imports: [UsersModule],
  })
    .overrideProvider(Audit)
    .useValue({})
    .overrideProvider(getModelToken(USER))
    .useValue(model)
    .useMocker((token) => fakes.get(token))
    .compile();
  loader = nest.get(PrincipalLoader);
});
afterEach(() => {
  jest.useRealTimers();
  return nest.close();
});

it('finds the user behind a token for the guard, and asks MongoDB once', async () => {
  expect(await loader.load(ada)).toMatchObject(principal);
  expect(await loader.load(ada)).toMatchObject(principal);
  expect(stored).toHaveBeenCalledTimes(1);
});

it('looks again for an account that has no user yet', async () => {
  const stranger = { ...ada, subject: 'user_new' };
  expect(await loader.load(stranger)).toBeNull();
  stored.mockResolvedValue(user);
  expect(await loader.load(stranger)).toMatchObject(principal);
});

it('never caches what is older than the last change, even when it was being read meanwhile', async () => {
  let answer = (_: Partial<User>) => {};
  const slow = new Promise<Partial<User>>((resolve) => {
    answer = resolve;
  });
  stored.mockReturnValueOnce(slow).mockResolvedValue({ ...user, status: 'suspended' });
  const cache = nest.get(PrincipalCache);
  await cache.drop(ada.subject);
  const reading = loader.load(ada);
  await cache.drop(ada.subject);
  answer(user);
  await reading;
  expect(await loader.load(ada)).toMatchObject({ ...principal, status: 'suspended' });
});

it('asks MongoDB while Redis is unavailable, and soon where it is silent', async () => {
  const get = jest.spyOn(redis, 'getex').mockReturnValue(new Promise(() => undefined));
  redis.status = 'reconnecting';
  expect(await loader.load(ada)).toMatchObject(principal);
  expect(get).not.toHaveBeenCalled();
  redis.status = 'ready';
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const loading = loader.load(ada);
  await jest.advanceTimersByTimeAsync(200);
  expect(await loading).toMatchObject(principal);
  expect(get).toHaveBeenCalled();
});
