import { defineMessages } from '../../lib/messages';

/** The words of signing in and up; titles and tabs are SPEC section 2's. */
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
    demo: { customer: 'Demo customer', farmer: 'Demo farmer', admin: 'Demo admin' },
    demoFailed: 'The demo sign-in did not work',
    signInTitle: 'Welcome Back',
    signInLead: 'Sign in to see your orders and check out.',
    signUpTitle: 'Create your account',
    signUpLead: 'It takes a minute.',
    email: 'E-mail address',
    password: 'Password',
    passwordHint: 'At least 10 characters.',
    firstName: 'First name',
    lastName: 'Last name',
    roleLegend: 'I want to',
    roleChoice: { customer: 'Buy produce', farmer: 'Sell what I grow' },
    signIn: 'Sign in',
    forgotPassword: 'Forgot password?',
    signUp: 'Create account',
    adminInvited: 'Admins are invited. Sign in with the account that was made an admin.',
    wrong: {
      email: 'Enter an e-mail address such as ada@example.org',
      password: 'Enter your password',
      newPassword: 'Choose a password of at least 10 characters',
      credentials: 'The e-mail address and the password do not match',
      firstName: 'Enter your first name',
      lastName: 'Enter your last name',
      tooMany: 'Too many attempts. Wait a minute and try again.',
    },
    callbackTitle: 'Signing you in',
    callbackLead: 'One moment…',
    settingsFailed: 'The sign-in cannot be shown right now',
  },
});
