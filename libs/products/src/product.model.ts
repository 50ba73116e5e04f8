import { type QueryFilter, Schema, type Types } from 'mongoose';
import {
  type Category,
  comparablePrice,
  fromThousandths,
  NO_STARS,
  type Nutrition,
  type OwnProductDto,
  type Picture,
  type ProductChange,
  type ProductCounts,
  type ProductDto,
  type ProductStatus,
  publicAvailable,
  type StarCounts,
  type StockLevel,
  toDollars,
  type Unit,
} from '#libs/contracts';
import { DomainError, searchTerms } from '#libs/platform';

/**
 * A product of a farm. Money in cents; `step`, `minimum`, `onHand`, `held`, `available`, `sold` and `lowAt` in
 * thousandths of `unit`.
 */
export interface Product {
  _id: Types.ObjectId;
  /** Copied from the farm, because every card shows it. */
  farm: {
    _id: Types.ObjectId;
    name: string;
    slug: string;
    certification: string | null;
    /** The farm sells nothing before this time. */
    holidayUntil: Date | null;
  };
  /** Whether the farm may sell; shoppers see the product if this is true and its status is `live`. */
  listed: boolean;
  name: string;
  description: string;
  category: Category;
  organic: boolean;
  price: number;
  unit: Unit;
  step: number;
  minimum: number;
  onHand: number;
  held: number;
  /** Always `onHand - held`; stored, so that one indexed condition guards a sale. */
  available: number;
  /** The amount sold, minus returns. */
  sold: number;
  lowAt: number;
  /** Whether shoppers see the available amount. */
  showsCount: boolean;
  images: Picture[];
  /** The number of visible reviews with one star, two stars and so on; `rating` and `reviewCount` derive from it. */
  stars: StarCounts;
  rating: number | null;
  reviewCount: number;
  harvestedAt: Date | null;
  bestBefore: Date | null;
  /** The lot of the newest harvest. */
  lot: string | null;
  allergens: string[];
  storage: string | null;
  nutrition: Nutrition;
  features: string[];
  status: ProductStatus;
  /** When it was first published. */
  publishedAt: Date | null;
  /** Why an admin took it down or sent it back; while set, an admin has to approve the next publication. */
  moderation: string | null;
  /** The folded words of the name; the schema fills it in. */
  search?: string[];
  version: number;
  /** The version that last changed any field besides price, stock and status. */
  detailsVersion: number;
}

export const PRODUCT = 'Product';
const amount = { type: Number, required: true, min: 0 } as const;
export const productSchema = new Schema<Product>(
  {
    farm: {
      _id: { type: Schema.Types.ObjectId, required: true },
      name: { type: String, required: true },
      slug: { type: String, required: true },
      certification: { type: String, default: null },
      holidayUntil: { type: Date, default: null },
    },
    listed: { type: Boolean, required: true },
    name: { type: String, required: true },
    description: { type: String, default: '' },
    category: { type: String, required: true },
    organic: { type: Boolean, required: true },
    price: amount,
    unit: { type: String, required: true },
    step: amount,
    minimum: amount,
    onHand: amount,
    held: { ...amount, default: 0 },
    available: amount,
    sold: { ...amount, default: 0 },
    lowAt: amount,
    showsCount: { type: Boolean, default: true },
    images: {
      type: [
        {
          _id: false,
          url: String,
          alt: String,
          width: Number,
          height: Number,
          sizes: { type: [{ _id: false, url: String, width: Number }], default: undefined },
        },
      ],
      default: [],
    },
    stars: { type: [Number], default: NO_STARS },
    rating: { type: Number, default: null },
    reviewCount: { type: Number, default: 0 },
    harvestedAt: { type: Date, default: null },
    bestBefore: { type: Date, default: null },
    lot: { type: String, default: null },
    allergens: { type: [String], default: [] },
    storage: { type: String, default: null },
    nutrition: { type: Schema.Types.Mixed, required: true },
    features: { type: [String], default: [] },
    status: { type: String, required: true },
    publishedAt: { type: Date, default: null },
    moderation: { type: String, default: null },
    search: {
      type: [String],
      default(this: Product) {
        return searchTerms(this.name);
      },
    },
    version: { type: Number, required: true, default: 1 },
    detailsVersion: { type: Number, required: true, default: 1 },
  },
  { collection: 'products', versionKey: false, minimize: false },
);
// Shoppers search and sort in memory (libs/catalogue), which the first index fills.
// The others serve the lists of farms and admins.
productSchema.index({ listed: 1, status: 1, _id: 1 });
productSchema.index({ 'farm._id': 1, name: 1, _id: 1 });
productSchema.index({ status: 1, name: 1, _id: 1 });
productSchema.index({ name: 1, _id: 1 });
productSchema.index({ search: 1, name: 1, _id: 1 });

const FALLBACK_IMAGE = '/produce/basket.svg';

export function stockLevel(product: Pick<Product, 'available' | 'minimum' | 'lowAt'>): StockLevel {
  // Less than the minimum order cannot be bought.
  if (product.available < product.minimum || product.available <= 0) return 'sold_out';
  return product.available <= product.lowAt ? 'low' : 'in_stock';
}

/** `stockLevel` as an expression for queries. */
export function hasStockLevel(level: StockLevel) {
  const soldOut = {
    $or: [{ $lt: ['$available', '$minimum'] }, { $lte: ['$available', 0] }],
  };
  const few = { $lte: ['$available', '$lowAt'] };
  if (level === 'sold_out') return soldOut;
  return { $and: [{ $not: [soldOut] }, level === 'low' ? few : { $not: [few] }] };
}

/** Matches products whose page shoppers may open: the farm may sell, and the product is or was published. */
export const VISIBLE = {
  listed: true,
  status: { $in: ['live', 'paused', 'archived'] },
  $nor: [{ status: 'archived', publishedAt: null }],
} satisfies QueryFilter<Product>;

/** Matches products that shoppers see in lists. */
export const PUBLIC = { listed: true, status: 'live' } satisfies QueryFilter<Product>;

/** `PUBLIC` as a predicate. */
export function isPublic(product: Pick<Product, 'listed' | 'status'>): boolean {
  return product.listed && product.status === 'live';
}

/** The end of the farm's current holiday; null while it is open, by the server's clock. */
export function holidayUntil({ farm }: Pick<Product, 'farm'>, now = new Date()): Date | null {
  return farm.holidayUntil && farm.holidayUntil > now ? farm.holidayUntil : null;
}

/** Whether a shopper can buy it now. */
export function isBuyable(product: Product): boolean {
  return isPublic(product) && stockLevel(product) !== 'sold_out' && holidayUntil(product) === null;
}

/** Throws `FARM_ON_HOLIDAY` (with `details.productId` and `details.until`) while its farm sells nothing. */
export function requireOpen(product: Pick<Product, '_id' | 'name' | 'farm'>): void {
  const until = holidayUntil(product)?.toISOString();
  if (!until) return;
  const { _id, name, farm } = product;
  throw new DomainError('FARM_ON_HOLIDAY', `${farm.name} is on holiday: ${name} cannot be bought`, {
    details: { productId: _id.toString(), name, until },
  });
}

export function toProductDto(product: Product): ProductDto {
  const { unit } = product;
  return {
    _id: product._id.toString(),
    name: product.name,
    description: product.description,
    category: product.category,
    organic: product.organic,
    price: toDollars(product.price),
    unit,
    comparablePrice: comparablePrice(product.price, unit),
    step: fromThousandths(product.step),
    minimum: fromThousandths(product.minimum),
    available: shownAvailable(product),
    stock: stockLevel(product),
    showsCount: product.showsCount,
    image: product.images[0]?.url ?? FALLBACK_IMAGE,
    images: product.images,
    farmer: product.farm.name,
    farmId: product.farm._id.toString(),
    farmSlug: product.farm.slug,
    certification: product.farm.certification,
    holidayUntil: holidayUntil(product)?.toISOString() ?? null,
    rating: product.rating,
    reviewCount: product.reviewCount,
    harvestedAt: product.harvestedAt?.toISOString() ?? null,
    bestBefore: product.bestBefore?.toISOString() ?? null,
    allergens: product.allergens,
    storage: product.storage,
    nutrition: product.nutrition,
    features: product.features,
    status: product.status,
    version: product.version,
    detailsVersion: product.detailsVersion,
  };
}

/** A product as its farm and the admins see it. */
export function toOwnProductDto(product: Product): OwnProductDto {
  // Not `{ ...dto, ...own }`: before Node 22, V8 creates a new layout (8 kB) for each copied object that grows.
  return Object.assign(toProductDto(product), ownFieldsOf(product));
}

function ownFieldsOf(product: Product) {
  return {
    onHand: fromThousandths(product.onHand),
    held: fromThousandths(product.held),
    sold: fromThousandths(product.sold),
    available: fromThousandths(product.available),
    lot: product.lot,
    lowAt: fromThousandths(product.lowAt),
    listed: product.listed,
    publishedAt: product.publishedAt?.toISOString() ?? null,
    moderation: product.moderation,
  };
}

/** The payload of `product.counted`. */
export function toProductCounts(product: Product): ProductCounts {
  return {
    productId: product._id.toString(),
    farmId: product.farm._id.toString(),
    ...ownFieldsOf(product),
  };
}

/** The available amount that shoppers see, in the product's unit. */
function shownAvailable({ available, step, minimum, showsCount }: Product): number {
  const shown = publicAvailable(available, { step, minimum, showsCount });
  return fromThousandths(shown);
}

/** One side of the payload of `product.stock-changed`. */
export function toProductChange(product: Product, before: Product = product): ProductChange {
  return {
    productId: product._id.toString(),
    farmId: product.farm._id.toString(),
    price: toDollars(product.price),
    status: product.status,
    public: isPublic(product) || isPublic(before),
    ...(!product.listed && { listed: false }),
    holidayUntil: holidayUntil(product)?.toISOString() ?? null,
    rating: product.rating,
    reviewCount: product.reviewCount,
    available: shownAvailable(product),
    stock: stockLevel(product),
  };
}
