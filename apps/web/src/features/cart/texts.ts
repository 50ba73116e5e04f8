import { defineMessages } from '../../lib/text/messages';

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ');
const numberWord = (n: number) => NUMBERS[n] ?? String(n);
const allFarms = (n: number) => (n === 2 ? 'Both farms' : `All ${numberWord(n)} farms`);
const farms = (n: number) => (n === 1 ? '1 farm' : `${n} farms`);
/** People come for what is picked up; what is delivered comes to them. */
const trip = (pickup: boolean) => (pickup ? 'one trip' : 'one delivery day');

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
