/** The most characters of each text that people type, for the schemas and for the fields of the forms. */
export const MAX_LENGTH = {
  /** A first or a last name, or the recipient of an address. */
  personName: 80,
  email: 254,
  addressLine: 120,
  city: 80,
  state: 40,
  contactSubject: 120,
  contactMessage: 4_000,

  farmName: 80,
  tagline: 140,
  story: 5_000,
  practice: 80,
  /** What a farm is certified for, and the name and the issuer of a certificate. */
  certification: 120,
  certificateNumber: 60,
  pickup: 200,
  scheduleName: 60,
  holidayMessage: 280,

  productName: 120,
  description: 5_000,
  lot: 60,
  allergen: 40,
  storage: 500,
  feature: 60,
  /** What a picture shows. */
  alt: 250,

  reviewTitle: 120,
  /** A review, or the farm's reply. */
  review: 2_000,

  /** A note for an order, one of its lines or a change of stock. */
  note: 280,
  /** What is wrong with goods that came. */
  problem: 1_000,
  /** What a customer and a farm write to each other. */
  message: 2_000,
  /** By which a bank names a payment. */
  paymentReference: 80,
  /** Why somebody decided something about another's order, product, review, farm or account. */
  reason: 500,
  search: 100,
  /** The name of a filter that an admin keeps on their device. */
  filterName: 60,
} as const;

/** The fewest and the most characters of a password. */
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

/** The most entries of each list that people type. */
export const MAX_ENTRIES = {
  practices: 12,
  certificates: 12,
  areas: 100,
  exceptions: 60,
  allergens: 20,
  features: 12,
} as const;
