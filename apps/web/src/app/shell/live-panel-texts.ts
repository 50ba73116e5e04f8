import { formatNumber } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

/** Texts of the panel that the chip opens. */
export const livePanelText = defineMessages({
  en: {
    title: 'Live updates',
    intro: 'What this page has measured since you opened it.',
    last: 'Last change, from commit to screen',
    p95: '95 of 100 changes within',
    received: 'Changes received',
    replayed: (count: number) => `${formatNumber(count)} of them caught up on when connecting`,
    gaps: 'Times changes were missed',
    gapsHint: 'The screen was read again then.',
    fetched: 'Requests because of a change',
    position: 'Position in the log',
    none: 'None yet',
    milliseconds: (ms: number) => `${formatNumber(Math.round(ms))} ms`,
    queues: 'Queues',
    queue: 'Queue',
    waiting: 'Waiting',
    oldest: 'Oldest',
    failed: 'Failed',
    stock: 'Stock check',
    stockRight: (products: number) =>
      `All ${formatNumber(products)} products agree with the ledger`,
    stockWrong: (count: number) => `${formatNumber(count)} products differ from the ledger`,
    stockNever: 'Not checked yet',
    unavailable: 'Could not be read',
  },
});
