import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  type FarmRole,
  type InvitedDto,
  invitedDtoSchema,
  MAX_TEAM,
  type TeamDto,
  teamDtoSchema,
} from '#libs/contracts';
import { Marketplace, SocketClient, type TestFarm, type TestPerson, waitFor } from '#libs/testing';

let market: Marketplace;
let admin: TestPerson;
let farm: TestFarm;
let owner: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
});
afterAll(() => market.close());
beforeEach(async () => {
  farm = await market.farm();
  owner = farm.farmer;
});

const TEAM = '/farms/mine/team';
const team = async (of = owner): Promise<TeamDto> =>
  teamDtoSchema.parse((await of.client.get(TEAM)).body);
const invite = async (role: FarmRole, email?: string) => {
  const { version } = await team();
  return owner.client.post(`${TEAM}/invitations`, { version, role, ...(email && { email }) });
};
const tokenOf = ({ link }: InvitedDto): string => new URL(link).hash.slice(1);
const invited = async (role: FarmRole): Promise<{ id: string; token: string }> => {
  const answer = invitedDtoSchema.parse((await invite(role)).body);
  return { id: answer.invitationId, token: tokenOf(answer) };
};
const accept = ({ client }: TestPerson, token: string) =>
  client.post('/invitations/accept', { token });
const look = async (token: string) =>
  (await market.visitor.post('/invitations/look', { token })).code;

describe('an invitation', () => {
  it('tells whoever holds its link what they are asked', async () => {
    const { token } = await invited('packer');
    const { body } = await market.visitor.post('/invitations/look', { token });
    expect(body).toMatchObject({
      farmName: `Farm ${farm.slug}`,
      role: 'packer',
      by: owner.user.name,
    });
  });

  it('lets one person join, who acts for the farm at once, and the owners see it', async () => {
    const { token } = await invited('packer');
    const socket = await SocketClient.connect(market.url, owner.client);
    const customer = await market.person('customer');
    for (const _ of ['first', 'again'])
      expect((await accept(customer, token)).body).toMatchObject({
        _id: customer.user._id,
        farmId: farm.id,
        memberships: [{ farmId: farm.id, role: 'packer' }],
      });
    const now = await team();
    expect(now).toMatchObject({
      members: [
        { userId: owner.user._id, role: 'owner', isFounder: true },
        { userId: customer.user._id, role: 'packer', isFounder: false },
      ],
      invitations: [],
    });
    await socket.receives('team.changed', ({ payload }) => payload.team.version === now.version);
    socket.close();
    const another = await market.person('customer');
    expect((await accept(another, token)).code).toBe('INVITATION_USED');
    expect(await look(token)).toBe('INVITATION_USED');
  });

  it('is for one person, also if two come at the same time', async () => {
    const { token } = await invited('driver');
    const people = await Promise.all([market.person('customer'), market.person('customer')]);
    const answers = await Promise.all(people.map((one) => accept(one, token)));
    expect(answers.map(({ code }) => code).sort()).toEqual(['INVITATION_USED', undefined]);
    expect((await team()).members).toHaveLength(2);
  });

  it('lets a farmer work for another farm, and switch between the two', async () => {
    const { token } = await invited('driver');
    const other = await market.farm();
    expect((await accept(other.farmer, token)).status).toBe(200);
    expect((await other.farmer.client.get('/farms/mine')).code).toBe('FORBIDDEN');
    expect((await other.farmer.client.get('/team/farms')).body).toMatchObject({
      farms: [
        { farmId: other.id, role: 'owner' },
        { farmId: farm.id, role: 'driver' },
      ],
    });
    await other.farmer.client.put('/team/acting', { farmId: other.id });
    expect((await other.farmer.client.get('/farms/mine')).body).toMatchObject({ _id: other.id });
  });

  it('changes nothing if it is expired, cancelled, replaced, forged, or for an admin or a member', async () => {
    const [expired, cancelled, replaced, open] = [
      await invited('packer'),
      await invited('packer'),
      await invited('packer'),
      await invited('packer'),
    ];
    await market
      .collection('farmInvitations')
      .updateOne({ _id: new Types.ObjectId(expired.id) }, { $set: { expiresAt: new Date(0) } });
    const version = async () => ({ version: (await team()).version });
    await owner.client.post(`${TEAM}/invitations/${cancelled.id}/cancel`, await version());
    const resent = invitedDtoSchema.parse(
      (await owner.client.post(`${TEAM}/invitations/${replaced.id}/resend`, await version())).body,
    );
    const before = await team();
    const customer = await market.person('customer');
    for (const [who, token, code] of [
      [customer, expired.token, 'INVITATION_EXPIRED'],
      [customer, cancelled.token, 'INVITATION_NOT_FOUND'],
      [customer, replaced.token, 'INVITATION_NOT_FOUND'],
      [
        customer,
        open.token.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
        'INVITATION_NOT_FOUND',
      ],
      [customer, 'guess', 'INVITATION_NOT_FOUND'],
      [admin, open.token, 'INVITATION_NOT_ALLOWED'],
      [owner, open.token, 'TEAM_MEMBER_EXISTS'],
    ] as const)
      expect([token, (await accept(who, token)).code]).toEqual([token, code]);
    expect(await team()).toEqual(before);
    expect((await customer.client.get('/users/me')).body).toMatchObject({ farmId: null });
    expect(await look(tokenOf(resent))).toBeUndefined();
    expect(await look(open.token)).toBeUndefined();
  });

  it('is refused twice for an address, for a member, for oneself, and to farms that wait', async () => {
    const packer = await market.member(farm, 'packer');
    await invite('packer', 'twice@example.org');
    const before = await team();
    for (const [email, code] of [
      ['Twice@Example.org', 'INVITATION_EXISTS'],
      [packer.user.email, 'TEAM_MEMBER_EXISTS'],
      [owner.user.email, 'TEAM_MEMBER_EXISTS'],
    ] as const)
      expect([email, (await invite('packer', email)).code]).toEqual([email, code]);
    expect(await team()).toEqual(before);
    const pending = await market.person('farmer');
    await market.settled();
    const { version } = await team(pending);
    const body = { version, role: 'driver' };
    const mailed = { ...body, email: 'stranger@example.org' };
    expect((await pending.client.post(`${TEAM}/invitations`, mailed)).code).toBe(
      'FARM_NOT_APPROVED',
    );
    expect((await pending.client.post(`${TEAM}/invitations`, body)).status).toBe(201);
  });

  it('is refused when the team is full', async () => {
    for (let size = 1; size < MAX_TEAM; size++) await invite('packer');
    expect((await invite('packer')).code).toBe('TEAM_LIMIT_REACHED');
    expect((await team()).invitations).toHaveLength(MAX_TEAM - 1);
  });
});

describe('a member', () => {
  const change = async (userId: string, what: 'remove' | FarmRole, version?: number) => {
    const seen = version ?? (await team()).version;
    const path = `${TEAM}/members/${userId}`;
    return what === 'remove'
      ? owner.client.post(`${path}/remove`, { version: seen })
      : owner.client.patch(path, { version: seen, role: what });
  };

  it('gets another role, which counts for the next request and the socket', async () => {
    const { client, user } = await market.member(farm, 'packer');
    const socket = await SocketClient.connect(market.url, client);
    expect((await client.get('/farms/mine/packing-orders')).status).toBe(200);
    expect((await change(user._id, 'driver')).status).toBe(200);
    expect((await client.get('/farms/mine/packing-orders')).code).toBe('FORBIDDEN');
    expect((await client.get('/farms/mine/stops')).status).toBe(200);
    await waitFor('the socket to end', () => socket.ended, 10_000);
  });

  it('that is removed or leaves sees nothing of the farm any more', async () => {
    const [removed, left] = [
      await market.member(farm, 'packer'),
      await market.member(farm, 'packer'),
    ];
    expect((await change(removed.user._id, 'remove')).status).toBe(200);
    for (const _ of ['first', 'again'])
      expect((await left.client.post('/team/leave', { farmId: farm.id })).body).toMatchObject({
        farmId: null,
        memberships: [],
      });
    for (const { client } of [removed, left])
      expect((await client.get('/farms/mine/packing-orders')).code).toBe('FORBIDDEN');
    expect((await team()).members).toHaveLength(1);
  });

  it('who registered the farm stays its owner', async () => {
    const second = await market.member(farm, 'owner');
    const before = await team();
    const seen = { version: before.version };
    const path = `${TEAM}/members/${owner.user._id}`;
    for (const answer of [
      await second.client.post(`${path}/remove`, seen),
      await second.client.patch(path, { ...seen, role: 'driver' }),
      await owner.client.post('/team/leave', { farmId: farm.id }),
    ])
      expect(answer.code).toBe('TEAM_OWNER_FIXED');
    expect(await team()).toEqual(before);
    expect((await second.client.post('/team/leave', { farmId: farm.id })).status).toBe(200);
  });

  it('is changed by the version that the screen showed', async () => {
    const { user } = await market.member(farm, 'packer');
    const { version } = await team();
    await invite('driver');
    expect((await change(user._id, 'driver', version)).code).toBe('VERSION_CONFLICT');
    expect((await change(user._id, 'remove', version)).code).toBe('VERSION_CONFLICT');
    expect((await team()).members).toMatchObject([{ role: 'owner' }, { role: 'packer' }]);
  });

  it('of another farm is nobody', async () => {
    const other = await market.farm();
    const { user } = await market.member(other, 'packer');
    expect((await change(user._id, 'driver')).code).toBe('TEAM_MEMBER_NOT_FOUND');
    // A stranger who leaves changes nothing.
    const before = await team();
    await other.farmer.client.post('/team/leave', { farmId: farm.id });
    expect(await team()).toEqual(before);
  });
});
