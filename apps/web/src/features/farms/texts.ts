import { countOf } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

/** Texts of the farm directory and the storefronts. */
export const farmsText = defineMessages({
  en: {
    title: 'Farms',
    failed: 'The farms could not be loaded',
    none: 'No farm has opened its stall yet',
    delivers: 'Delivers',
    pickup: 'Pickup',
    search: 'Search farms by name or place',
    noMatch: 'No farm of that name or place',
    count: (total: number) => countOf(total, 'farm', 'farms'),
    more: 'Show more farms',
    story: 'Our story',
    practices: 'How we grow',
    certification: 'Certification',
    certificates: 'Certificates',
    number: (number: string) => `No. ${number}`,
    validUntil: (date: string) => `valid until ${date}`,
    address: 'Pickup address',
    opening: 'When somebody is there',
    map: 'Show on a map',
    newTab: '(opens in a new tab)',
    backOn: (date: string) => `On holiday. Back on ${date}.`,
    holidayUntil: (date: string) => `On holiday until ${date}`,
    rating: (stars: string, count: number) => `Rated ${stars} of 5 in ${count} reviews`,
    fulfilment: 'How you get it',
    delivery: 'We deliver to your door',
    pickupAt: (place: string) => `Pick up at ${place}`,
    pickupOnly: 'Pick up at the farm',
    cardsOnly: 'Takes cards only',
    products: (farm: string) => `On the stall of ${farm}`,
    place: (city: string, state: string) => `${city}, ${state}`,
  },
});
