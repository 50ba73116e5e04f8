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

/** What a field says about a typed number or date that it cannot read. */
export const typedText = defineMessages({
  en: {
    notANumber: (example: string) => `Enter a number, such as ${example}.`,
    tooFine: (places: number) => `At most ${places} decimals.`,
    didYouMean: (readings: readonly string[]) =>
      `Did you mean ${readings.join(' or ')}? Please type it like that.`,
    priceTooHigh: 'At most $10,000.',
    notADay: 'Enter a whole date, such as November 20, 2026.',
    notAMoment: 'Enter a whole date and time, such as November 20, 2026, 2:30 PM.',
    outside: (first: string, last: string) => `Enter a date from ${first} to ${last}.`,
    notPasted: (pasted: string) => `“${pasted}” is no date that can be read here.`,
  },
});

/** The names of the categories. */
export const categoryText = defineMessages({
  en: {
    names: {
      vegetables: 'Vegetables',
      fruit: 'Fruit',
      greens: 'Greens',
      herbs: 'Herbs',
      roots: 'Roots',
      mushrooms: 'Mushrooms',
      'eggs-dairy': 'Eggs & dairy',
      pantry: 'Pantry',
    },
  },
});

/** The names of the product fields that are the same for farms, shoppers and admins. */
export const productText = defineMessages({
  en: {
    fields: {
      bestBefore: 'Best before',
      allergens: 'Allergens',
      storage: 'Storage',
      features: 'What is special',
    },
  },
});
