import { defineMessages } from '../../../lib/text/messages';

/** Texts of the stock check. */
export const stockCheckText = defineMessages({
  en: {
    lead: 'Every product is held against the sum of its ledger and the goods that are kept for checkouts. It runs every hour by itself.',
    failed: 'The stock check could not be loaded',
    none: 'The books were not checked yet.',
    noneHint: 'The result appears here by itself.',
    check: 'Check now',
    asked: 'The check has begun',
    askedText: 'Its result appears here by itself.',
    askFailed: 'The check could not be started',
    running: 'Checking…',
    offline: 'Needs a connection',
    allRight: (products: number) =>
      products === 1 ? 'The one product agrees.' : `All ${products} products agree.`,
    wrong: (n: number, of: number) =>
      n === 1 ? `1 of ${of} products does not agree.` : `${n} of ${of} products do not agree.`,
    finished: (time: string) => `Finished ${time}`,
    byAdmin: 'Asked for by an admin',
    byClock: 'The hourly check',
    caption: 'Products whose books do not agree',
    amounts: 'Each in the unit of its product.',
    product: 'Product',
    unknown: 'No such product',
    onHand: 'On hand',
    ledger: 'By the ledger',
    held: 'Held',
    ledgerHeld: 'Held by the ledger',
    openHolds: 'Open holds',
    firstOnly: (n: number) => `The first ${n} are listed.`,
    changed: (words: string) => `Stock check: ${words}`,
  },
});
