import { defineMessages } from '../lib/messages';

export const filterText = defineMessages({
  en: {
    fields: (setCount: number) => (setCount === 0 ? 'Filters' : `Filters (${setCount})`),
    drop: (what: string) => `Drop the filter: ${what}`,
  },
});
