import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseClerkWebhook } from './webhook.js';

const KEY = Buffer.from('a key of twenty-four bytes or so');
const CLERK_WEBHOOK_SECRET = `whsec_${KEY.toString('base64')}`;
const INVALID = { code: 'WEBHOOK_INVALID' };

function signed(body: string, { age = 0, key = KEY } = {}) {
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
  return {
    'svix-id': 'msg_1',
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${signature}`,
    'content-type': 'application/json',
  };
}

const receive = (event: unknown, options?: Parameters<typeof signed>[1]) => {
  const body = JSON.stringify(event);
  return parseClerkWebhook({ CLERK_WEBHOOK_SECRET }, Buffer.from(body), signed(body, options));
};

const user = (status: string) => ({
  type: 'user.updated',
  object: 'event',
  data: {
    id: 'user_ada',
    first_name: 'Ada',
    last_name: null,
    image_url: 'https://img.example/ada.png',
    primary_email_address_id: 'em_2',
    email_addresses: [
      { id: 'em_1', email_address: 'old@example.com', verification: { status: 'verified' } },
      { id: 'em_2', email_address: 'Ada@Example.com', verification: { status } },
    ],
    something_new: { of: 'theirs' },
  },
});

describe('a Clerk webhook', () => {
  it('reports a changed account, with its primary address if that is verified', async () => {
    const changed = {
      kind: 'updated',
      subject: 'user_ada',
      firstName: 'Ada',
      imageUrl: 'https://img.example/ada.png',
    };
    expect(await receive(user('verified'))).toEqual({ ...changed, email: 'ada@example.com' });
    expect(await receive(user('unverified'))).toEqual(changed);
    expect(await receive({ ...user('unverified'), type: 'user.created' })).toEqual(changed);
  });

  it('reports a deleted account', async () => {
    const event = { type: 'user.deleted', data: { id: 'user_ada', deleted: true } };
    expect(await receive(event)).toEqual({ kind: 'deleted', subject: 'user_ada' });
  });

  it.each(['ended', 'removed', 'revoked'])('reports a session that was %s', async (how) => {
    const event = { type: `session.${how}`, data: { id: 'sess_1', user_id: 'user_ada' } };
    expect(await receive(event)).toEqual({ kind: 'session-ended', sessionId: 'sess_1' });
  });

  it('says when it happened, not when it was sent', async () => {
    const { data, ...event } = user('verified');
    const dated = {
      ...event,
      timestamp: 1_700_000_000_500,
      data: { ...data, updated_at: 1_700_000_000_000 },
    };
    expect(await receive(dated)).toMatchObject({ at: 1_700_000_000_000 });
    expect(await receive({ ...event, data, timestamp: 9 })).toMatchObject({ at: 9 });
    const deleted = { type: 'user.deleted', timestamp: 7, data: { id: 'user_ada' } };
    expect(await receive(deleted)).toMatchObject({ kind: 'deleted', at: 7 });
  });

  it('of another kind is ignored', async () => {
    expect(await receive({ type: 'session.created', data: { id: 'sess_1' } })).toBeNull();
  });

  it('is rejected when its signature is forged, expired, from the future, or for another body', async () => {
    const event = user('verified');
    const body = JSON.stringify(event);
    await expect(receive(event, { key: Buffer.from('another key') })).rejects.toMatchObject(
      INVALID,
    );
    await expect(receive(event, { age: 600 })).rejects.toMatchObject(INVALID);
    await expect(receive(event, { age: -600 })).rejects.toMatchObject(INVALID);
    await expect(
      parseClerkWebhook({ CLERK_WEBHOOK_SECRET }, `${body} `, signed(body)),
    ).rejects.toMatchObject(INVALID);
    await expect(parseClerkWebhook({ CLERK_WEBHOOK_SECRET }, body, {})).rejects.toMatchObject(
      INVALID,
    );
  });

  it('is rejected when its body has another shape', async () => {
    for (const event of [[], { type: 'user.updated', data: {} }, { type: 'user.deleted' }, 'x'])
      await expect(receive(event)).rejects.toMatchObject(INVALID);
  });

  it('is rejected when no secret is configured', async () => {
    const body = JSON.stringify(user('verified'));
    await expect(
      parseClerkWebhook({ CLERK_WEBHOOK_SECRET: undefined }, body, signed(body)),
    ).rejects.toMatchObject(INVALID);
  });
});
