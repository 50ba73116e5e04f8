import { defineMessages } from '../../../lib/text/messages';

const cardsOnly = (names: readonly string[]) =>
  `${names.join(', ')} ${names.length === 1 ? 'takes' : 'take'} cards only`;

/** Texts of the checkout. */
export const checkoutText = defineMessages({
  en: {
    title: 'Checkout',
    lead: 'One page, one button. You pay when you get your food.',
    back: 'Back to the cart',
    keeping: 'Keeping your goods for you…',
    kept: 'Your goods are kept for you',
    keptHint: 'Take your time. Nobody else can buy them meanwhile.',
    keptPlacesHint: 'Take your time. Nobody else can buy them, or take your places, meanwhile.',
    timeLeft: 'Time left',
    minutes: (minutes: number) => `${minutes} min`,
    left: {
      300: 'Your goods are kept for 5 more minutes.',
      60: 'Your goods are kept for 1 more minute.',
      0: 'The time is up. Your goods are on sale again; you can still try to order.',
    },
    over: 'The time is up',
    overHint:
      'Your goods are on sale again. You can still order what is there, or keep it once more.',
    elsewhere: 'Your goods are no longer kept',
    elsewhereHint:
      'The checkout was left, in this tab or another one. You can still order what is there.',
    undecided: 'Some items have changed',
    undecidedHint: 'Decide on the marked ones below; then your goods are kept for you.',
    dayOpen: 'A day is still to be chosen',
    dayOpenHint: 'Choose it below; then your goods are kept for you.',
    notKept: 'Your goods are not kept yet',
    keep: 'Keep them for me',
    again: 'Keep them once more',
    noAddress: 'Save a delivery address first',
    from: (farm: string) => `From ${farm}`,
    linesOf: (farm: string) => `What you order from ${farm}`,
    addNote: 'Add a note',
    notesFor: (farm: string) => ` for ${farm}`,
    lineNoteOf: (name: string) => `Note for ${name}`,
    farmNote: (farm: string) => `Note for ${farm}`,
    noteHint: (left: number) => `Gate code, doorbell, a wish. ${left} characters left.`,
    payment: 'Payment',
    methods: { pay_on_handover: 'Pay on delivery or pickup', card: 'Pay by card' },
    methodHints: {
      pay_on_handover: 'In cash, or as the farm takes it. Nothing is charged now.',
      card: 'Held now; each farm’s goods are charged when you get them.',
    },
    cardsOnly,
    begun: {
      held: (sum: string) => `${sum} is held on your card.`,
      heldOn: (sum: string, card: string) => `${sum} is held on ${card}.`,
      heldHint: 'Only the order is still to be placed.',
      asked: (sum: string) => `Your bank is asked for ${sum}.`,
      askedHint: 'It may still want to know whether it is you.',
      another: 'Use another card',
    },
    creditPaysAll: 'Your store credit pays this order.',
    needsHold: 'Keep your goods first',
    place: 'Place order',
    payAndPlace: (sum: string) => `Pay ${sum} and place order`,
    steps: { paying: 'Confirming your payment…', placing: 'Placing your order…' },
    tryAgain: 'Ask again',
    unknown: {
      placing: {
        title: 'Your order may have been placed',
        text: 'We do not know yet whether your order arrived. Ask again: it is sent just as it was, and is never placed twice.',
      },
      paying: {
        title: 'Your bank may have been asked',
        text: 'We do not know yet what it said. Ask again: your money is never held twice, and nothing is ordered without you.',
      },
    },
    refused: {
      ended: {
        title: 'The time was up before your payment was confirmed',
        text: 'Nothing was ordered, and nothing is charged. Keep your goods once more, then pay again.',
      },
      left: {
        title: 'Your bank still waits for your answer',
        text: 'Nothing was ordered. Go on with the payment, or pay in another way.',
      },
    },
    declines: {
      card_declined: {
        title: 'Your bank declined the card',
        text: 'Nothing was ordered, and nothing is charged. Choose another card, or ask your bank.',
      },
      insufficient_funds: {
        title: 'There is too little money on the card',
        text: 'Nothing was ordered, and nothing is charged. Choose another card.',
      },
      card_expired: {
        title: 'The card has expired',
        text: 'Nothing was ordered, and nothing is charged. Choose another card.',
      },
      challenge_failed: {
        title: 'The payment was not confirmed',
        text: 'Your bank was told that it is not you, or had no answer in time. Nothing was ordered, and nothing is charged. Pay again, or choose another card.',
      },
      amount_too_small: {
        title: 'The amount is too small for a card',
        text: 'Nothing was ordered. Add something at the farm, or pay in another way.',
      },
    },
    problem: {
      items: 'Not everything is there any more',
      itemsText: 'Nothing was ordered. Decide on the items below and place the order again.',
      prices: 'A price has changed',
      pricesText: 'Nothing was ordered. Decide on the items below and place the order again.',
      minimum: 'A farm asks for a little more',
      farm: 'A farm cannot take this order now',
      dayText: 'Nothing was ordered. Choose another day, and place the order again.',
      noDayText: 'Nothing was ordered. Choose another way, or another address.',
      hold: 'Your goods are no longer kept',
      holdText: 'Nothing was ordered. Place the order again: what is still there is yours.',
      total: 'The total has changed',
      totalText: (from: string, to: string) =>
        `It was ${from}, now it is ${to}. Nothing was ordered, and nothing is charged. Look at the new total, then pay.`,
      payment: 'The payment does not fit this order',
      paymentText:
        'Nothing was ordered. Pay again: what is held on your card for the order before is released.',
      credit: 'Your store credit has changed',
      creditText: (balance: string) =>
        `Nothing was ordered. You have ${balance} of it now. Look at what is left to pay, then place the order again.`,
      other: 'Your order could not be placed',
    },
    stockLine: (name: string, left: string) => `${name}: ${left} left`,
    stockNone: (name: string) => `${name}: sold out`,
    goneLine: (name: string) => `${name}: no longer for sale`,
    priceLine: (name: string, from: string, to: string) => `${name}: was ${from}, now ${to}`,
    empty: 'There is nothing to check out',
    emptyHint: 'Your cart is empty.',
  },
});
