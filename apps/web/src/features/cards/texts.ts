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
      option: (last4: string, does: string) => `•••• ${last4}: ${does}`,
      does: {
        success: 'is accepted',
        decline: 'is declined by the bank',
        insufficient_funds: 'has too little money',
        challenge: 'is accepted after a question of the bank',
        expiry: 'is accepted, but the bank holds the money for a minute only',
        timeout_after: 'is accepted, but its first answer is lost',
        timeout_before: 'is accepted, but its first request is lost',
        webhook_twice: 'is accepted; each message comes twice',
        webhook_first: 'is accepted; messages come before answers',
        webhook_late: 'is accepted; messages come two minutes late',
        payout_returned: 'is accepted; a payout of it comes back',
      },
    },
    stripe: {
      loading: 'Loading the card form…',
      failed: 'The card form could not be loaded',
      failedHint: 'Check your connection, and whether something in your browser blocks Stripe.',
      retry: 'Retry',
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
