import type { Id } from '#libs/contracts';

/** What a mail about an account says, or asks of its owner. */
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
  /** Where its button leads, below the address of this installation. May hold a secret, so it is kept nowhere. */
  readonly path: string;
}

/**
 * The mails about accounts that wait to be written. The app binds it to the identity provider, which alone knows the
 * accounts; the mailer knows the texts.
 */
export abstract class AccountMails {
  /**
   * What to write and to whom; null where nothing is to be sent. Each call makes a new link and voids the one before.
   */
  abstract compose(id: Id): Promise<AccountMail | null>;
  /** Removes a mail that was handed to the mail server. */
  abstract done(id: Id): Promise<void>;
  /** Which of these lower-cased addresses their owners have confirmed; others receive no mail but about their account. */
  abstract confirmed(addresses: readonly string[]): Promise<ReadonlySet<string>>;
  /** Mails that were requested before that moment and still wait. */
  abstract waitingSince(before: Date): Promise<Id[]>;
}

/** For a provider that writes its mails itself, and opens no session before the address is confirmed. */
export const NO_ACCOUNT_MAILS: AccountMails = {
  compose: async () => null,
  done: async () => undefined,
  confirmed: async (addresses) => new Set(addresses),
  waitingSince: async () => [],
};
