import { defineMessages } from '../../../lib/messages';

/** Texts of favourites. */
export const favouritesText = defineMessages({
  en: {
    failed: 'Your favourites were not changed',
    products: 'Products',
    farms: 'Farms',
    loading: 'Loading your favourites…',
    notLoaded: 'Your favourites could not be loaded',
    none: 'No favourites yet',
    noneHint:
      'Press the heart on a product or a farm: it is kept here, and you hear of it when it is back in stock or freshly picked.',
    noProducts: 'No product has your heart yet.',
    noFarms: 'No farm has your heart yet.',
    toProducts: 'See all products',
    more: 'Show more',
    buyable: (count: number) => `${count} can be bought now`,
    soldOut: (count: number) => `${count} sold out`,
    onHoliday: (count: number) => `${count} on holiday`,
    notOnSale: (count: number) => `${count} not on sale`,
    back: 'Back in stock',
  },
});
