import type { Category, Cents, Fulfilment, Nutrition, Picture, Role, Unit } from '#libs/contracts';

/** A farm of the demo catalogue; approved from the start. */
export interface DemoFarm {
  slug: string;
  name: string;
  tagline: string;
  story: string;
  practices: string[];
  certification: string | null;
  city: string;
  /** Two-letter code. */
  state: string;
  fulfilment: Fulfilment[];
  /** Null for a farm that only delivers. */
  pickupPlace: string | null;
  owner: { firstName: string; lastName: string };
  /** Path on this server. */
  image: string;
}

/** A product of the demo catalogue; amounts are in `unit`. */
export interface DemoProduct {
  name: string;
  farmSlug: string;
  category: Category;
  unit: Unit;
  /** Per `unit`. */
  priceCents: Cents;
  step: number;
  minimum: number;
  /** On hand when the shop opens; 0 is sold out. */
  stock: number;
  /** Low-stock limit: at or below this amount the shop shows what is left. */
  lowStockAt: number;
  organic: boolean;
  /** Harvested this many hours before the seed runs; null for goods that are not harvested, such as bread or salt. */
  hoursSinceHarvest: number | null;
  /** Days after the seed runs; null for goods that do not spoil. */
  daysUntilBestBefore: number | null;
  description: string;
  storage: string;
  allergens: string[];
  nutrition: Nutrition;
  features: string[];
  picture: Picture;
}

/** Somebody who can sign in to a demo installation. */
export interface DemoPerson {
  role: Role;
  firstName: string;
  lastName: string;
  email: string;
  /** The farm that a farmer owns; null for everybody else. */
  farmSlug: string | null;
}
