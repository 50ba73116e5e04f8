import { defineMessages } from '../../../lib/messages';

/** Texts of the second factor. */
export const factorText = defineMessages({
  en: {
    title: 'Second factor',
    isOn: 'On',
    onHint: 'Signing in asks for a code of your authenticator app as well.',
    offHint: 'With a code of an app on your phone, a stolen password alone opens nothing.',
    failed: 'This cannot be shown right now',
    offline: 'Needs a connection',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    newCodes: 'New recovery codes',
    titles: {
      on: 'Switch on the second factor',
      codes: 'New recovery codes',
      off: 'Switch off the second factor?',
      confirm: 'Is it still you?',
    },
    confirmLead:
      'This is for admins only, and you signed in some time ago. Enter your password to go on.',
    confirm: 'Go on',
    password: 'Your password',
    next: 'Next',
    onLead: 'You need an authenticator app, on your phone or in your password manager.',
    offLead: 'From then on your password alone opens the account.',
    newCodesLead: 'They take the place of all codes that you have kept until now.',
    appLead: 'Let your authenticator app read this picture, then enter the code that it shows.',
    openApp: 'The app is on this device',
    secret: 'Or type this key into the app',
    picture: 'A QR code for your authenticator app',
    code: 'Code',
    codeHint: 'Six digits.',
    codes: 'Recovery codes',
    codesLead:
      'Keep these recovery codes where you find them without your phone. Each opens your account once in the place of a code. They are not shown again.',
    copy: 'Copy them',
    copied: 'Copied',
    notCopied: 'They could not be copied',
    kept: 'I have kept them',
    switchedOn: 'The second factor is on',
    switchedOff: 'The second factor is off',
    wrong: {
      password: 'Enter your password',
      code: 'Enter the six digits of your app',
      refused: 'This code is not right. Is the clock of your phone?',
      tooMany: 'Too many attempts. Wait a minute and try again.',
    },
  },
});
