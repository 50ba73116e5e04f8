import { defineMessages } from '../../../lib/text/messages';

/** Texts around the admins' pages: a person, the palette, saved filters. */
export const adminText = defineMessages({
  en: {
    person: 'Person',
    orders: 'Orders',
    ordersOfFarm: 'Orders of the farm',
    noFarm: 'The farm does not exist yet.',
    history: 'What was changed about them',
    acts: 'What they did',
    palette: 'Go to…',
    paletteKey: 'Ctrl K',
    paletteLabel: 'Go to an order, a person, a farm, a product or a page',
    palettePlaceholder: 'Code, name, e-mail, farm, product',
    paletteHint: 'Type at least two letters. Arrow keys choose, Enter opens.',
    paletteNone: (text: string) => `Nothing is called “${text}”.`,
    paletteFailed: 'Some of it could not be searched.',
    paletteSearching: 'Looking…',
    found: (n: number) => (n === 1 ? '1 result' : `${n} results`),
    groups: {
      pages: 'Pages',
      orders: 'Orders',
      people: 'People',
      farms: 'Farms',
      products: 'Products',
    },
    saved: 'Saved filters',
    saveThis: 'Save this filter…',
    saveTitle: 'Save this filter',
    saveName: 'Name',
    saveHint: 'It is kept on this device.',
    saveMissing: 'Please give it a name.',
    save: 'Save',
    keep: 'Cancel',
    remove: (name: string) => `Remove “${name}”`,
  },
});
