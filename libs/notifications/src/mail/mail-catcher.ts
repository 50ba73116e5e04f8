import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { type CaughtMail, caughtMailSchema, type Id } from '#libs/contracts';
import { type PlatformConfig, REDIS } from '#libs/platform';
import { type Mail, Mailer } from './mailer.js';

/** Key in Redis of the list of caught mails, newest first. */
export const CAUGHT = 'mail.caught';
/** Maximum number of stored mails. */
const KEPT = 200;

/** Without a mail server, stores mails in Redis, where any process can show them. */
@Injectable()
export class MailCatcher extends Mailer {
  constructor(@Inject(REDIS) private readonly redis: Redis) {
    super();
  }

  async send({ about: _, attachments = [], ...mail }: Mail): Promise<void> {
    const caughtAt = new Date().toISOString();
    const caught: CaughtMail = { ...mail, attachments: [...attachments], caughtAt };
    await Promise.all([
      this.redis.lpush(CAUGHT, JSON.stringify(caught)),
      this.redis.ltrim(CAUGHT, 0, KEPT - 1),
    ]);
  }

  /** The caught mails, newest first; at most 200. */
  async newest(): Promise<CaughtMail[]> {
    const kept = await this.redis.lrange(CAUGHT, 0, KEPT - 1);
    const mails = kept.map((text) => caughtMailSchema.parse(JSON.parse(text)));
    // A mail that was sent twice has the same id.
    return [...new Map(mails.map((mail) => [mail.id, mail])).values()];
  }

  /** Removes those that meet the condition. */
  async forget(condition: (mail: CaughtMail) => boolean): Promise<void> {
    for (const text of await this.redis.lrange(CAUGHT, 0, KEPT - 1))
      if (condition(caughtMailSchema.parse(JSON.parse(text))))
        await this.redis.lrem(CAUGHT, 0, text);
  }

  async find(id: Id): Promise<CaughtMail | null> {
    return (await this.newest()).find((mail) => mail.id === id) ?? null;
  }
}

/** In production nobody sees caught mails, so without a mail server none is created, and none counts as sent. */
export const isMailDisabled = (mailer: Mailer, { NODE_ENV }: Pick<PlatformConfig, 'NODE_ENV'>) =>
  NODE_ENV === 'production' && mailer instanceof MailCatcher;
