import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { invitedDtoSchema, teamDtoSchema } from '#libs/contracts';
import { Marketplace, type TestFarm, waitFor } from '#libs/testing';
import { MailCatcher } from './mail-catcher.js';

const TEAM = '/farms/mine/team';

let market: Marketplace;
let farm: TestFarm;
beforeAll(async () => {
  market = await Marketplace.open();
  farm = await market.farm();
});
afterAll(() => market.close());

const mailsTo = async (email: string) =>
  (await market.app.get(MailCatcher).newest()).filter(({ to }) => to.address === email);
const version = async () => teamDtoSchema.parse((await farm.farmer.client.get(TEAM)).body).version;

it('mails the link of an invitation, and stores it nowhere', async () => {
  const { client, user } = farm.farmer;
  const email = 'wren@example.org';
  const body = { version: await version(), role: 'driver', email };
  const first = invitedDtoSchema.parse((await client.post(`${TEAM}/invitations`, body)).body);
  const link = new URL(first.link);
  const [mail] = await waitFor('the mail', async () => {
    const found = await mailsTo(email);
    return found.length > 0 ? found : undefined;
  });
  expect(mail?.subject).toBe(`${user.name} asks you to join Farm ${farm.slug}`);
  expect(mail?.text).toContain(link.pathname + link.hash);
  expect(mail?.text).toContain('deliver its orders');
  expect(mail?.text).not.toContain('you have an account');

  const path = `${TEAM}/invitations/${first.invitationId}/resend`;
  const answer = await client.post(path, { version: await version() });
  const second = new URL(invitedDtoSchema.parse(answer.body).link);
  await waitFor('the second mail', async () =>
    (await mailsTo(email)).some(({ text }) => text.includes(second.hash)),
  );
  await market.settled();
  const stored = await Promise.all(
    ['outbox', 'farmInvitations'].map((name) => market.collection(name).find().toArray()),
  );
  for (const { hash } of [link, second])
    expect(JSON.stringify(stored)).not.toContain(hash.split('.').at(-1));
});
