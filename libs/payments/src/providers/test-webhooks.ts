import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  providerEventSchema,
  WEBHOOK_TOLERANCE_SECONDS,
  type Webhook,
  type WebhookResult,
} from './webhooks.js';

const HEADER = 'test-cards-signature';

/** A body as the built-in processor sends it: signed, with the time of the delivery. */
export function signedWebhook(body: string, secret: string, now: Date): Webhook {
  const seconds = String(Math.floor(now.getTime() / 1000));
  return { body, headers: { [HEADER]: `${seconds}.${signatureOf(seconds, body, secret)}` } };
}

export function verifiedWebhook(
  { body, headers }: Webhook,
  secret: string,
  now: Date,
): WebhookResult {
  const [seconds = '', signature = ''] = String(headers[HEADER] ?? '').split('.');
  const expected = Buffer.from(signatureOf(seconds, body.toString(), secret));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { state: 'refused', code: 'signature_invalid' };
  if (now.getTime() / 1000 - Number(seconds) > WEBHOOK_TOLERANCE_SECONDS)
    return { state: 'refused', code: 'too_old' };
  try {
    return { state: 'event', event: providerEventSchema.parse(JSON.parse(body.toString())) };
  } catch {
    return { state: 'refused', code: 'malformed' };
  }
}

function signatureOf(seconds: string, body: string, secret: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
