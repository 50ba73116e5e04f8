import type { AddSchedule } from '#libs/contracts';

/** A delivery address. */
export const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '+15185550100',
  line1: '1 Main St',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};

/** A farm that may sell. */
export const FARM = {
  tagline: '',
  story: '',
  practices: [],
  certification: null,
  image: '/produce/farmhouse.svg',
  city: 'Hudson',
  state: 'NY',
  pickupPlace: 'The barn',
  status: 'approved' as const,
};

/** A schedule with a slot on every day from today on, in the afternoon. */
export const EVERY_DAY: AddSchedule = {
  name: 'Every day at the barn',
  method: 'pickup',
  place: 'The barn',
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  everyWeeks: 1,
  window: { from: '16:00', to: '19:00' },
  cutOff: { daysBefore: 1, time: '20:00' },
  capacity: 25,
  areas: [],
  from: '2026-01-04',
  until: null,
  exceptions: [],
};

/** A product that is on sale; price in cents. */
export const PRODUCT = {
  listed: true,
  name: 'Carrots',
  description: '',
  category: 'roots' as const,
  organic: true,
  price: 250,
  images: [],
  harvestedAt: null,
  bestBefore: null,
  allergens: [],
  storage: null,
  nutrition: { calories: null, protein: null, carbohydrates: null, fiber: null, vitaminC: null },
  features: [],
  status: 'live' as const,
};
