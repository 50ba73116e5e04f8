import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type Stripe from 'stripe';
import type { Totals } from '../provider-contract/provider-bench.js';

/** An answer that is kept for its idempotency key. */
export interface KeptAnswer {
  /** Of the request: another one with the same key is refused. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: unknown;
}

/** An event on its way to the market. */
export interface Delivery {
  readonly event: Stripe.Event;
  /** In seconds, by the stand-in's clock. */
  readonly dueAt: number;
}

/** What the test card does that a payment method was made from. */
export type Behaviour =
  | 'success'
  | 'decline'
  | 'insufficient_funds'
  | 'challenge'
  | 'challenge_passed';

/** Everything that the stand-in knows; plain data, so that it can be written to a file. */
const empty = () => ({
  made: 0,
  customers: {} as Record<string, Stripe.Customer>,
  paymentMethods: {} as Record<string, Stripe.PaymentMethod>,
  behaviours: {} as Record<string, Behaviour>,
  /** Confirmation tokens that were not used yet, and their payment methods. */
  confirmationTokens: {} as Record<string, string>,
  setupIntents: {} as Record<string, Stripe.SetupIntent>,
  paymentIntents: {} as Record<string, Stripe.PaymentIntent>,
  charges: {} as Record<string, Stripe.Charge>,
  refunds: {} as Record<string, Stripe.Refund>,
  accounts: {} as Record<string, Stripe.Account>,
  transfers: {} as Record<string, Stripe.Transfer>,
  reversals: {} as Record<string, Stripe.TransferReversal>,
  payouts: {} as Record<string, Stripe.Payout>,
  disputes: {} as Record<string, Stripe.Dispute>,
  answers: {} as Record<string, KeptAnswer>,
  deliveries: [] as Delivery[],
});
export type Records = ReturnType<typeof empty>;

/** The stand-in's own books; with a file they survive its death. */
export class Books {
  readonly records: Records;

  constructor(
    readonly now: () => Date,
    private readonly file?: string,
  ) {
    this.records =
      file !== undefined && existsSync(file)
        ? (JSON.parse(readFileSync(file, 'utf8')) as Records)
        : empty();
  }

  /** In seconds, as in all of Stripe's objects. */
  get seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  /** Ids in the order of making, because lists are newest first. */
  id(prefix: string): string {
    return `${prefix}_standin${String(++this.records.made).padStart(8, '0')}`;
  }

  /** Writes everything, or nothing. */
  save(): void {
    if (this.file === undefined) return;
    writeFileSync(`${this.file}.next`, JSON.stringify(this.records));
    renameSync(`${this.file}.next`, this.file);
  }

  totals(): Totals {
    const sum = (cents: number[]) => cents.reduce((total, next) => total + next, 0);
    const { paymentIntents, refunds, transfers, reversals } = this.records;
    const intents = Object.values(paymentIntents);
    return {
      held: sum(intents.map(({ amount_capturable }) => amount_capturable)),
      captured: sum(intents.map(({ amount_received }) => amount_received)),
      refunded: sum(Object.values(refunds).map(({ amount }) => amount)),
      transferred: sum(Object.values(transfers).map(({ amount }) => amount)),
      reversed: sum(Object.values(reversals).map(({ amount }) => amount)),
    };
  }
}
