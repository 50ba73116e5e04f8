import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { farmApplicationsPageSchema, type OwnFarmDto, ownFarmDtoSchema } from '#libs/contracts';
import { type HttpClient, Marketplace, SocketClient, type TestPerson } from '#libs/testing';

let market: Marketplace;
let admin: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
});
afterAll(() => market.close());

const COMPLETE = {
  name: 'Hollow Creek',
  city: 'Amherst',
  state: 'MA',
  fulfilment: ['delivery', 'pickup'],
  pickupPlace: 'The barn door',
};

/** A farmer whose farm was just created. */
async function newFarmer(): Promise<{ client: HttpClient; farm: OwnFarmDto }> {
  const { client } = await market.person('farmer');
  await market.settled();
  return { client, farm: await mine(client) };
}
const mine = async (client: HttpClient) =>
  ownFarmDtoSchema.parse((await client.get('/farms/mine')).body);
async function edit(client: HttpClient, change: object): Promise<OwnFarmDto> {
  const { version } = await mine(client);
  const answer = await client.patch('/farms/mine', { version, ...change });
  expect([answer.status, answer.code]).toEqual([200, undefined]);
  return ownFarmDtoSchema.parse(answer.body);
}
/** A farmer who has applied. */
async function applicant(change: object = {}): Promise<{ client: HttpClient; farm: OwnFarmDto }> {
  const { client } = await newFarmer();
  await edit(client, { ...COMPLETE, ...change });
  const { body } = await client.post('/farms/mine/application');
  return { client, farm: ownFarmDtoSchema.parse(body) };
}
const decide = (farm: OwnFarmDto, body: object, by: HttpClient = admin.client) =>
  by.patch(`/farms/${farm._id}/decision`, { version: farm.version, ...body });
const APPROVED = { decision: 'approved' };
const REFUSED = { decision: 'refused', reason: 'Where do you grow?' };

describe('a farmer’s edit', () => {
  it('changes only the given fields', async () => {
    const { client, farm } = await newFarmer();
    const after = await edit(client, { tagline: ' Roots ', practices: ['No sprays'] });
    expect(after).toEqual({
      ...farm,
      tagline: 'Roots',
      practices: ['No sprays'],
      version: farm.version + 1,
    });
    expect(await mine(client)).toEqual(after);
  });

  it('sets the minimum order, separately for delivery and pickup', async () => {
    const { client, farm } = await newFarmer();
    expect(farm.minimumOrder).toEqual({ delivery: 0, pickup: 0 });
    const minimumOrder = { delivery: 19.99, pickup: 5 };
    expect((await edit(client, { minimumOrder })).minimumOrder).toEqual(minimumOrder);
    expect((await edit(client, { tagline: 'Roots' })).minimumOrder).toEqual(minimumOrder);
  });

  it('sets pickup details and certificates; the storefront shows only valid certificates', async () => {
    const { client } = await applicant();
    const pickupDetails = {
      address: '418 Hollow Creek Road',
      opening: 'Saturdays, 9 to 12',
      location: { latitude: 42.18, longitude: -73.53 },
    };
    const valid = { name: 'Organic', issuer: 'USDA', number: 'NY-7', validUntil: '2099-12-31' };
    const expired = { name: 'Humane', issuer: 'AWA', number: null, validUntil: '2020-01-01' };
    const certificates = [valid, expired];
    const after = await edit(client, { pickupDetails, certificates });
    expect(after).toMatchObject({ pickupDetails, certificates });
    await decide(after, APPROVED);
    const { slug } = await mine(client);
    const page = (await market.visitor.get(`/farms/${slug}`)).body;
    expect(page).toMatchObject({ pickupDetails, certificates: [valid] });
  });

  it('of an older version is rejected, and so is one of two concurrent edits', async () => {
    const { client, farm } = await newFarmer();
    const { version } = farm;
    const answers = await Promise.all(
      ['A', 'B'].map((name) => client.patch('/farms/mine', { version, name })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await client.patch('/farms/mine', { version, name: 'C' });
    expect(late.code).toBe('VERSION_CONFLICT');
    expect(late.body).toMatchObject({ details: { version: version + 1 } });
  });

  it.each([
    ['no version', { version: undefined }],
    ['an empty name', { name: ' ' }],
    ['another status', { status: 'approved' }],
    ['another address', { slug: 'best-farm' }],
    ['a duplicate fulfilment', { fulfilment: ['pickup', 'pickup'] }],
    ['an unknown fulfilment', { fulfilment: ['drone'] }],
    ['a negative minimum', { minimumOrder: { delivery: -1, pickup: 0 } }],
    ['a minimum for delivery only', { minimumOrder: { delivery: 10 } }],
    [
      'an impossible latitude',
      { pickupDetails: { address: '', opening: '', location: { latitude: 91, longitude: 0 } } },
    ],
    [
      'a certificate without an issuer',
      { certificates: [{ name: 'x', issuer: '', number: null, validUntil: null }] },
    ],
    [
      'a certificate with an impossible date',
      { certificates: [{ name: 'x', issuer: 'y', number: null, validUntil: '2026-02-30' }] },
    ],
    ['a story that is too long', { story: 'x'.repeat(5_001) }],
  ])('with %s is rejected', async (_, change) => {
    const { client, farm } = await newFarmer();
    const { code } = await client.patch('/farms/mine', { version: farm.version, ...change });
    expect(code).toBe('VALIDATION_FAILED');
    expect(await mine(client)).toEqual(farm);
  });

  it('of an approved farm cannot remove what selling requires', async () => {
    const { client, farm } = await applicant();
    await decide(farm, APPROVED);
    const { version } = await mine(client);
    const { code, body } = await client.patch('/farms/mine', { version, pickupPlace: null });
    expect(code).toBe('FARM_INCOMPLETE');
    expect(body).toMatchObject({ errors: [{ path: 'pickupPlace' }] });
    expect(await edit(client, { pickupPlace: null, fulfilment: ['delivery'] })).toMatchObject({
      status: 'approved',
    });
  });

  it('is for farmers only', async () => {
    const { client } = await market.person('customer');
    for (const who of [client, admin.client])
      expect((await who.patch('/farms/mine', { version: 1, name: 'x' })).code).toBe('FORBIDDEN');
    expect((await market.visitor.patch('/farms/mine', {})).code).toBe('UNAUTHENTICATED');
  });
});

describe('an application', () => {
  it('requires the fields that selling requires, and lists every missing one', async () => {
    const { client } = await newFarmer();
    await edit(client, { fulfilment: ['pickup'] });
    const { status, code, body } = await client.post('/farms/mine/application');
    expect([status, code]).toEqual([409, 'FARM_INCOMPLETE']);
    expect(body).toMatchObject({
      errors: [{ path: 'city' }, { path: 'state' }, { path: 'pickupPlace' }],
    });
    expect((await mine(client)).appliedAt).toBeNull();
  });

  it('is recorded once, however often it is sent', async () => {
    const { client, farm } = await applicant();
    expect(farm).toMatchObject({ status: 'pending', appliedAt: expect.any(String) });
    expect((await client.post('/farms/mine/application')).body).toEqual(farm);
  });

  it('is listed for admins by status, once it was sent', async () => {
    const { farm: other } = await newFarmer();
    const { farm } = await applicant();
    const { body } = await admin.client.get('/farm-applications');
    const { applications, total } = farmApplicationsPageSchema.parse(body);
    expect(applications[0]).toEqual(farm);
    expect(applications).toHaveLength(total);
    expect(applications.map(({ _id }) => _id)).not.toContain(other._id);
    await decide(farm, REFUSED);
    const refused = await admin.client.get('/farm-applications?status=refused&limit=1');
    expect(refused.body).toMatchObject({ applications: [{ _id: farm._id }] });
  });

  it('is not required for an approved farm to be listed, because seeded farms have none', async () => {
    const { id } = await market.farm();
    const { body } = await admin.client.get('/farm-applications?status=approved&limit=1');
    expect(body).toMatchObject({ applications: [{ _id: id, appliedAt: null }] });
  });

  it('is shown to admins only', async () => {
    const { client } = await applicant();
    expect((await client.get('/farm-applications')).code).toBe('FORBIDDEN');
    expect((await admin.client.get('/farm-applications?status=x')).code).toBe('VALIDATION_FAILED');
    expect((await admin.client.get('/farm-applications?cursor=x')).code).toBe('CURSOR_INVALID');
  });
});

describe('a decision', () => {
  let farmer: HttpClient;
  let farm: OwnFarmDto;
  beforeEach(async () => {
    ({ client: farmer, farm } = await applicant());
  });

  it('is refused with both values when another admin was faster', async () => {
    await decide(farm, APPROVED);
    expect(await decide(farm, REFUSED)).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      body: {
        details: {
          version: farm.version + 1,
          current: { status: 'approved' },
          wanted: { status: 'refused' },
        },
      },
    });
  });

  it('to approve publishes the storefront under a slug made of the name', async () => {
    const named = await applicant({ name: 'Fern & Furrow' });
    const { body } = await decide(named.farm, APPROVED);
    expect(body).toMatchObject({ status: 'approved', slug: 'fern-and-furrow' });
    const page = await market.visitor.get('/farms/fern-and-furrow');
    expect(page.body).toMatchObject({ _id: named.farm._id, name: 'Fern & Furrow' });
    expect(page.body).not.toHaveProperty('decisionReason');
    expect(page.body).not.toHaveProperty('ownerId');
  });

  it('gives each farm a unique slug that never changes', async () => {
    const first = await applicant({ name: 'Twin Oaks' });
    const second = await applicant({ name: 'Twin Oaks' });
    await decide(first.farm, APPROVED);
    const { body } = await decide(second.farm, APPROVED);
    expect(body).toMatchObject({ slug: `twin-oaks-${second.farm._id.slice(-6)}` });
    const renamed = await edit(first.client, { name: 'One Oak' });
    expect(renamed.slug).toBe('twin-oaks');
    await decide(renamed, REFUSED);
    await first.client.post('/farms/mine/application');
    expect((await decide(await mine(first.client), APPROVED)).body).toMatchObject({
      slug: 'twin-oaks',
    });
  });

  it('to refuse gives the farmer the reason; the farmer edits the farm and applies again', async () => {
    expect((await decide(farm, REFUSED)).body).toMatchObject({
      status: 'refused',
      decisionReason: REFUSED.reason,
    });
    expect(await mine(farmer)).toMatchObject({ decisionReason: REFUSED.reason });
    await edit(farmer, { story: 'By the river' });
    const again = ownFarmDtoSchema.parse((await farmer.post('/farms/mine/application')).body);
    expect(again).toMatchObject({ status: 'pending', decisionReason: null });
    expect((await decide(again, APPROVED)).body).toMatchObject({ status: 'approved' });
    expect((await farmer.post('/farms/mine/application')).code).toBe('FARM_STEP_INVALID');
  });

  it('is recorded in the audit log', async () => {
    await decide(farm, REFUSED);
    const { body } = await admin.client.get(`/audit-log?targetType=farm&target=${farm._id}`);
    expect(body).toMatchObject({
      total: 1,
      entries: [
        {
          action: 'farm.refused',
          actor: { _id: admin.user._id },
          before: { status: 'pending' },
          after: { status: 'refused' },
          reason: REFUSED.reason,
        },
      ],
    });
  });

  it('is pushed to the owner with its reason, and an approval to everybody without it', async () => {
    const [owner, stranger] = await Promise.all(
      [farmer, market.visitor].map((client) => SocketClient.connect(market.url, client)),
    );
    const { version } = farm;
    await decide(farm, { ...APPROVED, reason: 'Lovely' });
    const { payload } = (await owner?.receives('farm.application-changed')) ?? {};
    expect(payload?.application).toMatchObject({ status: 'approved', decisionReason: 'Lovely' });
    const received = await stranger?.receives('farm.changed');
    expect(received).toMatchObject({ version: version + 1, payload: { wasApproved: false } });
    expect(JSON.stringify(stranger?.received)).not.toContain('Lovely');
    expect(stranger?.ofName('farm.application-changed')).toEqual([]);
    expect(stranger?.ofName('own-farm.changed')).toEqual([]);
    owner?.close();
    stranger?.close();
  });

  it('about an older version is rejected', async () => {
    await edit(farmer, { city: 'Hadley' });
    expect((await decide(farm, APPROVED)).code).toBe('VERSION_CONFLICT');
  });

  it('cannot approve a farm that is no longer complete', async () => {
    const emptied = await edit(farmer, { city: '' });
    expect((await decide(emptied, APPROVED)).code).toBe('FARM_INCOMPLETE');
  });

  it('requires an application, and cannot be made twice', async () => {
    const { farm: opened } = await newFarmer();
    expect((await decide(opened, APPROVED)).code).toBe('FARM_STEP_INVALID');
    const after = ownFarmDtoSchema.parse((await decide(farm, APPROVED)).body);
    expect((await decide(after, APPROVED)).code).toBe('FARM_STEP_INVALID');
  });

  it.each([
    ['no reason to refuse', { decision: 'refused' }],
    ['an empty reason to refuse', { decision: 'refused', reason: ' ' }],
    ['no decision', {}],
    ['another decision', { decision: 'pending' }],
    ['an unknown key', { ...APPROVED, slug: 'x' }],
  ])('with %s is rejected', async (_, body) => {
    expect((await decide(farm, body)).code).toBe('VALIDATION_FAILED');
    expect(await mine(farmer)).toEqual(farm);
  });

  it('can be made by admins only, about farms that exist', async () => {
    expect((await decide(farm, APPROVED, farmer)).code).toBe('FORBIDDEN');
    expect((await decide(farm, APPROVED, market.visitor)).code).toBe('UNAUTHENTICATED');
    const nowhere = { ...farm, _id: 'f'.repeat(24) };
    expect((await decide(nowhere, APPROVED)).code).toBe('FARM_NOT_FOUND');
    expect((await decide({ ...farm, _id: 'x' }, APPROVED)).code).toBe('VALIDATION_FAILED');
  });
});
