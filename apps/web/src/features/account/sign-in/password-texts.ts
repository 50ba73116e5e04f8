import { defineMessages } from '../../../lib/text/messages';

/** Texts of resetting a forgotten password. */
export const passwordText = defineMessages({
  en: {
    forgotTitle: 'Forgot your password?',
    forgotLead: 'We mail you a link to choose a new one.',
    email: 'E-mail address',
    emailWrong: 'Enter an e-mail address such as ada@example.org',
    sendLink: 'Mail me a link',
    sentTitle: 'Look into your mail',
    sent: (email: string) =>
      `If ${email} has an account here, a link is on its way. It works once, for half an hour.`,
    nothingCame: 'Nothing came? Look among the spam, and at the spelling of the address.',
    again: 'Try another address',
    caught: 'This installation sends no mail.',
    caughtLink: 'See what it would have sent',
    backToSignIn: 'Back to sign in',
    newTitle: 'Choose a new password',
    newLead: 'It ends every session of your account, wherever it is open.',
    newPassword: 'New password',
    newPasswordHint: 'At least 10 characters; a few words are good.',
    newPasswordWrong: 'Choose a password of at least 10 characters',
    save: 'Save the new password',
    linkTitle: 'This link does not work any more',
    linkLead: 'A link works once, for half an hour, and only as a whole.',
    linkAgain: 'Get a new link',
    doneTitle: 'Your password is changed',
    doneLead: 'Sign in with the new one.',
    signIn: 'Sign in',
  },
});
