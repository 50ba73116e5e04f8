import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PushMessage } from '#libs/contracts';
import { isAllowedEndpoint, keysOf, PUSH_CONFIG, type PushConfig } from './push.config.js';
import type { PushDevice } from './push-book.model.js';

/** Milliseconds that a push service may take to answer. */
const TIMEOUT_MS = 10_000;
/** Pushes that one push service may have in work, so that a slow one leaves room for the others. */
const IN_WORK_MAX = 8;
/** Characters of a topic, by the RFC. */
const TOPIC_LENGTH = 32;

/** `taken`, or nothing more to send there: `ended` subscriptions are gone for good, `refused` is this message. */
export type PushOutcome = 'taken' | 'ended' | 'refused';

/** Sends encrypted pushes to the browsers' push services (RFC 8030, 8291, 8292). */
@Injectable()
export class PushSender {
  private readonly inWork = new Map<string, number>();

  constructor(@Inject(PUSH_CONFIG) private readonly config: PushConfig) {}

  /** Whether this installation sends any. */
  get isOffered(): boolean {
    return keysOf(this.config) !== null;
  }

  /** `contact` is whom a push service writes to: a mailto: or https: address. Throws if it should be tried again. */
  async send(
    device: PushDevice,
    message: PushMessage,
    { ttlMs, contact }: { ttlMs: number; contact: string },
  ): Promise<PushOutcome> {
    const keys = keysOf(this.config);
    // a setting that has changed since the device was added
    if (!keys || !isAllowedEndpoint(device.endpoint, this.config)) return 'refused';
    // Loaded on use: only the process that sends pushes needs it.
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: Math.ceil(ttlMs / 1_000),
        topic: topicOf(message.tag),
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      },
    );
    const { origin } = new URL(device.endpoint);
    const others = this.inWork.get(origin) ?? 0;
    if (others >= IN_WORK_MAX) throw new Error(`${origin} is slow: the push waits`);
    this.inWork.set(origin, others + 1);
    try {
      const { 'Content-Length': _, ...own } = headers as Record<string, string>;
      const response = await fetch(device.endpoint, {
        method: 'POST',
        headers: own,
        body: new Uint8Array(body ?? []),
        // an address that is allowed must not lead to one that is not
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return outcomeOf(response.status, origin);
    } finally {
      this.inWork.set(origin, (this.inWork.get(origin) ?? 1) - 1);
    }
  }
}

function outcomeOf(status: number, origin: string): PushOutcome {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'ended';
  if (status === 408 || status === 429 || status >= 500)
    throw new Error(`${origin} answered ${status}`);
  return 'refused';
}

/** A push service keeps the newest of a topic for a device that is off. It learns nothing from the name. */
const topicOf = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, TOPIC_LENGTH);
