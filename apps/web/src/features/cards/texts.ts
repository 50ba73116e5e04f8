import { defineMessages } from '../../lib/text/messages';

/** Texts of choosing a card and of what its bank asks. */
export const cardsText = defineMessages({
  en: {
    choose: 'Which card',
    loading: 'Loading your cards…',
    another: 'Another card',
    failed: 'Your saved cards could not be loaded',
    save: 'Save this card for next time',
    saveHint: 'The card provider keeps it, not this shop.',
    test: {
      label: 'Test card',
      hint: 'A demo processor: no money moves. No real card works here, so do not enter one.',
      // short, for the narrowest screens
      option: (last4: string, does: string) => `•••• ${last4}: ${does}`,
      does: {
        success: 'is accepted',
        decline: 'is declined',
        insufficient_funds: 'too little money',
        challenge: 'the bank asks you',
        expiry: 'held for a minute',
        timeout_after: 'answers get lost',
        timeout_before: 'requests get lost',
        webhook_twice: 'messages twice',
        webhook_first: 'messages first',
        webhook_late: 'messages late',
        payout_returned: 'payout comes back',
        disputed: 'disputed later',
      },
    },
    stripe: {
      loading: 'Loading the card form…',
      failed: 'The card form could not be loaded',
      failedHint: 'Check your connection, and whether something in your browser blocks Stripe.',
      retry: 'Retry',
      reading: 'Reading your card…',
      unread:
        'Stripe did not answer. Nothing was charged, and your card is still there: try again.',
    },
    challenge: {
      title: 'Your bank asks: is it you?',
      text: 'The demo bank wants to know whether you pay for this order.',
      demo: 'This is a demo. A real bank would show its own page here.',
      confirm: 'Yes, confirm the payment',
      refuse: 'No, refuse it',
      failed: 'Your answer did not arrive',
    },
  },
});
