import { defineMessages } from '../../../lib/text/messages';

const placesLeft = (left: number) => `${left} ${left === 1 ? 'place' : 'places'} left`;

/** Texts of when and where goods can be had. */
export const whenText = defineMessages({
  en: {
    title: 'Pickup and delivery days',
    pickup: (when: string) => `Pickup ${when}`,
    delivered: (day: string) => `delivered ${day}`,
    deliveredFirst: (day: string) => `Delivered ${day}`,
    methods: { pickup: 'Pickup', delivery: 'Delivery' },
    notToZip: (zip: string) => `Does not deliver to ${zip}`,
    noDeliveryTo: (zip: string) => `no delivery to ${zip}`,
    fullUntil: (day: string) => `Fully booked until ${day}`,
    closed: 'Orders are closed for now',
    noDay: 'No day in the next four weeks',
    dayFull: (day: string) => `${day} is full`,
    dayClosed: (day: string) => `Closed for ${day}`,
    dayNotToZip: (zip: string, day: string) => `Does not deliver to ${zip} on ${day}`,
    notThatDay: (day: string) => `Not on ${day}`,
    next: (day: string) => `Next: ${day}`,
    otherDays: 'Other days',
    withPlaces: (day: string, left: string) => `${day} (${left})`,
    full: 'full',
    placesLeft,
    orderBy: (when: string) => `Order by ${when}`,
    farmTellsWhen: 'The farm tells you when',
    onlyToSome: 'Delivers to some ZIP codes only.',
  },
});

/** Texts of the ZIP code to which goods would be delivered. */
export const zipText = defineMessages({
  en: {
    deliverTo: (zip: string) => `Deliver to ${zip}`,
    ask: 'Your ZIP code?',
    title: 'Where do you live?',
    lead: 'The shop then shows which farms deliver to you, and when. It is kept on this device only.',
    label: 'ZIP code',
    wrong: 'Enter a ZIP code of five digits, such as 12534',
    save: 'Save',
    remove: 'Remove',
    fromAddress: (zip: string) => `Without it, your default address counts: ${zip}.`,
  },
});
