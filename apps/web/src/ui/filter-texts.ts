import { defineMessages } from '../lib/text/messages';

export const filterText = defineMessages({
  en: {
    fields: (setCount: number) => (setCount === 0 ? 'Filters' : `Filters (${setCount})`),
    drop: (what: string) => `Drop the filter: ${what}`,
  },
});
