import { type DemoRole, PASSWORD_LENGTH } from '#libs/contracts';
import { amountOf } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

const newPasswordHint = `At least ${PASSWORD_LENGTH.min} characters; a few words are good.`;
const newPasswordWrong = `Choose a password of at least ${PASSWORD_LENGTH.min} characters`;

/** Texts of the card that installs the app. */
export const installText = defineMessages({
  en: {
    title: 'On your home screen',
    lead: 'Installed, Farmgate opens like any other app, and what you have seen can be read without a connection.',
    install: 'Install Farmgate',
    byHand: 'On an iPhone or iPad: tap Share in Safari, then “Add to Home Screen”.',
  },
});

/** Texts of sign-in and sign-up; titles and tabs are specified (docs/product.md, Screens). */
export const identityText = defineMessages({
  en: {
    authTitle: 'Come on in',
    authLead: 'Choose how you want to use the market. Looking around needs no account.',
    tabsLabel: 'I am a',
    tabs: { customer: 'Customer', farmer: 'Farmer', admin: 'Admin Sign in' },
    roles: {
      customer: {
        title: 'Buy from farms near you',
        points: [
          'One basket for as many farms as you like',
          'Watch each farm pick, pack and bring your order',
          'Your cart waits for you on every device',
        ],
        action: 'Sign up as a customer',
      },
      farmer: {
        title: 'Sell what you grow',
        points: [
          'Your own stall, with stock and prices that change live',
          'New orders appear the moment they are placed',
          'The market approves each farm before it sells',
        ],
        action: 'Sign up as a farmer',
      },
      admin: {
        title: 'Keep the market in order',
        points: [
          'Admins are invited: there is nothing to sign up for',
          'Sign in with the account that was made an admin',
        ],
        action: 'Admin Sign in',
      },
    },
    haveAccount: 'Already have an account?',
    signInLink: 'Sign in',
    noAccount: 'New here?',
    signUpLink: 'Create an account',
    demoTitle: 'Just looking? Try the demo.',
    demoText:
      'This installation is a demonstration. One click signs you in; nothing is charged or delivered.',
    demoCards:
      'The checkout has test cards: the one that ends in 4242 is accepted, 3220 asks for a challenge of its bank, and 0002 is declined.',
    demo: {
      customer: 'Demo customer',
      farmer: 'Demo farmer',
      packer: 'Demo packer',
      driver: 'Demo driver',
      admin: 'Demo admin',
    } satisfies Record<DemoRole, string>,
    demoFailed: 'The demo sign-in did not work',
    signInTitle: 'Welcome Back',
    signInLead: 'Sign in to see your orders and check out.',
    signUpTitle: 'Create your account',
    signUpLead: 'It takes a minute.',
    email: 'E-mail address',
    password: 'Password',
    passwordHint: newPasswordHint,
    firstName: 'First name',
    lastName: 'Last name',
    roleLegend: 'I want to',
    roleChoice: { customer: 'Buy produce', farmer: 'Sell what I grow' },
    signIn: 'Sign in',
    forgotPassword: 'Forgot password?',
    codeTitle: 'One more step',
    codeLead: 'Open your authenticator app and enter the code it shows for Farmgate.',
    code: 'Code',
    codeHint: 'Six digits.',
    recoveryLead: 'Enter one of the recovery codes that you kept. Each works once.',
    recoveryCode: 'Recovery code',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the authenticator app',
    confirmCode: 'Continue',
    otherAccount: 'Back to the password',
    codeExpired: 'That took too long, or had too many wrong codes. Please begin again.',
    signUp: 'Create account',
    adminInvited: 'Admins are invited. Sign in with the account that was made an admin.',
    wrong: {
      email: 'Enter an e-mail address such as ada@example.org',
      password: 'Enter your password',
      newPassword: newPasswordWrong,
      credentials: 'The e-mail address and the password do not match',
      firstName: 'Enter your first name',
      lastName: 'Enter your last name',
      code: 'Enter the six digits of your app',
      recoveryCode: 'Enter a recovery code',
      codeRefused: 'This code is not right, or was used before',
      tooMany: 'Too many attempts. Wait a minute and try again.',
    },
    callbackTitle: 'Signing you in',
    callbackLead: 'One moment…',
    settingsFailed: 'The sign-in cannot be shown right now',
  },
});

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
    newPasswordHint,
    newPasswordWrong,
    save: 'Save the new password',
    linkTitle: 'This link does not work any more',
    linkLead: 'A link works once, for half an hour, and only as a whole.',
    linkAgain: 'Get a new link',
    doneTitle: 'Your password is changed',
    doneLead: 'Sign in with the new one.',
    signIn: 'Sign in',
  },
});

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

/** Texts of the profile, for every role. */
export const profileText = defineMessages({
  en: {
    email: 'Email',
    profileTitle: 'Your details',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    noPhone: 'Not given',
    emailFixed: 'Your email belongs to your sign-in and stays as it is.',
    editProfile: 'Edit Profile',
    saveProfile: 'Save Changes',
    cancelProfile: 'Cancel',
    profileSaved: 'Profile updated successfully!',
    profileFailed: 'Failed to update profile',
    wrong: {
      firstName: 'Enter your first name',
      lastName: 'Enter your last name',
      phone: 'Enter a phone number such as +1 518 555 0100',
    },
    memberSince: (date: string) => `Here since ${date}`,
  },
});

/** Texts of the address book. */
export const addressText = defineMessages({
  en: {
    title: 'Addresses',
    hint: 'The default one is proposed when you check out.',
    failed: 'Your addresses could not be loaded',
    empty: 'No address yet.',
    emptyHint: 'Add one, and the checkout is a click.',
    add: 'Add an address',
    addTitle: 'A new address',
    editTitle: 'Change this address',
    full: (most: number) => `You have ${most} addresses, which is the most.`,
    choice: 'Delivery address',
    choiceHint: 'Farms that you collect from put it on your receipt only.',
    another: 'Use another address',
    bookFull: 'Your address book is full. You can change it in your profile.',
    isDefault: 'Default',
    makeDefault: 'Make default',
    edit: 'Edit',
    remove: 'Delete',
    of: (what: string, line: string) => `${what}: ${line}`,
    recipient: 'Recipient',
    phone: 'Phone',
    phoneHint: 'For the driver, if nobody answers the door.',
    line1: 'Street and number',
    line2: 'Apartment, floor',
    city: 'City',
    chooseState: 'Choose…',
    state: 'State',
    postalCode: 'ZIP code',
    asDefault: 'Use this one by default',
    save: 'Save address',
    cancel: 'Cancel',
    removeTitle: 'Delete this address?',
    removeBody: 'Orders that went there are not affected.',
    keep: 'Keep it',
    added: 'Address added',
    saved: 'Address saved',
    removed: 'Address deleted',
    defaultNow: 'Default address changed',
    changeFailed: 'The address could not be changed',
    conflict: 'Your addresses changed meanwhile. They are shown as they are now; please try again.',
    offline: 'Needs a connection',
    wrong: {
      recipient: 'Enter who receives the delivery',
      phone: 'Enter a phone number such as 518 555 0100',
      line1: 'Enter the street and number',
      city: 'Enter the city',
      state: 'Choose the state',
    },
  },
});

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
    newPasswordHint,
    endOthersToo: 'Sign out everywhere else',
    endOthersTooHint: 'Whoever knew the old password is out then.',
    save: 'Save the new password',
    changed: 'Your password is changed',
    wrong: {
      currentPassword: 'Enter your current password',
      newPassword: newPasswordWrong,
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
    confirmLead: 'You signed in some time ago. Enter your password to go on.',
    confirmCodeLead:
      'Money moves with a code only. Enter the one that your authenticator app shows.',
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
    notCopied: 'They could not be copied. Write them down, or select and copy them.',
    kept: 'I have kept them',
    switchedOn: 'The second factor is on',
    switchedOff: 'The second factor is off',
    wrong: {
      password: 'Enter your password',
      code: 'Enter the six digits of your app',
      refused: 'This code is not right. Is the clock of your phone?',
      used: 'This code is not right, or was used before. Wait for the next one.',
      tooManyCodes: 'Too many codes. Wait a quarter of an hour and try again.',
      tooMany: 'Too many attempts. Wait a minute and try again.',
    },
  },
});

/** Texts of a person's own data. */
export const ownDataText = defineMessages({
  en: {
    title: 'Your data',
    archive: 'Download a copy of my data',
    archiveHint:
      'One file with all that Farmgate holds about you: profile, addresses, orders, reports, reviews, inbox, sessions and pictures. Open index.html in it to read it.',
    deleteTitle: 'Delete your account',
    deleteHint: 'For good: nobody can bring it back, and we cannot either.',
    open: 'Delete my account…',
    shared: 'This is a demo account that everybody may use, so it stays.',
    checkFailed: 'We cannot see right now whether your account can be deleted',
    blockedLead: 'Something has to end first:',
    blocked: {
      orders: (n: number) =>
        n === 1
          ? 'An order of yours is not handed over yet'
          : `Not handed over yet: ${amountOf(n)} orders of yours`,
      farmOrders: (n: number) =>
        n === 1
          ? 'Your farm still has to hand over an order'
          : `Your farm still has to hand over ${amountOf(n)} orders`,
      problems: (n: number) =>
        n === 1
          ? 'A reported problem is not answered yet'
          : `Not answered yet: ${amountOf(n)} reported problems`,
      messageReports: () => 'The market still has to look at a message of yours that was reported',
      payments: (n: number) =>
        n === 1
          ? 'A payment by card is not settled yet'
          : `Not settled yet: ${amountOf(n)} payments by card`,
      balance: () => 'Your farm and the market still owe each other money',
      team: (n: number) =>
        n === 1
          ? 'Somebody else works for your farm: end that first'
          : `${n} others work for your farm: end that first`,
      lastAdmin: () => 'You are the only admin',
      adminAddress: () =>
        'The settings of this installation name your address as an admin’s: take it out there first',
    },
    see: 'See it',
    goes: 'What goes at once: your name, addresses, phone number and e-mail address, your cart, favourites, inbox and saved cards, what you wrote in messages and reports, and every session.',
    goesFarm:
      'Your farm closes: its page, story, days and pictures of it go, and nobody can buy from it.',
    stays: (years: number) =>
      `What stays for ${years} years, because of tax law: your orders with goods, amounts, days, state and ZIP code, by “Deleted account”, and the books. Your reviews stay, by “A customer”.`,
    lost: 'Store credit that you have not used is lost. Download a copy of your data first, if you want one.',
    backups: 'Backups of the shop have you until they are replaced.',
    confirmEmail: 'Type your e-mail address to confirm',
    confirmHint: (email: string) => `It is ${email}`,
    confirmMissing: 'Type the e-mail address of this account',
    confirm: 'Delete it for good',
    keep: 'Keep my account',
    offline: 'Needs a connection',
  },
});

/** Texts of the saved cards. */
export const savedCardsText = defineMessages({
  en: {
    title: 'Saved cards',
    hint: 'They are kept by the card provider, not here, and are proposed when you check out.',
    failed: 'Your saved cards could not be loaded',
    empty: 'No saved card.',
    emptyHint: 'You can save the next card with which you pay.',
    remove: 'Remove',
    removeOf: (card: string) => `Remove ${card}`,
    removeTitle: 'Remove this card?',
    removeBody:
      'Orders that it pays already go on. If its bank lets their money go, you are asked for another card.',
    keep: 'Keep it',
    removed: 'Card removed',
    removeFailed: 'The card could not be removed',
    offline: 'Needs a connection',
  },
});
