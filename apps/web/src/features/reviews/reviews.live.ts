import {
  movedStars,
  movedTotal,
  type OwnReviewDto,
  type PartChanged,
  type RatingSummary,
  type ReceiptDto,
  type ReceiptsPage,
  type ReviewDto,
  summaryOf,
} from '#libs/contracts';
import { farms } from '../../entities/farms';
import { entity, newest, newestBy, type Put, simpleEntity } from '../../realtime/entity';
import { liveList, liveValue, type RowChange, type StoreView } from '../../realtime/live-query';
import { newestFirst, type RawPage } from '../../realtime/rows';

interface KnownReview {
  /** The public review. */
  review?: ReviewDto;
  /** The version at which it was hidden or deleted. */
  removedAt?: number;
  /** The review for its author and for admins. */
  own?: OwnReviewDto;
  deleted?: true;
}
const reviews = entity<KnownReview>('reviews', {
  review: newest,
  removedAt: newestBy((version) => version),
  own: newest,
  deleted: (known) => known,
});

export const putReview = (review: ReviewDto): Put => reviews.put(review._id, { review });

export const putRemovedReview = (id: string, removedAt: number): Put =>
  reviews.put(id, { removedAt });

export const putOwnReview = (own: OwnReviewDto, step?: 'deleted'): Put =>
  reviews.put(own._id, step ? { own, deleted: true } : { own });

/** A store update with a review as its author sees it. */
export function putWrittenReview(own: OwnReviewDto): Put {
  const { orderId: _, customerId: __, editableUntil: ___, hiddenReason, ...review } = own;
  return reviews.put(own._id, hiddenReason === null ? { own, review } : { own });
}

/** A store update with the author's deletion. */
export const putDeletedReview = (own: OwnReviewDto): Put =>
  reviews.put(own._id, { own, deleted: true, removedAt: own.version + 1 });

const isHidden = (review: ReviewDto, known: KnownReview | undefined) =>
  (known?.removedAt ?? -1) >= review.version;
const isDeleted = (_: OwnReviewDto, known: KnownReview | undefined) => known?.deleted === true;
const row = {
  rows: 'reviews',
  entity: reviews,
  current: (review: ReviewDto, known: KnownReview | undefined) => newest(review, known?.review),
  toRow: ({ review }: KnownReview) => review,
  isRemoved: isHidden,
  compare: newestFirst,
} as const;
const ownRow = {
  ...row,
  current: (own: OwnReviewDto, known: KnownReview | undefined) => newest(own, known?.own),
  toRow: ({ own }: KnownReview) => own,
  isRemoved: isDeleted,
} as const;

interface ShownFilter {
  product?: string;
  farm?: string;
  stars?: number;
}

/** The reviews of a product or of a farm. */
liveList({
  ...row,
  key: ['reviews', 'list'],
  reads: [farms],
  insertOnly: 'changed',
  matches:
    ({ product, farm, stars }: ShownFilter) =>
    (one) =>
      (product ?? one.productId) === one.productId &&
      (farm ?? one.farmSlug) === one.farmSlug &&
      (stars ?? one.rating) === one.rating,
  summary: (page, change, view, { farm }) => {
    const rating = currentRating(page, change, view, farm !== undefined);
    return rating === page.rating ? page : { ...page, rating };
  },
});

/** The total rating: a farm's new rating if there is one, otherwise updated by the changed reviews. */
function currentRating(
  page: RawPage,
  { before, after }: RowChange<ReviewDto>,
  view: StoreView,
  isFarm: boolean,
): RatingSummary | null {
  const rating = (page.rating ?? null) as RatingSummary | null;
  const farmId = after[0]?.farmId ?? '';
  const known = view.changed(farms).has(farmId) ? view.get(farms, farmId)?.rating : undefined;
  if (isFarm && known) return known.rating;
  const old = new Map(before.map((one) => [one._id, one.rating]));
  const now = new Map(after.map((one) => [one._id, one.rating]));
  const changedIds = [...new Set([...old.keys(), ...now.keys()])].filter(
    (id) => old.get(id) !== now.get(id),
  );
  if (rating === null || changedIds.length === 0) return rating;
  const spread = changedIds.reduce(
    (counts, id) => movedStars(counts, old.get(id) ?? null, now.get(id) ?? null),
    rating.spread,
  );
  return summaryOf(spread.map((count) => Math.max(0, count)));
}

/** The reviews of the farmer's own farm, with the number of unanswered ones. */
liveList({
  ...row,
  key: ['farm-reviews', 'list'],
  matches:
    ({ answered }: { answered?: boolean }, { viewer }) =>
    (one) =>
      one.farmId === viewer?.farmId &&
      (answered === undefined || (one.reply !== null) === answered),
  summary: (page, { before, after }) => {
    const change = unansweredIn(after) - unansweredIn(before);
    if (change === 0) return page;
    return { ...page, unanswered: movedTotal(Number(page.unanswered), change) };
  },
});

const unansweredIn = (list: readonly ReviewDto[]) =>
  list.filter(({ reply }) => reply === null).length;

/** All reviews, for admins. */
liveList({
  ...ownRow,
  key: ['all-reviews', 'list'],
  matches:
    ({ hidden }: { hidden?: boolean }) =>
    (one) =>
      hidden === undefined || (one.hiddenReason !== null) === hidden,
});

/** The customer's own reviews. Admins receive the events of all customers, but have no reviews. */
liveList({
  ...ownRow,
  key: ['reviews', 'mine'],
  matches: ({ order }: { order?: string }, { viewer }) =>
    viewer?.role === 'customer' ? (one) => (order ?? one.orderId) === one.orderId : null,
});

const receipts = simpleEntity<ReceiptDto>(
  'receipts',
  ({ orderId, productId }) => `${orderId} ${productId}`,
  (_, incoming) => incoming,
);

/** Store updates with the lines of a delivered part, which can now be reviewed. */
export function putReceipts({ orderId, part }: PartChanged, receivedAt: string): Put[] {
  if (part.status !== 'delivered') return [];
  const received = part.lines.filter(({ quantity }) => quantity > 0);
  return received.map(({ productId, name: productName, image: productImage }) => {
    const line = { orderId, productId, productName, productImage, farmName: part.farmName };
    return receipts.of({ ...line, receivedAt });
  });
}

/** Delivered lines without a review, including those whose review was deleted. */
liveValue<ReceiptsPage>({
  key: ['reviews', 'waiting'],
  reads: [receipts, reviews],
  current: (data, view) => {
    let waiting = data.receipts;
    for (const [id, receipt] of view.all(receipts)) {
      if (view.changed(receipts).has(id) && !waiting.some(isSameLine(receipt)))
        waiting = [receipt, ...waiting];
    }
    for (const [, { own, deleted = false }] of view.all(reviews)) {
      if (!own || view.viewer?.role !== 'customer') continue;
      const isWaiting = waiting.some(isSameLine(own));
      if (!deleted && isWaiting) waiting = waiting.filter((one) => !isSameLine(own)(one));
      if (deleted && !isWaiting && own.hiddenReason === null)
        waiting = [receiptOf(own), ...waiting];
    }
    const isSame = waiting === data.receipts;
    return isSame ? data : { ...data, receipts: waiting, total: waiting.length };
  },
});

const isSameLine =
  ({ orderId, productId }: Pick<ReceiptDto, 'orderId' | 'productId'>) =>
  (one: ReceiptDto) =>
    one.orderId === orderId && one.productId === productId;

function receiptOf(own: OwnReviewDto): ReceiptDto {
  const { orderId, productId, productName, productImage, farmName, createdAt } = own;
  return { orderId, productId, productName, productImage, farmName, receivedAt: createdAt };
}
