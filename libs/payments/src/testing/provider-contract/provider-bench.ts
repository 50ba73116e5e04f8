import type { CardProvider } from '../../providers/card-provider.js';
import type { Webhook } from '../../providers/webhooks.js';

/** What a processor's own books say, in cents. */
export interface Totals {
  /** Authorised, and neither captured, canceled nor expired. */
  readonly held: number;
  readonly captured: number;
  readonly refunded: number;
  readonly transferred: number;
  readonly reversed: number;
}

export type Ability =
  /** The bench answers challenges in place of the customer. */
  | 'challenges'
  /** Requests and answers can be lost. */
  | 'losses'
  /** Time can pass. */
  | 'time'
  /** Banks of customers take money back. */
  | 'disputes'
  /** Sellers can finish their onboarding. */
  | 'sellers'
  | 'webhooks'
  | 'books';

/** A provider and the world around it, made anew for each case. */
export interface ProviderBench {
  readonly provider: CardProvider;
  /** Begins every key, user and farm, so that runs against a real processor do not meet. */
  readonly run: string;
  /** Tokens of cards, by what they do. */
  readonly cards: Readonly<
    Record<'success' | 'decline' | 'insufficientFunds' | 'challenge', string>
  >;
  answerChallenge(reference: string, passed: boolean): Promise<void>;
  /** An account that is ready: this one, or one that was made ready by hand. */
  finishOnboarding(seller: string): Promise<string>;
  /** The customer's bank takes a captured payment back; returns what decides on it. */
  dispute(capture: string): (state: 'won' | 'lost') => Promise<void>;
  /** From now on the first request of each key, or its answer, is lost; returns the card to pay with. */
  lose(what: 'request' | 'answer'): string;
  /** How webhooks arrive from now on; returns the card to pay with. */
  deliver(how: 'twice' | 'first' | 'late' | 'payout_returned' | 'disputed'): string;
  passTime(seconds: number): void;
  /** Sends the webhooks that are due; returns all that have arrived so far. */
  webhooks(): Promise<readonly Webhook[]>;
  /** Resolves when so many webhooks have arrived in all. */
  arrival(count: number): Promise<void>;
  /** The same event with another signature: `body` and `secret` are what a forger has. */
  forge(webhook: Webhook, forged: { body?: string; secret?: string }): Webhook;
  totals(): Totals;
  close(): Promise<void>;
}
