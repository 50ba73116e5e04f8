import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { Marketplace } from '#libs/testing';
import { REDIS } from '../data/redis.js';

const LIMITS = { reading: 3, writing: 3, signIn: 3, costly: 3, ticket: 3, visitorTicket: 3 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ID = 'an-id-of-a-client';

describe.each([
  ['no proxy is trusted', { PUBLIC_URL: 'https://farm.example' }, [404, 404, 404, 429, 429, 429]],
  ['others are trusted', { TRUSTED_PROXIES: '10.0.0.0/8' }, [404, 404, 404, 429, 429, 429]],
  ['the sender is trusted', { TRUSTED_PROXIES: '127.0.0.0/8' }, Array<number>(6).fill(404)],
])('where %s', (_where, settings, expected) => {
  let market: Marketplace;
  beforeAll(async () => {
    market = await Marketplace.open({ settings, limits: LIMITS });
    // Without Redis calls are not counted.
    await market.app.get<Redis>(REDIS).ping();
  });
  afterAll(() => market.close());
  const get = (headers: Record<string, string>) =>
    market.visitor.call('GET', `/products/${'0'.repeat(24)}`, undefined, headers);

  it('callers are counted by the address that is known', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await get({ 'x-forwarded-for': `198.51.100.${n}` })).status);
    expect(statuses).toEqual(expected);
  });

  it('an id of a request is kept from a trusted proxy only', async () => {
    const answer = await get({ 'x-request-id': ID, 'x-forwarded-for': '198.51.100.77' });
    const id = answer.headers.get('x-request-id');
    expect(id).toEqual(expected.at(-1) === 404 ? ID : expect.stringMatching(UUID));
  });
});
