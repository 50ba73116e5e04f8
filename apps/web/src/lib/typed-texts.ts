import { defineMessages } from './messages';

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
