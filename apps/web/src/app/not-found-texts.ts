import { defineMessages } from '../lib/messages';

export const notFoundText = defineMessages({
  en: {
    title: 'Oops! Page not found',
    text: 'Nothing grows at this address. Perhaps a search finds what you meant.',
    home: 'Return to Home',
    search: 'Search from here',
    product: 'There is no product at this address. Perhaps a search finds it.',
    farm: 'There is no farm at this address. Perhaps a search finds it.',
  },
});
