import { defineMessages } from '../../../lib/text/messages';

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** Texts of a farm's orders by day. */
export const orderDaysText = defineMessages({
  en: {
    chips: 'Orders by day',
    today: 'Today',
    tomorrow: 'Tomorrow',
    yesterday: 'Yesterday',
    none: 'No day',
    all: 'All',
    noDayTitle: 'without a day',
    everyDayTitle: 'every day',
    /** Of more open orders than the pages count. */
    atLeast: (n: string) => `${n}+`,
    emptyDay: (day: string) => `No orders for ${day}.`,
    emptyNone: 'No orders without a day.',
    emptyHint: 'When a customer orders for it, the order appears here by itself.',
    showAll: 'Show every day',
    slips: 'Print slips',
    labels: 'Print labels',
    runSheet: 'Run sheet',
    pickList: 'Pick this day',
    tools: 'Print and plan',
    fileName: (day: string) => `orders-${day}.csv`,
    toOrders: 'The orders',
  },
});

/** Texts of the slips and the labels of a day. */
export const sheetsText = defineMessages({
  en: {
    slipsFailed: 'The packing slips could not be loaded',
    labelsFailed: 'The labels could not be loaded',
    slips: (n: number) => count(n, 'slip', 'slips'),
    labels: (n: number) => count(n, 'label', 'labels'),
    of: (what: string, day: string) => `${what}: ${day}`,
    none: 'Nothing is to be packed.',
    noneHint: 'New, accepted and packed orders get a slip and a label.',
    truncated: (shown: number, total: string) =>
      `The oldest ${shown} of ${total} orders are here. Choose a day to print fewer.`,
    paper: 'Paper',
    a4: 'A4, 8 labels',
    label: '4 × 6 in label',
    first: 'Begin at label',
    firstHint: 'If some of the sheet are used.',
    a4Hint: 'For sheets of 2 × 4 labels of 99.1 × 67.7 mm. Print at 100 %, without margins.',
    print: 'Print',
    loading: 'The rest is loading…',
    delivery: 'Deliver to',
    pickup: 'Picked up at',
    atFarm: 'The farm',
    noDay: 'No day yet',
    because: (note: string) => `“${note}”`,
    more: (n: number) => `${count(n, 'order came', 'orders came')} in since.`,
    addMore: 'Add them',
  },
});

/** Texts of the run sheet. */
export const runSheetText = defineMessages({
  en: {
    failed: 'The run sheet could not be loaded',
    none: 'Nothing is to be delivered.',
    noneHint: 'Deliveries of this day appear here in the order of a short round.',
    stops: (n: number, left: number) =>
      left === n ? count(n, 'stop', 'stops') : `${count(n, 'stop', 'stops')}, ${left} left`,
    fromFarm:
      'By ZIP code, along a short round from your farm and back. Distances are measured between the centres of ZIP codes, not along roads.',
    fromFirst:
      'By ZIP code, along a short round through their centres. Where your farm is is not known: set its place in your profile, and the round begins there.',
    setPlace: 'Set the place',
    truncated: (shown: number, total: string) =>
      `The oldest ${shown} of ${total} deliveries are here.`,
    unknown: 'Not on the round',
    unknownHint: 'The place of these ZIP codes is not known. Decide yourself when you go there.',
    since: 'Ordered since',
    sinceHint: 'These came in after the round was planned.',
    again: 'Plan the round again',
    collect: (amount: string) => `Collect ${amount}`,
    stop: (n: number, recipient: string) => `Stop ${n}: ${recipient}`,
    products: (n: number) => count(n, 'product', 'products'),
    because: (note: string) => `“${note}”`,
    noDay: 'No day yet',
  },
});
