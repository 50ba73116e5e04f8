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
