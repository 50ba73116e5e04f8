import { defineMessages } from '../../../lib/text/messages';

/** Texts of confirming an e-mail address. */
export const confirmText = defineMessages({
  en: {
    title: 'Is this your address?',
    lead: 'Confirm it, so that we know that what we mail reaches you.',
    confirm: 'Yes, it is mine',
    passwordLead: 'You are not signed in here. Enter the password with which you signed up.',
    password: 'Password',
    passwordWrong: 'Enter your password',
    notMine: 'It was not you who signed up?',
    newPassword: 'Choose a new password, and the account is yours alone.',
    failed: 'That did not work',
    doneTitle: 'Your address is confirmed',
    doneLead: 'Thank you. What happens to your orders will reach you there.',
    linkTitle: 'This link does not work any more',
    linkLead:
      'It works once, for a day. Your profile can send you a new one, unless it has worked.',
    toShop: 'To the products',
  },
});
