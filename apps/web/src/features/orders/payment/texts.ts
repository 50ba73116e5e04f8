import { defineMessages } from '../../../lib/text/messages';

/** Texts of what became of the money of an order by card. */
export const paymentText = defineMessages({
  en: {
    loading: 'Looking at your payment…',
    failed: 'The payment cannot be shown right now.',
    retry: 'Try again',
    theCard: 'the card',
    /** `by`: `Visa •••• 4242`. */
    states: {
      intended: () => 'The card is being asked.',
      challenge: () => 'The bank wants it confirmed.',
      authorised: (amount: string, by: string) => `${amount} held on ${by} until the handover.`,
      declined: (_: string, by: string) => `Not paid: ${by} was declined.`,
      captured: (amount: string, by: string) => `${amount} paid by ${by}.`,
      released: () => 'Nothing was taken; the card holds nothing any more.',
      lapsed: (_: string, by: string) => `Not paid: ${by} does not hold the money any more.`,
      refund_refused: (amount: string, by: string) =>
        `${amount} paid by ${by}, whose bank does not take it back. We pay it back another way.`,
    },
    ended: 'Nothing was taken.',
    givenBack: (amount: string) => `${amount} was given back.`,
    allGivenBack: 'All of it was given back.',
    withFee: (amount: string) => `${amount}, the delivery fee in it,`,
    held: 'Held on the card',
    paid: 'Paid',
    back: 'Given back',
    unpaid: 'To be paid again',
    none: 'Nothing to pay',
    farm: 'The customer’s card pays it.',
  },
});
