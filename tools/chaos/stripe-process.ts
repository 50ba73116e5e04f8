import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Cards } from '../market-day/cards';
import type { ProcessSpec } from './managed-process';

/** Share of the requests and webhooks that meet a fault. */
const FAULTS = 0.12;
const LATE_SECONDS = 10;
/** Milliseconds for which a request that is not answered is sent again, and between two of them. */
const RETRY_FOR_MS = 60_000;
const RETRY_MS = 300;
const PROGRAM = fileURLToPath(new URL('./stand-in.js', import.meta.url));

/** What is checked of the stand-in's books; amounts in cents. */
const booksSchema = z.object({
  paymentIntents: z.record(
    z.string(),
    z.object({ id: z.string(), amount_capturable: z.int(), amount_received: z.int() }),
  ),
  /** By which a card is saved. */
  setupIntents: z.record(z.string(), z.unknown()),
  refunds: z.record(z.string(), z.object({ payment_intent: z.string(), amount: z.int() })),
  transfers: z.record(z.string(), z.object({ amount: z.int(), amount_reversed: z.int() })),
});
export type ProviderBooks = z.infer<typeof booksSchema>;

/** The stand-in for Stripe, and the people's cards there. */
export class StripeProcess implements Cards {
  readonly #url: URL;
  readonly #books: string;
  readonly #secrets = {
    key: `sk_test_${randomBytes(12).toString('hex')}`,
    webhook: `whsec_${randomBytes(12).toString('hex')}`,
  };
  /** Stripe's own names of its test cards; the one that works is the most common. */
  readonly tokens = [
    ...Array<string>(4).fill('pm_card_visa'),
    'pm_card_authenticationRequired',
    'pm_card_authenticationRequired',
    'pm_card_visa_chargeDeclined',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  ];

  constructor(private readonly options: { dir: string; port: number; seed: number; shop: URL }) {
    this.#url = new URL(`http://127.0.0.1:${options.port}`);
    this.#books = join(options.dir, 'stripe.json');
  }

  /** Those of the shop. */
  get settings(): Readonly<Record<string, string>> {
    return {
      CARD_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: this.#secrets.key,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos',
      STRIPE_WEBHOOK_SECRETS: this.#secrets.webhook,
      STRIPE_ACCOUNT: 'acct_chaos',
      STRIPE_API_URL: this.#url.origin,
    };
  }

  get spec(): ProcessSpec {
    const { port, seed, shop } = this.options;
    return {
      name: 'stripe',
      command: process.execPath,
      args: ['--enable-source-maps', PROGRAM],
      env: {
        PORT: `${port}`,
        BOOKS: this.#books,
        SECRET_KEY: this.#secrets.key,
        WEBHOOK_SECRET: this.#secrets.webhook,
        WEBHOOK_URL: new URL('/api/v1/webhooks/cards', shop).href,
        SEED: `${seed}`,
        FAULTS: `${FAULTS}`,
        LATE_SECONDS: `${LATE_SECONDS}`,
      },
      port,
      isUp: async () => (await fetch(new URL('/books', this.#url))).ok,
    };
  }

  async answer(_person: unknown, challenge: string, passed: boolean): Promise<void> {
    const [intent = ''] = challenge.split('_secret');
    await this.#ask(`/challenge?intent=${intent}${passed ? '&passed' : ''}`);
  }

  enterData(_farmer: unknown, url: string): Promise<void> {
    return this.#ask(new URL(url).pathname);
  }

  /** From now on every request is answered at once. */
  calm(): Promise<void> {
    return this.#ask('/calm');
  }

  async books(): Promise<ProviderBooks> {
    return booksSchema.parse(JSON.parse(await readFile(this.#books, 'utf8')));
  }

  async #ask(path: string): Promise<void> {
    for (const deadline = Date.now() + RETRY_FOR_MS; ; await sleep(RETRY_MS))
      try {
        await fetch(new URL(path, this.#url));
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
  }
}
