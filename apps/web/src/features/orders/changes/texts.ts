import { defineMessages } from '../../../lib/text/messages';

/** Texts of a line's amounts: what was ordered and what comes. */
export const lineAmountText = defineMessages({
  en: {
    removed: 'removed',
    ordered: 'ordered',
    comes: 'comes',
    nothingComes: 'does not come',
    short: (amount: string) => `${amount} short`,
  },
});

/** Texts of the changes in an order's history. */
export const historyText = defineMessages({
  en: {
    kinds: {
      added: 'Added',
      set: 'Changed',
      removed: 'Removed',
      shorted: 'Less comes',
      requantified: 'More comes after all',
      declined: 'Does not come',
      cancelled: 'Cancelled',
      intervened: 'Changed by Farmgate',
      substituted: 'Replaced',
      reweighed: 'Weighed again',
    },
    several: 'Changed',
    line: (product: string, from: string, to: string) => `${product}: ${from} → ${to}`,
    announced: (farm: string, what: string) => `${farm}: ${what}.`,
  },
});

/** Texts of what a change costs. */
export const changeCostText = defineMessages({
  en: {
    title: 'What changes',
    goods: 'Goods',
    fee: 'Delivery',
    total: 'Total',
    free: 'Free',
    was: 'before',
    now: 'after',
    feeRises: (limit: string, fee: string) => `You fall below ${limit}: delivery ${fee}`,
    feeAdded: (fee: string) => `Delivery ${fee}`,
    becomesFree: 'Delivery becomes free',
    nothingDelivered: 'Nothing is delivered any more: no delivery fee',
  },
});

/** Texts of changing a part of an order. */
export const changeText = defineMessages({
  en: {
    change: 'Change',
    changeOf: (farm: string) => `Change the part from ${farm}`,
    until: (when: string, left: string) => `Change or cancel until ${when}, ${left} left`,
    untilPacked: 'Change or cancel until the farm packs it',
    left: {
      days: (n: number) => (n === 1 ? '1 day' : `${n} days`),
      hours: (n: number) => `${n} h`,
      minutes: (n: number) => `${n} min`,
    },
    closed: {
      cut_off: (when: string) => `Orders for this day closed ${when}`,
      packed: 'The farm has packed it: it can no longer be changed',
    },
    otherOpen: 'Finish the other change first',
    lines: (farm: string) => `What you want from ${farm}`,
    addMore: (farm: string) => `Add more from ${farm}`,
    nothingMore: 'The farm has nothing else on sale now.',
    productsFailed: 'The goods of the farm could not be loaded',
    add: 'Add',
    addName: (name: string) => `Add ${name}`,
    putBack: 'Put back',
    putBackName: (name: string) => `Put ${name} back`,
    remove: (name: string) => `Remove ${name}`,
    notSold: 'Not on sale now: you can keep or remove it',
    was: (amount: string) => `was ${amount}`,
    keep: (amount: string) => `Keep ${amount}`,
    keepOf: (amount: string, product: string) => `Keep ${amount} of ${product}`,
    offSale: 'It is not on sale any more',
    soldOut: 'It is sold out now',
    notAsEntered: (products: readonly string[]) =>
      `This cannot be had as you entered it: ${products.join(', ')}`,
    impossible: 'Change what cannot be had first',
    stillLeft: (amount: string) => `${amount} left`,
    costsNow: (price: string) => `Costs ${price} now. Look at it before you send it again.`,
    nothingYet: 'Change an amount, or add something.',
    endsPart: 'Nothing is left: this cancels the part.',
    commit: 'Save the changes',
    commitEnd: 'Cancel this part',
    leave: 'Leave it as it is',
    done: 'Your order is changed',
    noneLeft: 'Nothing to save',
    offline: 'Needs a connection',
    offlineNote: 'You are offline. What you entered is kept until you are back.',
    retry: 'The order changed meanwhile, and nothing was saved. Look at it and save again.',
    moved: 'This order changed while you were editing',
    movedHint: 'Nothing of yours is lost. Look at both before you save.',
    ended: {
      cut_off: 'Orders for this day are closed',
      packed: 'The farm has packed it meanwhile',
      delivered: 'It is delivered',
      ended: 'This part is cancelled or declined',
    },
    endedHint: 'Your changes were not saved. This is what you entered, beside what comes.',
    product: 'Product',
    nowColumn: 'In the order',
    yoursColumn: 'You want',
    asItIs: 'as it is',
    keepMine: 'Keep what I entered',
    blocked: 'Look at both first',
    notPossible: 'No longer possible',
  },
});
