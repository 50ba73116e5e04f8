import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { type CaughtMail, caughtMailSchema, type Id } from '#libs/contracts';
import { REDIS } from '#libs/platform';
import { type Mail, Mailer } from './mailer.js';

/** Key in Redis of the list of caught mails, the newest first. */
export const CAUGHT = 'mail.caught';
/** Mails that are kept: the newest ones. */
const KEPT = 200;

/** Takes mails where no mail server is configured, for people to look at; another process may show them. */
@Injectable()
export class MailCatcher extends Mailer {
  constructor(@Inject(REDIS) private readonly redis: Redis) {
    super();
  }

  async send({ about: _, ...mail }: Mail): Promise<void> {
    const caught: CaughtMail = { ...mail, caughtAt: new Date().toISOString() };
    await Promise.all([
      this.redis.lpush(CAUGHT, JSON.stringify(caught)),
      this.redis.ltrim(CAUGHT, 0, KEPT - 1),
    ]);
  }

  /** What was caught, newest first; 200 mails at the most. */
  async newest(): Promise<CaughtMail[]> {
    const kept = await this.redis.lrange(CAUGHT, 0, KEPT - 1);
    const mails = kept.map((text) => caughtMailSchema.parse(JSON.parse(text)));
    // What was handed over twice is one mail.
    return [...new Map(mails.map((mail) => [mail.id, mail])).values()];
  }

  async find(id: Id): Promise<CaughtMail | null> {
    return (await this.newest()).find((mail) => mail.id === id) ?? null;
  }
}
