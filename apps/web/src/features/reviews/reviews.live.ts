import {
  movedStars,
  movedTotal,
  type OwnReviewDto,
  type PartStatusChange,
  type RatingSummary,
  type ReceiptDto,
  type ReceiptsPage,
  type ReviewDto,
  summaryOf,
} from '#libs/contracts';
import { farms } from '../../entities/farms';
import { entity, newest, newestBy, type Put, whole } from '../../realtime/entity';
import { type Live, liveList, liveValue, type RowChange } from '../../realtime/live-query';
import { newestFirst, type RawPage } from '../../realtime/rows';

interface KnownReview {
  /** As everybody may see it. */
  review?: ReviewDto;
  /** The version at which it was taken from view. */
  goneAt?: number;
  /** As its writer and the admins see it. */
  own?: OwnReviewDto;
  deleted?: true;
}
const reviews = entity<KnownReview>('reviews', {
  review: newest,
  goneAt: newestBy((version) => version),
  own: newest,
  deleted: (known) => known,
});

export const putReview = (review: ReviewDto): Put => reviews.put(review._id, { review });

export const putGoneReview = (id: string, goneAt: number): Put => reviews.put(id, { goneAt });

export const putOwnReview = (own: OwnReviewDto, step?: 'deleted'): Put =>
  reviews.put(own._id, step ? { own, deleted: true } : { own });

/** A review that the server answered to its writer. */
export function putWritten(own: OwnReviewDto): Put {
  const { orderId: _, customerId: __, editableUntil: ___, hiddenReason, ...review } = own;
  return reviews.put(own._id, hiddenReason === null ? { own, review } : { own });
}

/** A review that its writer deleted. */
export const putDeleted = (own: OwnReviewDto): Put =>
  reviews.put(own._id, { own, deleted: true, goneAt: own.version + 1 });

const isOutOfView = (review: ReviewDto, known: KnownReview | undefined) =>
  (known?.goneAt ?? -1) >= review.version;
const isDeleted = (_: OwnReviewDto, known: KnownReview | undefined) => known?.deleted === true;
const row = {
  rows: 'reviews',
  entity: reviews,
  current: (review: ReviewDto, known: KnownReview | undefined) => newest(review, known?.review),
  whole: ({ review }: KnownReview) => review,
  isGone: isOutOfView,
  compare: newestFirst,
} as const;
const ownRow = {
  ...row,
  current: (own: OwnReviewDto, known: KnownReview | undefined) => newest(own, known?.own),
  whole: ({ own }: KnownReview) => own,
  isGone: isDeleted,
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
  joins: 'changed',
  matches:
    ({ product, farm, stars }: ShownFilter) =>
    (one) =>
      (product ?? one.productId) === one.productId &&
      (farm ?? one.farmSlug) === one.farmSlug &&
      (stars ?? one.rating) === one.rating,
  summary: (page, change, live, { farm }) => {
    const rating = currentRating(page, change, live, farm !== undefined);
    return rating === page.rating ? page : { ...page, rating };
  },
});

/** The rating over all reviews: a farm's own figure where there is a new one, otherwise moved by what changed. */
function currentRating(
  page: RawPage,
  { before, after }: RowChange<ReviewDto>,
  live: Live,
  isFarm: boolean,
): RatingSummary | null {
  const rating = (page.rating ?? null) as RatingSummary | null;
  const farmId = after[0]?.farmId ?? '';
  const known = live.changed(farms).has(farmId) ? live.get(farms, farmId)?.rating : undefined;
  if (isFarm && known) return known.rating;
  const old = new Map(before.map((one) => [one._id, one.rating]));
  const now = new Map(after.map((one) => [one._id, one.rating]));
  const moved = [...new Set([...old.keys(), ...now.keys()])].filter(
    (id) => old.get(id) !== now.get(id),
  );
  if (rating === null || moved.length === 0) return rating;
  const spread = moved.reduce(
    (counts, id) => movedStars(counts, old.get(id) ?? null, now.get(id) ?? null),
    rating.spread,
  );
  return summaryOf(spread.map((count) => Math.max(0, count)));
}

/** The reviews of a farmer's own farm, with how many wait for a reply. */
liveList({
  ...row,
  key: ['farm-reviews', 'list'],
  matches:
    ({ answered }: { answered?: boolean }, { viewer }) =>
    (one) =>
      one.farmId === viewer?.farmId &&
      (answered === undefined || (one.reply !== null) === answered),
  summary: (page, { before, after }) => {
    const change = waitingIn(after) - waitingIn(before);
    if (change === 0) return page;
    return { ...page, unanswered: movedTotal(Number(page.unanswered), change) };
  },
});

const waitingIn = (list: readonly ReviewDto[]) => list.filter(({ reply }) => reply === null).length;

/** Every review, for admins. */
liveList({
  ...ownRow,
  key: ['all-reviews', 'list'],
  matches:
    ({ hidden }: { hidden?: boolean }) =>
    (one) =>
      hidden === undefined || (one.hiddenReason !== null) === hidden,
});

/** What a customer has written. Admins get everybody's events, and have no reviews of their own. */
liveList({
  ...ownRow,
  key: ['reviews', 'mine'],
  matches: ({ order }: { order?: string }, { viewer }) =>
    viewer?.role === 'customer' ? (one) => (order ?? one.orderId) === one.orderId : null,
});

const receipts = whole<ReceiptDto>(
  'receipts',
  ({ orderId, productId }) => `${orderId} ${productId}`,
  (_, incoming) => incoming,
);

/** What has arrived can be reviewed. */
export function putReceipts({ orderId, part }: PartStatusChange, receivedAt: string): Put[] {
  if (part.status !== 'delivered') return [];
  return part.lines.map(({ productId, name: productName, image: productImage }) => {
    const line = { orderId, productId, productName, productImage, farmName: part.farmName };
    return receipts.of({ ...line, receivedAt });
  });
}

/** A line waits from its arrival until it is reviewed, and again when its review was deleted. */
liveValue<ReceiptsPage>({
  key: ['reviews', 'waiting'],
  reads: [receipts, reviews],
  current: (data, live) => {
    let waiting = data.receipts;
    for (const [id, receipt] of live.all(receipts)) {
      if (live.changed(receipts).has(id) && !waiting.some(isOf(receipt)))
        waiting = [receipt, ...waiting];
    }
    for (const [, { own, deleted = false }] of live.all(reviews)) {
      if (!own || live.viewer?.role !== 'customer') continue;
      const waits = waiting.some(isOf(own));
      if (!deleted && waits) waiting = waiting.filter((one) => !isOf(own)(one));
      if (deleted && !waits && own.hiddenReason === null) waiting = [receiptOf(own), ...waiting];
    }
    const isSame = waiting === data.receipts;
    return isSame ? data : { ...data, receipts: waiting, total: waiting.length };
  },
});

const isOf =
  ({ orderId, productId }: Pick<ReceiptDto, 'orderId' | 'productId'>) =>
  (one: ReceiptDto) =>
    one.orderId === orderId && one.productId === productId;

function receiptOf(own: OwnReviewDto): ReceiptDto {
  const { orderId, productId, productName, productImage, farmName, createdAt } = own;
  return { orderId, productId, productName, productImage, farmName, receivedAt: createdAt };
}
