import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { farmDtoSchema, farmsPageSchema } from '#libs/contracts';
import { Marketplace, waitFor } from '#libs/testing';

describe('a farm', () => {
  let market: Marketplace;
  beforeAll(async () => {
    market = await Marketplace.open();
  });
  afterAll(() => market.close());

  it('is created for every new farmer and not public until it is approved', async () => {
    const { client, user } = await market.person('farmer');
    const farm = await waitFor('the farm to be created', async () => {
      const { body, status } = await client.get('/farms/mine');
      return status === 200 ? farmDtoSchema.parse(body) : null;
    });
    expect(farm).toMatchObject({ status: 'pending', slug: `farm-${user._id}`, version: 1 });
    expect((await client.get('/users/me')).body).toMatchObject({ farmId: farm._id });
    expect((await market.visitor.get(`/farms/${farm.slug}`)).code).toBe('FARM_NOT_FOUND');
    expect((await market.visitor.get('/farms')).body).toMatchObject({ farms: [], total: 0 });
  });

  it('is created once, however often and concurrently the registration is handled', async () => {
    const { user } = await market.person('farmer');
    await market.settled();
    const [event] = await market.events({ name: 'user.registered', aggregateId: user._id });
    if (!event) throw new Error('no event of the farmer');
    // With a second id it is another event of the same registration.
    const twin = { ...event, id: 'f'.repeat(24) };
    await Promise.allSettled([event, event, twin, twin].map((one) => market.handle(one)));
    const farms = market.collection('farms');
    expect(await farms.countDocuments({ slug: `farm-${user._id}` })).toBe(1);
  });

  it('is created for farmers only', async () => {
    for (const role of ['customer', 'admin'] as const) {
      const { client, user } = await market.person(role);
      await market.settled();
      expect((await client.get('/farms/mine')).code).toBe('FORBIDDEN');
      expect(await market.collection('farms').countDocuments({ slug: `farm-${user._id}` })).toBe(0);
    }
    expect((await market.visitor.get('/farms/mine')).code).toBe('UNAUTHENTICATED');
  });

  it('has a page once it is approved, and is listed once in the directory', async () => {
    const approved = [];
    for (let n = 0; n < 5; n++) approved.unshift(await market.farm());
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = farmsPageSchema.parse(
        (await market.visitor.get(`/farms?limit=2${cursor}`)).body,
      );
      expect(page.total).toBe(5);
      seen.push(...page.farms.map(({ slug }) => slug));
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
    } while (cursor);
    expect(seen).toEqual(approved.map(({ slug }) => slug));
    for (const { slug, id } of approved)
      expect((await market.visitor.get(`/farms/${slug}`)).body).toMatchObject({ _id: id, slug });
  });

  it.each(['Farm', 'a--b', '-a', 'a b', 'x'.repeat(81)])('has no page at %p', async (slug) => {
    const { status, code } = await market.visitor.get(`/farms/${encodeURIComponent(slug)}`);
    expect([status, code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('that does not exist has no page', async () => {
    expect((await market.visitor.get('/farms/nowhere')).code).toBe('FARM_NOT_FOUND');
    expect((await market.visitor.get('/farms?cursor=nonsense')).code).toBe('CURSOR_INVALID');
  });
});
