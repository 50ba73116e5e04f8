import {
  comparablePrice,
  type Id,
  type OwnProductDto,
  type ProductChange,
  type ProductCounts,
  type ProductDto,
  productCountsSchema,
  productDtoSchema,
  toCents,
} from '#libs/contracts';
import { entity, newest, newestBy, type Put } from '../realtime/entity';

/** The fields of a product that a card shows. */
export type ShownProduct = Pick<
  ProductDto,
  | '_id'
  | 'name'
  | 'category'
  | 'organic'
  | 'price'
  | 'unit'
  | 'comparablePrice'
  | 'available'
  | 'stock'
  | 'showsCount'
  | 'image'
  | 'images'
  | 'farmer'
  | 'farmSlug'
  | 'holidayUntil'
  | 'rating'
  | 'reviewCount'
  | 'harvestedAt'
  | 'status'
> & {
  /** Null where no days of the farm are shown. */
  farmId: Id | null;
};

type StockChange = ProductChange & { version: number };

/** The facets of a product. Its details have their own version, so that a concurrent edit and sale are both kept. */
export interface KnownProduct {
  /** Stock, price, status and rating. */
  change?: StockChange;
  details?: ProductDto;
  /** Counts that only its farm and admins see. */
  counts?: ProductCounts & { version: number };
  /** The whole product, for its farm and for admins. */
  own?: OwnProductDto;
  /** The whole product, as of its publication. */
  published?: ProductDto;
}

export const products = entity<KnownProduct>('products', {
  change: newest,
  details: newestBy(({ detailsVersion }) => detailsVersion),
  counts: newest,
  own: newest,
  published: newest,
});

/** A store update with a stock change. A public product that is not listed counts as paused. */
export function putStockChange(change: ProductChange, version: number): Put {
  const status = change.public && change.listed === false ? 'paused' : change.status;
  return products.put(change.productId, { change: { ...change, status, version } });
}

/** The product merged with the known facets. */
export function currentProduct<Row extends ProductDto>(
  product: Row,
  known: KnownProduct | undefined,
): Row {
  if (!known) return product;
  return withCounts(withChange(withDetails(withOwn(product, known), known), known), known);
}

function withOwn<Row extends ProductDto>(product: Row, { own }: KnownProduct): Row {
  if (!own || !isOwn(product) || own.version <= product.version) return product;
  return { ...product, ...own };
}

function withDetails<Row extends ProductDto>(product: Row, { details }: KnownProduct): Row {
  if (!details || details.detailsVersion <= product.detailsVersion) return product;
  const latest = details.version > product.version ? details : product;
  const { price, comparablePrice: comparable, status, available, stock, version } = latest;
  const { rating, reviewCount, holidayUntil } = latest;
  const now = { price, status, available, stock, rating, reviewCount, holidayUntil };
  return { ...product, ...details, ...now, comparablePrice: comparable, version };
}

function withChange<Row extends ProductDto>(product: Row, { change }: KnownProduct): Row {
  if (!change || change.version <= product.version) return product;
  const { price, status, available, stock, version } = change;
  const {
    rating = product.rating,
    reviewCount = product.reviewCount,
    holidayUntil = product.holidayUntil,
  } = change;
  return {
    ...{ ...product, price, status, available, stock, rating, reviewCount, holidayUntil, version },
    comparablePrice: comparablePrice(toCents(price), product.unit),
  };
}

function withCounts<Row extends ProductDto>(product: Row, { counts }: KnownProduct): Row {
  if (!counts || !isOwn(product) || counts.version < product.version) return product;
  const { productId: _, farmId: __, version: ___, ...own } = counts;
  const isKnown = Object.entries(own).every(
    ([name, value]) => (product as Record<string, unknown>)[name] === value,
  );
  return isKnown ? product : { ...product, ...own };
}

function isOwn(product: ProductDto): boolean {
  return 'onHand' in product;
}

/** A store update with a product as its farm or an admin sees it. */
export function putOwnProduct(own: OwnProductDto): Put {
  const { _id: productId, version } = own;
  const counts = { ...productCountsSchema.parse({ ...own, productId }), version };
  const change = { ...own, productId, public: false };
  return products.put(productId, { own, counts, details: productDtoSchema.parse(own), change });
}
