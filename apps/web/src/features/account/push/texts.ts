import type { PushKind } from '#libs/contracts';
import { defineMessages } from '../../../lib/text/messages';

const kinds: Record<PushKind, string> = {
  'order-received': 'A new order',
  'order-changed': 'A change of an order, or its end',
  'order-short': 'A farm has less than you ordered',
  'order-ready': 'Your order is on its way, or ready to collect',
  'cut-off': 'The time to change your order is nearly over',
  reminder: 'The evening before you get your order',
  message: 'A message that you have not read for two minutes',
};

/** Texts of the notices on a device. */
export const pushText = defineMessages({
  en: {
    title: 'Notices on this device',
    lead: 'Also while Farmgate is closed. What is said here is in your inbox too.',
    turnOn: 'Turn on notices',
    turnOff: 'Turn off notices',
    isOn: 'On. This device is told of:',
    kinds,
    no: 'This browser shows no notices of websites.',
    needsInstall:
      'On an iPhone or iPad only the installed app shows notices: tap Share in Safari, then “Add to Home Screen”, and open Farmgate from there. It needs iOS 16.4 or later.',
    blocked: 'This browser blocks notices of Farmgate. Permit them in its settings for this site.',
    notPermitted: 'Your browser did not permit it',
    on: 'This device shows notices now',
    off: 'This device shows no more notices',
    failed: 'That did not work',
    loadFailed: 'Your devices could not be loaded',
    offline: 'You are offline',
    others: 'Your other devices',
    since: (date: string) => `since ${date}`,
    remove: 'Remove',
    removeDevice: (name: string) => `Remove ${name}`,
    quiet: 'Quiet hours',
    quietHint: (zone: string) => `What comes meanwhile is shown afterwards. Times are of ${zone}.`,
    quietNone: 'None yet.',
    quietNow: (from: string, to: string) => `From ${from} to ${to}.`,
    noQuiet: 'No quiet hours',
    quietEnded: 'No more quiet hours',
    from: 'From',
    to: 'Until',
    saveQuiet: 'Save the quiet hours',
    quietSaved: 'Quiet hours saved',
    wrongTime: 'Choose two different times, such as 21:00 and 07:00',
    offerTitle: 'Shall this device tell you?',
    offer: {
      customer: 'When your order is on its way or ready, changes, or is about to close.',
      farmer: 'When an order comes in or changes, and when a customer writes.',
    },
    later: 'Not now',
  },
});
