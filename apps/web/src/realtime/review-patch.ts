import { movedTotal, type OwnReviewDto, type ReviewDto } from '#libs/contracts';
import { isInfinite, isRecord, mapPages, type RowPage } from './cache';
import type { Facts } from './facts';
import { newestFirst, reconcileRows } from './rows';

type Page = Record<string, unknown>;

/** The reviews of a farmer's own farm, newest first, with how many wait for a reply. */
export function currentFarmReviews(
  data: unknown,
  answered: unknown,
  farmId: string | null,
  facts: Facts,
): unknown {
  const current = (review: ReviewDto) => newer(review, facts.reviews.get(review._id));
  const matches = (review: ReviewDto) =>
    answered === undefined || (review.reply !== null) === (String(answered) === 'true');
  const isGone = (review: ReviewDto) => facts.isReviewGone(review);
  const before = waiting(data);
  const next = mapPages<ReviewDto>(data, 'reviews', (pages) =>
    without(
      reconcileRows(pages, {
        current,
        matches,
        known: [...facts.reviews.values()].filter(
          (review) => review.farmId === farmId && !isGone(review),
        ),
        compare: newestFirst,
      }),
      isGone,
    ),
  );
  const change = waiting(next) - before;
  return next === data || change === 0 ? next : mapWaiting(next, change);
}

/** Every review, as admins see them. */
export function currentAllReviews(data: unknown, hidden: unknown, facts: Facts): unknown {
  const matches = (review: OwnReviewDto) =>
    hidden === undefined || (review.hiddenReason !== null) === (String(hidden) === 'true');
  const isGone = ({ _id }: OwnReviewDto) => facts.deletedReviews.has(_id);
  return mapPages<OwnReviewDto>(data, 'reviews', (pages) =>
    without(
      reconcileRows(pages, {
        current: (review) => newer(review, facts.ownReviews.get(review._id)),
        matches,
        known: [...facts.ownReviews.values()].filter((review) => !isGone(review)),
        compare: newestFirst,
      }),
      isGone,
    ),
  );
}

function without<Review>(
  pages: readonly RowPage<Review>[],
  isGone: (review: Review) => boolean,
): readonly RowPage<Review>[] {
  const gone = pages.flatMap(({ rows }) => rows.filter(isGone)).length;
  if (gone === 0) return pages;
  return pages.map((page) => ({
    ...page,
    rows: page.rows.filter((row) => !isGone(row)),
    total: movedTotal(page.total, -gone),
  }));
}

function pagesOf(data: unknown): Page[] {
  return isInfinite(data) ? data.pages : isRecord(data) ? [data] : [];
}

function waiting(data: unknown): number {
  return pagesOf(data)
    .flatMap((page) => (Array.isArray(page.reviews) ? (page.reviews as ReviewDto[]) : []))
    .filter(({ reply }) => reply === null).length;
}

function mapWaiting(data: unknown, change: number): unknown {
  const pages = pagesOf(data).map((page) => ({
    ...page,
    unanswered: movedTotal(Number(page.unanswered), change),
  }));
  return isInfinite(data) ? { ...data, pages } : pages[0];
}

function newer<Thing extends { version: number }>(thing: Thing, rival: Thing | undefined): Thing {
  return rival && rival.version > thing.version ? rival : thing;
}
