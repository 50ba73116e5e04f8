import { defineMessages } from '../../lib/text/messages';

/** Texts of the private address of a calendar. */
export const feedText = defineMessages({
  en: {
    title: 'In your calendar',
    lead: {
      customer:
        'A calendar program can subscribe to your orders: it shows when and where each is handed over, and follows changes. It reads them at a private address.',
      farmer:
        'A calendar program can subscribe to your days: it shows how many orders each has, and follows changes. It reads them at a private address.',
    },
    private:
      'Whoever has the address can read the calendar, without signing in. It has no names of customers and no addresses of deliveries.',
    failed: 'Your calendar could not be loaded',
    make: 'Make an address',
    made: 'Copy the address now: it is not shown again. Add it to your calendar program as a subscription.',
    copy: 'Copy it',
    copied: 'The address is copied',
    notCopied: 'The browser did not allow it. Select the address and copy it yourself.',
    done: 'I have it',
    since: (date: string) => `There is an address, made on ${date}.`,
    again: 'Make another',
    againHint: 'If you make another, this one ends.',
    revoke: 'Revoke it',
    revoked: 'The address is revoked: nobody reads the calendar any more',
    changeFailed: 'That did not work',
    offline: 'Needs a connection',
  },
});
