import type { Types } from 'mongoose';
import { type Category, type StockLevel, UNITS } from '#libs/contracts';
import { isPublic, type ProductSummary, type PublicSummary, stockLevel } from '#libs/products';
import { fold, keywordsOf } from './words.js';

/** What the index knows of a product that shoppers may see; the rest is read from the database when it is shown. */
export interface CatalogueProduct {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** The name as lists are sorted by it. */
  readonly sortName: string;
  /** The keywords of its description. */
  readonly words: string;
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

/** A product that shoppers do not see (any more). */
export interface HiddenProduct {
  readonly id: string;
  readonly version: number;
  readonly hidden: true;
}

/** Words of a description that are searched: what a product is stands at its beginning. */
const MOST_WORDS = 40;
/** Characters that are read for them. */
const BEGINNING = 500;

const DIMENSIONS = { g: 0, ml: 1, piece: 2 } as const;

/** One string for each farm and category, not one for every product. */
const shared = new Map<string, string>();

export function toCatalogueProduct(product: ProductSummary): CatalogueProduct | HiddenProduct {
  if (isPublic(product)) return toShownProduct(product);
  return { id: textOf(product._id), version: product.version, hidden: true };
}

/** Of a product that is on sale. */
export function toShownProduct(product: PublicSummary): CatalogueProduct {
  const { version, name, organic, price, rating, reviewCount } = product;
  const id = textOf(product._id);
  const { base, baseUnits } = UNITS[product.unit];
  return {
    id,
    version,
    name,
    sortName: fold(name),
    words: keywordsOf(product.description.slice(0, BEGINNING), MOST_WORDS),
    category: once(product.category),
    farmId: once(textOf(product.farm._id)),
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

/** In one piece: what an ObjectId itself returns is a rope of twelve strings, and takes five times the memory. */
const textOf = (id: Types.ObjectId) => Buffer.from(id.id).toString('hex');

function once<Text extends string>(text: Text): Text {
  const known = shared.get(text);
  if (known === undefined) shared.set(text, text);
  return (known ?? text) as Text;
}
