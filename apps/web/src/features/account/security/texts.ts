import { defineMessages } from '../../../lib/text/messages';

/** Texts of an account's security. */
export const securityText = defineMessages({
  en: {
    title: 'Sign-in and security',
    shared: 'This is a demo account that everybody may use: its password stays as it is.',

    unconfirmed:
      'Your e-mail address is not confirmed yet: open the link that we mailed you. Until then you get no mails about your orders.',
    sendAgain: 'Send it again',
    confirmationSent: 'The link is on its way',

    passwordTitle: 'Password',
    passwordHint: 'Nobody but you needs to know it; we do not either.',
    change: 'Change password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    newPasswordHint: 'At least 10 characters; a few words are good.',
    endOthersToo: 'Sign out everywhere else',
    endOthersTooHint: 'Whoever knew the old password is out then.',
    save: 'Save the new password',
    changed: 'Your password is changed',
    wrong: {
      currentPassword: 'Enter your current password',
      newPassword: 'Choose a password of at least 10 characters',
    },
    tooMany: 'Too many attempts. Wait a minute and try again.',

    sessionsTitle: 'Where you are signed in',
    sessionsFailed: 'Your sessions cannot be shown right now',
    here: 'This device',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    unknownDevice: 'An unknown device',
    since: (date: string) => `Signed in ${date}`,
    used: (day: string) => `last used ${day}`,
    from: (address: string) => `from ${address}`,
    more: (n: number) => (n === 1 ? 'And one older one.' : `And ${n} older ones.`),
    end: 'Sign out',
    endNamed: (device: string, date: string) => `Sign out ${device}, signed in ${date}`,
    endOthers: 'Sign out everywhere else',
    ended: 'Signed out there',
    endedOthers: 'Signed out everywhere else',
    endFailed: 'That did not work',
    delay: 'What is open there keeps working for up to 15 minutes.',
    offline: 'Needs a connection',
  },
});
