import * as z from 'zod';
import { idSchema, type ProductSort, productSortSchema } from '#libs/contracts';
import { DomainError, decodeCursor, encodeCursor } from '#libs/platform';
import type { CatalogueProduct } from './catalogue-product.js';

/** The sort key of a product: smaller comes first. */
type Rank = number | string;
type Sorted = Exclude<ProductSort, 'relevance'>;

/** Greater than every comparable price in cents, so that weights, volumes and pieces do not mix. */
const DIMENSION_STEP = 1e10;

const RANKS: Record<Sorted, (product: CatalogueProduct) => Rank> = {
  // Products without a harvest date come last.
  newest: ({ harvestedAt }) => (harvestedAt === null ? 1 : -harvestedAt),
  price: ({ dimension, comparablePrice }) => dimension * DIMENSION_STEP + comparablePrice,
  '-price': ({ dimension, comparablePrice }) => dimension * DIMENSION_STEP - comparablePrice,
  name: ({ sortName }) => sortName,
  // On equal ratings, more reviews come first; products without a rating come last.
  rating: ({ rating, reviewCount }) =>
    rating === null ? 1 : -(Math.round(rating * 1_000) * 1e6 + reviewCount),
};

/** The sort key of a product; `score` is its relevance to the search. */
function rankOf(product: CatalogueProduct, sort: ProductSort, score: number): Rank {
  return sort === 'relevance' ? -score : RANKS[sort](product);
}

/** Less than 0 when `a` comes first. On equal ranks, the newer product comes first. */
function compare(aRank: Rank, aId: string, bRank: Rank, bId: string): number {
  if (aRank !== bRank) return aRank < bRank ? -1 : 1;
  return aId === bId ? 0 : aId > bId ? -1 : 1;
}

const cursorSchema = z.tuple([productSortSchema, z.union([z.number(), z.string()]), idSchema]);

/** Finds a page of a sorted list in one pass over the products: keeps the best of those after the cursor. */
export class SortedPage {
  private readonly best: { product: CatalogueProduct; rank: Rank }[] = [];
  private readonly after: { rank: Rank; id: string } | null;

  /** Throws `CURSOR_INVALID` for a cursor of another sort. */
  constructor(
    private readonly sort: ProductSort,
    private readonly limit: number,
    cursor: string | undefined,
  ) {
    this.after = cursor === undefined ? null : readCursor(cursor, sort);
  }

  offer(product: CatalogueProduct, score: number): void {
    const { best, after } = this;
    const rank = rankOf(product, this.sort, score);
    if (after && compare(rank, product.id, after.rank, after.id) <= 0) return;
    let place = best.length;
    for (let above = best[place - 1]; above; above = best[--place - 1])
      if (compare(above.rank, above.product.id, rank, product.id) < 0) break;
    // Keeps one more than the page shows, to know whether there is another page.
    if (place > this.limit) return;
    best.splice(place, 0, { product, rank });
    if (best.length > this.limit + 1) best.pop();
  }

  get products(): CatalogueProduct[] {
    return this.best.slice(0, this.limit).map(({ product }) => product);
  }

  get nextCursor(): string | null {
    const last = this.best[this.limit - 1];
    if (!last || this.best.length <= this.limit) return null;
    return encodeCursor([this.sort, last.rank, last.product.id]);
  }
}

function readCursor(cursor: string, wanted: ProductSort): { rank: Rank; id: string } {
  const [sort, rank, id] = decodeCursor(cursor, cursorSchema);
  if (sort !== wanted || (typeof rank === 'string') !== (sort === 'name'))
    throw new DomainError('CURSOR_INVALID');
  return { rank, id };
}
