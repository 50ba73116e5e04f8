import type { Id } from '#libs/contracts';

/** What happened to an account, or is asked of its owner, that a mail tells. */
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
 * The mails about accounts that wait to be written. Bound by the app to the identity provider, which alone knows the
 * accounts; whoever hands mails over knows how they look.
 */
export abstract class AccountMails {
  /** What to write and to whom; null where nobody is to be written to. Asked again, a link in it is another one, and the one before is void. */
  abstract compose(id: Id): Promise<AccountMail | null>;
  /** Forgets a mail that was handed over. */
  abstract done(id: Id): Promise<void>;
  /** Mails that were asked for before that moment and still wait. */
  abstract waitingSince(before: Date): Promise<Id[]>;
}

/** For a provider that writes its mails itself. */
export const NO_ACCOUNT_MAILS: AccountMails = {
  compose: async () => null,
  done: async () => undefined,
  waitingSince: async () => [],
};
