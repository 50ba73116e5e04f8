import { defineMessages } from '../../../lib/text/messages';

/** Texts of favourites. */
export const favouritesText = defineMessages({
  en: {
    label: (name: string) => `Favourite: ${name}`,
    add: 'Add to favourites',
    remove: 'Remove from favourites',
    signIn: 'Sign in to keep favourites',
    notify: 'Notify me',
    notifies: 'We let you know',
    notifiesOf: (name: string) =>
      `${name} is among your favourites. When it is back in stock, it is in your inbox.`,
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
