import { defineMessages } from '../../../lib/messages';

/** Texts of the notice that something is back in stock. */
export const notifyText = defineMessages({
  en: {
    off: 'Notify me',
    on: 'We let you know',
    done: 'We let you know',
    doneText: (name: string) =>
      `${name} is among your favourites. When it is back in stock, it is in your inbox.`,
  },
});
