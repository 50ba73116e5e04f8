import type { Types } from 'mongoose';
import {
  beginningOf,
  type Category,
  COMPARED_PER,
  fold,
  type StockLevel,
  UNITS,
} from '#libs/contracts';
import { isPublic, type ProductSummary, type PublicSummary, stockLevel } from '#libs/products';
import { keywordsOf } from './words.js';

/** The indexed fields of a public product; the others are read from the database when it is shown. */
export interface CatalogueProduct {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** The sort key of the name. */
  readonly sortName: string;
  /** The keywords of its description. */
  readonly words: string;
  readonly category: Category;
  readonly farmId: string;
  readonly organic: boolean;
  /** Cents per the product's unit. */
  readonly price: number;
  /** The dimension of the unit: 0 weight, 1 volume, 2 pieces. */
  readonly dimension: number;
  /** Cents per pound, pint or piece, not rounded. */
  readonly comparablePrice: number;
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

/** Maximum number of indexed words of a description: its beginning says what the product is. */
const MAX_WORDS = 40;
/** Characters of the description that are searched for these words. */
const BEGINNING = 500;

/** Interned strings: one for each farm and category instead of one for every product. */
const shared = new Map<string, string>();

export function toCatalogueProduct(product: ProductSummary): CatalogueProduct | HiddenProduct {
  if (isPublic(product)) return toShownProduct(product);
  return { id: textOf(product._id), version: product.version, hidden: true };
}

/** For a product that is on sale. */
export function toShownProduct(product: PublicSummary): CatalogueProduct {
  const { version, name, organic, price, rating, reviewCount } = product;
  const id = textOf(product._id);
  const { per, size } = UNITS[product.unit];
  return {
    id,
    version,
    name,
    sortName: fold(name),
    words: keywordsOf(beginningOf(product.description, BEGINNING), MAX_WORDS),
    category: once(product.category),
    farmId: once(textOf(product.farm._id)),
    organic,
    price,
    dimension: COMPARED_PER.indexOf(per),
    comparablePrice: price / size,
    stock: stockLevel(product),
    rating,
    reviewCount,
    harvestedAt: product.harvestedAt?.getTime() ?? null,
  };
}

/** A flat string: an ObjectId's own text is a rope of twelve strings, which takes five times the memory. */
const textOf = (id: Types.ObjectId) => Buffer.from(id.id).toString('hex');

function once<Text extends string>(text: Text): Text {
  const known = shared.get(text);
  if (known === undefined) shared.set(text, text);
  return (known ?? text) as Text;
}
