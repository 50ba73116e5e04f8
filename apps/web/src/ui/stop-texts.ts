import { defineMessages } from '../lib/text/messages';

/** Texts of a stop's address. */
export const stopText = defineMessages({
  en: {
    map: 'Map',
    mapOf: (recipient: string) => `Map: ${recipient}`,
    call: 'Call',
  },
});
