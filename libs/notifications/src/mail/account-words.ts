import type { NotificationDto } from '#libs/contracts';
import type { AccountMail, AccountMailKind } from '#libs/platform';

type Words = Pick<NotificationDto, 'title' | 'text' | 'details' | 'link'>;
type Sentence = Pick<Words, 'title' | 'text'> & { readonly label: string };

const sentences: Readonly<Record<AccountMailKind, Sentence>> = {
  'password-reset': {
    title: 'Choose a new password',
    text: 'Somebody, probably you, asked for a new password for this address. The link works once, for half an hour. If it was not you, leave this mail alone: your password stays as it is.',
    label: 'Choose a new password',
  },
  'password-changed': {
    title: 'Your password was changed',
    text: 'If that was you, there is nothing to do. If it was not, choose a new password at once: that ends every session of your account, wherever it is open.',
    label: 'That was not me',
  },
  'second-factor-on': {
    title: 'Signing in now asks for a code',
    text: 'A second factor was switched on for your account. From now on, signing in asks for a code of your authenticator app as well. If that was not you, choose a new password at once: that ends every session of your account.',
    label: 'That was not me',
  },
  'second-factor-off': {
    title: 'Signing in no longer asks for a code',
    text: 'The second factor of your account was switched off: your password alone opens it now. If that was not you, choose a new password at once: that ends every session of your account.',
    label: 'That was not me',
  },
  'email-confirmation': {
    title: 'Is this your address?',
    text: 'Somebody, probably you, has signed up with it. Confirm it, so that we know that what we mail reaches you. The link works once, for a day. If it was not you, leave this mail alone.',
    label: 'Confirm my address',
  },
};

/** The text of a mail about an account. Contains no name, because anybody can sign up with any address and name. */
export function accountWords({ kind, path }: AccountMail): Words {
  const { title, text, label } = sentences[kind];
  return { title, text, details: [], link: { path, label } };
}
