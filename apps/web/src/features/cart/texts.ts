import { defineMessages } from '../../lib/text/messages';

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ');
const numberWord = (n: number) => NUMBERS[n] ?? String(n);
const allFarms = (n: number) => (n === 2 ? 'Both farms' : `All ${numberWord(n)} farms`);
const farms = (n: number) => (n === 1 ? '1 farm' : `${n} farms`);
/** People come for what is picked up; what is delivered comes to them. */
const trip = (pickup: boolean) => (pickup ? 'one trip' : 'one delivery day');

const cardsOnly = (names: readonly string[]) =>
  `${names.join(', ')} ${names.length === 1 ? 'takes' : 'take'} cards only`;

/** Texts of the days of a cart's farms. */
export const dayText = defineMessages({
  en: {
    told: 'The farm tells you when',
    none: 'Without a day',
    farmsOfDay: (n: number, pickup: boolean) =>
      n === 1 ? farms(n) : `${farms(n)}, ${trip(pickup)}`,
    oneDay: (n: number, all: number, day: string, pickup: boolean) =>
      `${n === all ? allFarms(n) : farms(n)} on ${day}: ${trip(pickup)}`,
    fewerOn: (counts: readonly (readonly [day: string, n: number])[], instead: number) =>
      `${counts.map(([day, n]) => `${day}: ${farms(n)}`).join(', ')}. ${counts.length} days instead of ${instead}.`,
    takeAll: 'Take it',
    proposed: 'Proposed',
    change: 'Other days',
    changeOf: (farm: string) => ` of ${farm}`,
    choose: (farm: string) => `Day for ${farm}`,
    more: (n: number) => `Show all ${n} days`,
    fewer: 'Show fewer days',
    left: (n: number) => `${n} left`,
    full: 'full',
    closed: (when: string) => `closed ${when}`,
    kept: 'kept for you',
    orderUntil: (when: string) => `Order until ${when}`,
    take: (slot: string) => `Take ${slot}`,
    undecided: (farm: string) => `Choose another day for ${farm}`,
    impossible: (farm: string) => `${farm} has no day for this`,
    loading: 'Looking up the days of the farms…',
    failed: 'The days of the farms could not be loaded',
    retry: 'Retry',
  },
});

/** Texts of adding to the cart and changing it; the toasts are specified (docs/product.md, Behaviour). */
export const cartText = defineMessages({
  en: {
    add: 'Add',
    toCart: ' to Cart',
    addName: (name: string) => `Add ${name} to cart`,
    added: 'Added to cart',
    addedText: (names: readonly string[]) => {
      const others = names.length - 1;
      const last = names[others];
      return others === 0
        ? `${last} has been added to your cart.`
        : `${last} and ${others} more have been added to your cart.`;
    },
    signInFirst: ' Sign in to check out.',
    seeCart: 'See the cart',
    signIn: 'Sign in',
    failed: 'Your cart could not be changed',
    backOn: (date: string) => `Back on ${date}`,
    soldOut: 'Sold out',
    notSold: 'Not sold now',
    offline: 'Buying needs a connection',
    inactive: 'Your account is inactive and cannot buy',
    inCartAll: 'All that is left is in your cart',
    removed: 'Removed from cart',
    removedText: (name: string) => `${name} has been removed from your cart.`,
    cleared: 'Cart cleared',
    clearedText: 'All items have been removed from your cart.',
    undo: 'Undo',
  },
});

/** Texts of the cart page. */
export const cartPageText = defineMessages({
  en: {
    merged: 'Your cart is complete',
    mergedText: 'What you picked before signing in has joined it.',
    title: 'Cart',
    lead: 'One basket, as many farms as you like. Each farm packs its own part.',
    empty: 'Your cart is empty',
    emptyHint: 'The stalls are open.',
    shop: 'Shop products',
    remove: (name: string) => `Remove ${name}`,
    clear: 'Clear cart',
    subtotal: (farm: string) => `Subtotal ${farm}`,
    changes: (name: string) => `${name} has changed`,
    priceMoved: (from: string, to: string) => `The price was ${from}, now it is ${to}.`,
    stockFell: (had: string, left: string) =>
      `You wanted ${had}, ${left} left. Somebody was quicker.`,
    soldOutNow: (had: string) => `You wanted ${had}, it is sold out now.`,
    stepMoved: (had: string, now: string) => `You wanted ${had}; the next amount sold is ${now}.`,
    unavailable: 'It cannot be bought now: the farm has paused or withdrawn it.',
    keep: (amount: string) => `Keep ${amount}`,
    keepAt: (price: string) => `Keep at ${price}`,
    removeShort: 'Remove',
    howFrom: (farm: string) => `How do you get it from ${farm}?`,
    delivery: 'Delivery',
    pickup: 'Pickup',
    pickupAt: (place: string) => `Pickup: ${place}`,
    checkout: 'Checkout',
    addMoreText: (missing: string, farm: string) => `Add ${missing} to order from ${farm}.`,
    minimumOk: (least: string) => `Minimum of ${least} reached.`,
    onHoliday: (farm: string) => `${farm} is on holiday`,
    holiday: (farm: string, until: string) => `${farm} is on holiday until ${until}.`,
    holidayHint: 'What it sells cannot be ordered before.',
    mergeTitle: 'Not everything came along',
    mergeLine: (name: string, asked: string, got: string) => `${name}: ${got} of ${asked}.`,
    mergeUnnamed: 'A product',
    mergeShort: (n: number) =>
      n === 1
        ? 'One thing could not be taken over in full.'
        : `${n} things could not be taken over in full.`,
    mergeReasons: {
      stock: 'There is not more of it.',
      step: 'It is sold in other amounts.',
      'not-available': 'It cannot be bought now.',
      unknown: 'It is no longer sold.',
      'cart-full': 'Your cart is full.',
    },
    mergeClose: 'Put this note away',
    toCart: 'To the cart',
    review: 'Your order',
    goods: 'Goods',
    fee: 'Delivery',
    free: 'Free',
    total: 'Total',
    credit: 'Store credit',
    toPay: 'Left to pay',
    untilFreeDelivery: (amount: string) => `${amount} more and delivery is free`,
    freeNow: 'Delivery is free for this order',
    progress: 'Way to free delivery',
    undecided: 'Decide on the marked items first',
    failedLoad: 'Your cart could not be loaded',
  },
});

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
