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
      saved: (amount: string, by: string) =>
        `${amount} will be held on ${by} four days before the handover.`,
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
    saved: 'To be held on the card',
    paid: 'Paid',
    back: 'Given back',
    unpaid: 'To be paid again',
    none: 'Nothing to pay',
    farm: 'The customer’s card pays it.',
  },
});

/** Texts of paying what of an order is not held any more. */
export const payMissingText = defineMessages({
  en: {
    title: 'A payment is missing',
    body: (amount: string) =>
      `No card holds ${amount} of this order any more. Please pay it again, so that the farms can go on.`,
    choose: 'Choose a card',
    pay: (amount: string) => `Pay ${amount}`,
    done: 'Thank you, your payment is there',
    offline: 'Needs a connection',
    left: 'Your bank has no answer from you yet. Nothing was charged; pay again when you are ready.',
    declined: 'The card was declined. Nothing was charged; choose another one.',
    declines: {
      insufficient_funds: 'There is too little money on the card. Nothing was charged.',
      card_expired: 'The card has expired. Choose another one.',
      challenge_failed: 'Your bank was told that it is not you. Nothing was charged.',
    },
    changed: 'The amount has changed. Look at it and pay again.',
  },
});
