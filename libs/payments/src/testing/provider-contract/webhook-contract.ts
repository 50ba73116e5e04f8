import { expect } from '@jest/globals';
import type { ProviderEvent, Webhook } from '../../providers/webhooks.js';
import { done, type Suite, usd } from './contract-cases.js';

export function webhookContract({ cases, when }: Suite): void {
  const parse = (webhook: Webhook) => cases().provider.parseWebhook(webhook);
  const events = async (): Promise<ProviderEvent[]> =>
    (await cases().bench.webhooks()).flatMap((webhook) => {
      const parsed = parse(webhook);
      return parsed.state === 'event' ? [parsed.event] : [];
    });
  const abouts = async () => (await events()).map(({ about }) => about);
  const firstWebhook = async (): Promise<Webhook> => {
    await cases().authorized();
    const webhook = (await cases().bench.webhooks()).find((one) => parse(one).state === 'event');
    if (!webhook) throw new Error('no webhook arrived');
    return webhook;
  };

  when('webhooks')('names the authorisation and its key', async () => {
    const request = await cases().request();
    const { reference } = done(await cases().provider.authorize(request));
    const about = { kind: 'authorization', key: request.key, reference };
    expect(await abouts()).toContainEqual(about);
  });

  when('webhooks')('tells of a declined authorisation too', async () => {
    const request = await cases().request({ token: cases().bench.cards.decline });
    await cases().provider.authorize(request);
    const about = { kind: 'authorization', key: request.key, reference: expect.any(String) };
    expect(await abouts()).toContainEqual(about);
  });

  when('webhooks', 'challenges')('tells of a passed challenge', async () => {
    const request = await cases().request({ token: cases().bench.cards.challenge });
    const outcome = await cases().provider.authorize(request);
    if (outcome.state !== 'needs_challenge') throw new Error(outcome.state);
    const before = (await events()).length;
    await cases().bench.answerChallenge(outcome.reference, true);
    const about = { kind: 'authorization', key: request.key, reference: outcome.reference };
    expect((await abouts()).slice(before)).toContainEqual(about);
  });

  when('webhooks', 'time')('tells that the bank has released a hold', async () => {
    const request = await cases().request();
    const { reference } = done(await cases().provider.authorize(request));
    await cases().bench.webhooks();
    cases().bench.passTime(8 * 24 * 3600);
    // The deliveries of last week are too old by now.
    expect(await abouts()).toEqual([{ kind: 'authorization', key: request.key, reference }]);
  });

  when('webhooks', 'time')('tells nothing of a hold that has ended before', async () => {
    await cases().captured();
    done(
      await cases().provider.cancel({
        key: cases().key(),
        authorization: await cases().authorized(),
      }),
    );
    await cases().bench.webhooks();
    cases().bench.passTime(8 * 24 * 3600);
    expect(await abouts()).toEqual([]);
  });

  when('webhooks')('names the refund and its key', async () => {
    const request = { key: cases().key(), capture: await cases().captured(), ...usd(100) };
    const { reference } = done(await cases().provider.refund(request));
    expect(await abouts()).toContainEqual({ kind: 'refund', key: request.key, reference });
  });

  when('webhooks', 'sellers')('names the transfer and its key, and the payout', async () => {
    const [seller, capture] = [await cases().seller(), await cases().captured()];
    const request = { key: cases().key(), seller, capture, ...usd(920) };
    const { reference } = done(await cases().provider.transfer(request));
    const about = await abouts();
    expect(about).toContainEqual({ kind: 'transfer', key: request.key, reference });
    expect(about).toContainEqual({
      kind: 'payout',
      result: 'paid',
      seller,
      reference: expect.any(String),
      cents: 920,
    });
  });

  when('webhooks', 'sellers')('tells that the bank of a farm has returned a payout', async () => {
    const token = cases().bench.deliver('payout_returned');
    const [seller, capture] = [await cases().seller(), await cases().captured(4210, { token })];
    done(await cases().provider.transfer({ key: cases().key(), seller, capture, ...usd(920) }));
    const payout = { kind: 'payout', result: 'returned', seller, cents: 920 };
    expect(await abouts()).toContainEqual(expect.objectContaining(payout));
  });

  when('webhooks', 'disputes')('tells what becomes of a payment that is disputed', async () => {
    const token = cases().bench.deliver('disputed');
    const authorization = await cases().authorized({ token });
    const request = { key: cases().key(), authorization, ...usd(4210) };
    const decide = cases().bench.dispute(done(await cases().provider.capture(request)).reference);
    const dispute = { kind: 'dispute', authorization, cents: 4210 };
    expect(await abouts()).toContainEqual(expect.objectContaining({ ...dispute, state: 'open' }));
    await decide('won');
    const told = (await abouts()).filter((about) => about.kind === 'dispute');
    expect(told.at(-1)).toMatchObject({ ...dispute, state: 'won' });
    expect(new Set(told.map(({ reference }) => reference)).size).toBe(1);
  });

  when('webhooks')('gives the two deliveries of an event one id', async () => {
    await cases().authorized({ token: cases().bench.deliver('twice') });
    const ids = (await events()).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(ids).toHaveLength(2 * new Set(ids).size);
  });

  when('webhooks')('may tell before it answers', async () => {
    const request = await cases().request({ token: cases().bench.deliver('first') });
    const before = (await events()).length;
    let answered = false;
    const answer = cases().provider.authorize(request);
    void answer.then(() => {
      answered = true;
    });
    await cases().bench.arrival(before + 1);
    expect(answered).toBe(false);
    done(await answer);
  });

  when('webhooks', 'time')('tells late, with a signature of that time', async () => {
    const request = await cases().request({ token: cases().bench.deliver('late') });
    done(await cases().provider.authorize(request));
    expect(await events()).toEqual([]);
    cases().bench.passTime(180);
    const about = expect.objectContaining({ kind: 'authorization', key: request.key });
    expect(await abouts()).toContainEqual(about);
  });

  when('webhooks')('accepts the bytes as text too', async () => {
    const webhook = await firstWebhook();
    const text = { ...webhook, body: webhook.body.toString() };
    expect(parse(text)).toEqual(parse({ ...webhook, body: Buffer.from(text.body) }));
  });

  const refused = (code: string) => ({ state: 'refused', code });

  when('webhooks')('refuses a body that was changed', async () => {
    const webhook = await firstWebhook();
    const body = webhook.body.toString().replace(/"id"/, '"id" ');
    expect(parse({ ...webhook, body })).toEqual(refused('signature_invalid'));
  });

  when('webhooks')('refuses what somebody else signed', async () => {
    const forged = cases().bench.forge(await firstWebhook(), { secret: 'whsec_of_somebody_else' });
    expect(parse(forged)).toEqual(refused('signature_invalid'));
  });

  when('webhooks')('refuses what nobody signed', async () => {
    const { body } = await firstWebhook();
    expect(parse({ body, headers: {} })).toEqual(refused('signature_invalid'));
  });

  when('webhooks')('refuses a signature that is cut', async () => {
    const { body, headers } = await firstWebhook();
    const cut = Object.entries(headers).map(([name, value]) => [name, String(value).slice(0, -1)]);
    const webhook = { body, headers: Object.fromEntries(cut) };
    expect(parse(webhook)).toEqual(refused('signature_invalid'));
  });

  when('webhooks')('refuses a signed body that is no event', async () => {
    const forged = cases().bench.forge(await firstWebhook(), { body: '{"hello":1}' });
    expect(parse(forged)).toEqual(refused('malformed'));
    const text = cases().bench.forge(await firstWebhook(), { body: 'hello' });
    expect(parse(text)).toEqual(refused('malformed'));
  });

  when('webhooks', 'time')('refuses a recorded delivery that is sent again later', async () => {
    const webhook = await firstWebhook();
    expect(parse(webhook)).toMatchObject({ state: 'event' });
    cases().bench.passTime(301);
    expect(parse(webhook)).toEqual(refused('too_old'));
  });
}
