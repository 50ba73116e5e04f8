import { type Category, type StockLevel, UNITS } from '#libs/contracts';
import { isPublic, type Product, stockLevel } from '../product.model.js';
import { fold } from './words.js';

/** What the index knows of a product that shoppers may see; the rest is read from the database when it is shown. */
export interface CatalogueProduct {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** The name as lists are sorted by it. */
  readonly sortName: string;
  readonly category: Category;
  readonly farmId: string;
  readonly organic: boolean;
  /** Cents per the product's unit. */
  readonly price: number;
  /** What is measured in: 0 by weight, 1 by volume, 2 by piece. */
  readonly dimension: number;
  /** Cents per gram, millilitre or piece. */
  readonly basePrice: number;
  readonly stock: StockLevel;
  readonly rating: number | null;
  readonly reviewCount: number;
  /** Milliseconds since 1970. */
  readonly harvestedAt: number | null;
}

/** That shoppers do not see it (any more). */
export interface HiddenProduct {
  readonly id: string;
  readonly version: number;
  readonly hidden: true;
}

/** The fields of a product that the index is made of. */
export const CATALOGUE_FIELDS = {
  version: 1,
  listed: 1,
  status: 1,
  name: 1,
  category: 1,
  'farm._id': 1,
  organic: 1,
  price: 1,
  unit: 1,
  available: 1,
  minimum: 1,
  lowAt: 1,
  rating: 1,
  reviewCount: 1,
  harvestedAt: 1,
} as const;

/** A product as those fields show it. */
export type CatalogueSource = Pick<Product, Exclude<keyof typeof CATALOGUE_FIELDS, 'farm._id'>> & {
  _id: Product['_id'];
  farm: Pick<Product['farm'], '_id'>;
};

const DIMENSIONS = { g: 0, ml: 1, piece: 2 } as const;

export function toCatalogueProduct(product: CatalogueSource): CatalogueProduct | HiddenProduct {
  const { version, name, category, organic, price, rating, reviewCount } = product;
  const id = product._id.toString();
  if (!isPublic(product)) return { id, version, hidden: true };
  const { base, baseUnits } = UNITS[product.unit];
  return {
    id,
    version,
    name,
    sortName: fold(name),
    category,
    farmId: product.farm._id.toString(),
    organic,
    price,
    dimension: DIMENSIONS[base],
    basePrice: price / baseUnits,
    stock: stockLevel(product),
    rating,
    reviewCount,
    harvestedAt: product.harvestedAt?.getTime() ?? null,
  };
}
