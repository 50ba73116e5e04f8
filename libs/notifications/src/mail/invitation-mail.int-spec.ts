import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { invitedDtoSchema, teamDtoSchema } from '#libs/contracts';
import { Jobs } from '#libs/platform';
import { Marketplace, type TestFarm, waitFor } from '#libs/testing';
import { InvitationMailProcessor } from './invitation-mail.processor.js';
import { MailProcessor } from './mail.processor.js';
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
    ['outbox', 'farmInvitations', 'invitationMails'].map((name) =>
      market.collection(name).find().toArray(),
    ),
  );
  for (const { hash } of [link, second])
    expect(JSON.stringify(stored)).not.toContain(hash.split('.').at(-1));
});

it('mails one whose job was lost, once, and forgets the address', async () => {
  const [processor, jobs] = [market.app.get(InvitationMailProcessor), market.app.get(Jobs)];
  const email = 'finch@example.org';
  // a process that ends between the commit and the job
  const add = jest.spyOn(jobs, 'add').mockResolvedValue();
  const body = { version: await version(), role: 'packer', email };
  expect((await farm.farmer.client.post(`${TEAM}/invitations`, body)).status).toBe(201);
  await market.settled();
  add.mockRestore();
  const waiting = market.collection('invitationMails');
  const [lost] = await waiting.find({ 'invitation.email': email }).toArray();
  if (!lost) throw new Error('nothing waits to be mailed');
  // not before a minute has passed: the job may still be on its way
  await market.app.get(MailProcessor).sweepMail();
  expect(await mailsTo(email)).toEqual([]);
  const minutesAgo = new Date(Date.now() - 120_000);
  await waiting.updateOne({ _id: lost._id }, { $set: { createdAt: minutesAgo } });
  await market.app.get(MailProcessor).sweepMail();
  await waitFor('its mail to be sent', async () => (await waiting.countDocuments()) === 0);
  const send = jest.spyOn(market.app.get(MailCatcher), 'send');
  await market.app.get(MailProcessor).sweepMail();
  await processor.send({ ...lost.invitation, mailId: String(lost._id) });
  expect(send).not.toHaveBeenCalled();
  expect(await mailsTo(email)).toHaveLength(1);
});
