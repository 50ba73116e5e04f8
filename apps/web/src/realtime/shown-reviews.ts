import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import {
  movedStars,
  movedTotal,
  type OwnReviewDto,
  type RatingSummary,
  type ReceiptDto,
  type ReviewDto,
  summaryOf,
} from '#libs/contracts';
import { filterOf, isInfinite, isRecord, mapPages } from './cache';
import { newestFirst, reconcileRows } from './rows';

interface Known<Thing> {
  get(id: string): Thing | undefined;
  values(): Iterable<Thing>;
}
export interface FarmRatingFact {
  readonly farmId: string;
  readonly rating: RatingSummary | null;
  readonly ratingVersion: number;
}
/** What is known of reviews, by events or by the answer to an own change. */
export interface ReviewFacts {
  readonly reviews: Known<ReviewDto>;
  readonly ownReviews: Known<OwnReviewDto>;
  readonly deletedReviews: Pick<Known<true>, 'get'>;
  /** Reviews that are out of view, by the version that took them out. */
  readonly goneReviews: Known<number>;
  readonly farmRatings: Known<FarmRatingFact>;
  readonly receipts: Known<ReceiptDto>;
}

/** A query under `reviews` brought up to what is known; the same object if that is nothing newer. */
export function currentReviews(
  key: QueryKey,
  data: unknown,
  facts: ReviewFacts,
  news: ReadonlySet<string>,
): unknown {
  if (key[1] === 'list') return currentList(filterOf(key), data, facts, news);
  if (key[1] === 'mine') return currentMine(filterOf(key), data, facts);
  if (key[1] === 'waiting') return currentWaiting(data, facts, news);
  return data;
}

function currentList(
  { product, farm, stars }: Record<string, unknown>,
  data: unknown,
  facts: ReviewFacts,
  news: ReadonlySet<string>,
): unknown {
  const isGone = (one: ReviewDto) => (facts.goneReviews.get(one._id) ?? 0) >= one.version;
  const moves: [ReviewDto | null, ReviewDto | null][] = [];
  const current = (row: ReviewDto) => {
    const known = facts.reviews.get(row._id);
    if (!known || known.version <= row.version) return row;
    moves.push([row, known]);
    return known;
  };
  const next = mapPages<ReviewDto>(data, 'reviews', (pages) => {
    const here = new Set(pages.flatMap((page) => page.rows.map((row) => row._id)));
    const rows = reconcileRows(pages, {
      current,
      matches: (one) =>
        (product === undefined || one.productId === product) &&
        (farm === undefined || one.farmSlug === farm) &&
        (stars === undefined || one.rating === stars),
      known: [...facts.reviews.values()].filter((one) => news.has(one._id) && !isGone(one)),
      compare: newestFirst,
    });
    const gone = rows.flatMap((page) => page.rows.filter(isGone));
    for (const page of rows) {
      for (const row of page.rows) if (!here.has(row._id)) moves.push([null, row]);
    }
    if (gone.length === 0) return rows;
    for (const row of gone) moves.push([row, null]);
    return rows.map((page) => ({
      ...page,
      rows: page.rows.filter((row) => !isGone(row)),
      total: movedTotal(page.total, -gone.length),
    }));
  });
  return withRating(next, (rating) => {
    const told = farm === undefined ? undefined : ratingTold(next, facts, news);
    if (told) return told.rating;
    if (rating === null || moves.length === 0) return rating;
    const counts = moves.reduce(
      (now, [from, to]) => movedStars(now, from?.rating ?? null, to?.rating ?? null),
      rating.spread,
    );
    return summaryOf(counts.map((count) => Math.max(0, count)));
  });
}

/** A farm's own word on its stars, which has them all; its reviews say which farm that is. */
function ratingTold(data: unknown, facts: ReviewFacts, news: ReadonlySet<string>) {
  const rows = isInfinite(data) ? data.pages[0]?.reviews : undefined;
  const [first] = Array.isArray(rows) ? (rows as ReviewDto[]) : [];
  return first && news.has(first.farmId) ? facts.farmRatings.get(first.farmId) : undefined;
}

/** The rating over all reviews travels with each page. */
function withRating(
  data: unknown,
  change: (rating: RatingSummary | null) => RatingSummary | null,
): unknown {
  if (!isInfinite(data)) return data;
  const before = (data.pages[0]?.rating ?? null) as RatingSummary | null;
  const rating = change(before);
  if (rating === before) return data;
  return { ...data, pages: data.pages.map((page) => ({ ...page, rating })) };
}

function currentMine({ order }: Record<string, unknown>, data: unknown, facts: ReviewFacts) {
  const isGone = (row: OwnReviewDto) => facts.deletedReviews.get(row._id) === true;
  return mapPages<OwnReviewDto>(data, 'reviews', (pages) => {
    const rows = reconcileRows(pages, {
      current: (row: OwnReviewDto): OwnReviewDto => {
        const known = facts.ownReviews.get(row._id);
        return known && known.version > row.version ? known : row;
      },
      matches: (one) => order === undefined || one.orderId === order,
      known: [...facts.ownReviews.values()].filter((one) => !isGone(one)),
      compare: newestFirst,
    });
    if (!rows.some((page) => page.rows.some(isGone))) return rows;
    return rows.map((page) => ({
      ...page,
      rows: page.rows.filter((row) => !isGone(row)),
      total: movedTotal(page.total, -1),
    }));
  });
}

/** A line waits from its arrival until it is reviewed, and again when its review was deleted. */
function currentWaiting(data: unknown, facts: ReviewFacts, news: ReadonlySet<string>): unknown {
  if (!isRecord(data) || !Array.isArray(data.receipts)) return data;
  let receipts = data.receipts as ReceiptDto[];
  for (const receipt of facts.receipts.values()) {
    const isIt = (one: ReceiptDto) =>
      one.orderId === receipt.orderId && one.productId === receipt.productId;
    if (news.has(receipt.orderId) && !receipts.some(isIt)) receipts = [receipt, ...receipts];
  }
  for (const own of facts.ownReviews.values()) {
    const isIt = (one: ReceiptDto) =>
      one.orderId === own.orderId && one.productId === own.productId;
    const waits = receipts.some(isIt);
    const gone = facts.deletedReviews.get(own._id) === true;
    if (!gone && waits) receipts = receipts.filter((one) => !isIt(one));
    if (gone && !waits && own.hiddenReason === null) receipts = [receiptOf(own), ...receipts];
  }
  return receipts === data.receipts ? data : { ...data, receipts, total: receipts.length };
}

function receiptOf(own: OwnReviewDto): ReceiptDto {
  const { orderId, productId, productName, productImage, farmName, createdAt } = own;
  return { orderId, productId, productName, productImage, farmName, receivedAt: createdAt };
}

/** Brings a review that the server answered into every cache that holds or should hold it. */
export function putReview(client: QueryClient, review: OwnReviewDto): void {
  const { orderId: _, customerId: __, editableUntil: ___, hiddenReason, ...shown } = review;
  patch(client, review._id, {
    reviews: new Map(hiddenReason === null ? [[review._id, shown]] : []),
    ownReviews: new Map([[review._id, review]]),
    deletedReviews: new Map(),
    goneReviews: new Map(),
  });
}

/** Takes a review that its writer deleted out of every cache. */
export function dropReview(client: QueryClient, review: OwnReviewDto): void {
  patch(client, review._id, {
    reviews: new Map(),
    ownReviews: new Map([[review._id, review]]),
    deletedReviews: new Map([[review._id, true as const]]),
    goneReviews: new Map([[review._id, review.version + 1]]),
  });
}

function patch(
  client: QueryClient,
  id: string,
  known: Omit<ReviewFacts, 'farmRatings' | 'receipts'>,
): void {
  const facts: ReviewFacts = { ...known, farmRatings: new Map(), receipts: new Map() };
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll({ queryKey: ['reviews'] })) {
      const { data } = query.state;
      const next = data && currentReviews(query.queryKey, data, facts, new Set([id]));
      if (next !== data) query.setState({ data: next });
    }
  });
}
