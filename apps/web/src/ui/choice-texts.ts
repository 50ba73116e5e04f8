import { defineMessages } from '../lib/text/messages';

/** Texts of the field that chooses a farm. */
export const farmText = defineMessages({
  en: {
    farms: 'Farms',
    oneFarm: 'One farm',
    anyOther: (name: string) => `Without ${name}`,
    found: (shown: number, total: number) =>
      total === 0
        ? 'No farm fits'
        : shown < total
          ? `${shown} of ${total} farms: type to find the others`
          : `${total} found`,
  },
});

export const filterText = defineMessages({
  en: {
    fields: (setCount: number) => (setCount === 0 ? 'Filters' : `Filters (${setCount})`),
    drop: (what: string) => `Drop the filter: ${what}`,
  },
});
