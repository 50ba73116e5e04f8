import type { Id } from '#libs/contracts';

/** The subject of a mail about an account. */
export type AccountMailKind =
  | 'password-reset'
  | 'password-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'email-confirmation';

/** A mail about an account itself. */
export interface AccountMail {
  readonly kind: AccountMailKind;
  /** The address of the account's owner. */
  readonly to: string;
  /** The path that its button links to. May hold a secret, so it is stored nowhere. */
  readonly path: string;
}

/**
 * The queued mails about accounts. The app binds it to the identity provider, which alone knows the accounts; the
 * mailer knows the texts.
 */
export abstract class AccountMails {
  /**
   * What to write and to whom; null if nothing is to be sent. Each call creates a new link and invalidates the
   * previous one.
   */
  abstract compose(id: Id): Promise<AccountMail | null>;
  /** Removes a mail that the mail server has accepted. */
  abstract done(id: Id): Promise<void>;
  /** Which of these lower-cased addresses are confirmed; others receive only mails about their account. */
  abstract confirmed(addresses: readonly string[]): Promise<ReadonlySet<string>>;
  /** Mails requested before that moment and still not sent. */
  abstract waitingSince(before: Date): Promise<Id[]>;
}

/** For a provider that sends its own mails, and opens no session before the address is confirmed. */
export const NO_ACCOUNT_MAILS: AccountMails = {
  compose: async () => null,
  done: async () => undefined,
  confirmed: async (addresses) => new Set(addresses),
  waitingSince: async () => [],
};
