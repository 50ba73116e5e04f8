import { defineMessages } from './messages';

/** Texts of amounts, times and unexpected responses. */
export const libText = defineMessages({
  en: {
    serverError: 'Error',
    serverUnavailable: 'The server is not available right now.',
    unexpectedResponse: 'The server gave an answer that this page does not understand.',
    each: 'each',
    per: (unit: string) => `/ ${unit}`,
    noDate: '–',
    justNow: 'just now',
    minutesAgo: (n: number) => `${n} min ago`,
    hoursAgo: (n: number) => `${n} h ago`,
    daysAgo: (n: number) => (n === 1 ? '1 day ago' : `${n} days ago`),
    moreThan: (amount: string) => `more than ${amount}`,
    picked: (ago: string) => `picked ${ago}`,
  },
});
