import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReviewDto } from '#libs/contracts';
import { useInView } from '../../lib/browser/viewport';
import { useStableRows } from '../../lib/lists/use-stable-rows';
import { Button } from '../../ui/button';
import { SectionTitle } from '../../ui/card';
import { useAnnounce } from '../../ui/live-announcer';
import { NewRowsButton } from '../../ui/live-rows';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { ReviewCard } from './review-card';
import { ReviewSummary } from './review-summary';
import { ownReviewsQueryOptions, type Reviewed, reviewsQueryOptions } from './reviews';
import { reviewsText } from './texts';

/** The reviews of a product or a farm with a summary of the ratings; `own` is the customer's own review. */
export function Reviews({ of, own }: { of: Reviewed; own?: ReactNode }) {
  const [stars, setStars] = useState<number | undefined>(undefined);
  const all = useInfiniteQuery(reviewsQueryOptions(of));
  const rating = all.data?.pages[0]?.rating ?? null;
  const isEmpty = all.data?.pages[0]?.total === 0;
  return (
    <section aria-labelledby="reviews" className="mt-16">
      <SectionTitle id="reviews">{reviewsText.title}</SectionTitle>
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="grid gap-5">
          {rating !== null && rating.count > 0 && (
            <ReviewSummary rating={rating} stars={stars} onStars={setStars} />
          )}
          {rating === null && 'farm' in of && all.data !== undefined && (
            <p className="text-ink-soft">{reviewsText.tooFew}</p>
          )}
          {own}
        </div>
        {isEmpty ? (
          <EmptyState title={reviewsText.none}>{reviewsText.noneHint}</EmptyState>
        ) : (
          <ReviewRows
            // a new filter starts a new list
            key={stars ?? 0}
            of={of}
            stars={stars}
            onAll={() => setStars(undefined)}
          />
        )}
      </div>
    </section>
  );
}

/** While the list is in view, new reviews stay pending, except the customer's own. */
function useStableReviews(reviews: readonly ReviewDto[]) {
  const region = useRef<HTMLDivElement>(null);
  // not fetched here: only cached data
  const { data: mine } = useQuery({ ...ownReviewsQueryOptions(), enabled: false });
  const isOwn = ({ _id }: ReviewDto) => mine?.reviews.some((one) => one._id === _id) ?? false;
  const stable = useStableRows(reviews, useInView(region), { isOwn });
  const announce = useAnnounce('reviews');
  useEffect(() => {
    if (stable.pending > 0) announce(reviewsText.newCount(stable.pending));
  }, [stable.pending, announce]);
  return { region, ...stable };
}

function ReviewRows({
  of,
  stars,
  onAll,
}: {
  of: Reviewed;
  stars: number | undefined;
  onAll: () => void;
}) {
  const query = useInfiniteQuery(reviewsQueryOptions(of, stars));
  const reviews = query.data?.pages.flatMap((page) => page.reviews) ?? [];
  const { region, shown, pending, showPending } = useStableReviews(reviews);
  if (query.isPending) {
    return (
      <Loading label={reviewsText.loading}>
        <div className="grid gap-6">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      </Loading>
    );
  }
  if (query.isError && query.data === undefined) {
    return <ErrorState query={query} title={reviewsText.failed} />;
  }
  if (reviews.length === 0) {
    return (
      <EmptyState
        title={stars === undefined ? reviewsText.none : reviewsText.noneOfStars(stars)}
        action={
          <Button tone="outline" onClick={onAll}>
            {reviewsText.showAll}
          </Button>
        }
      />
    );
  }
  return (
    <div ref={region}>
      <NewRowsButton count={pending} onShow={showPending} />
      {stars !== undefined && (
        <p className="mb-4">
          <Button tone="outline" size="sm" onClick={onAll}>
            {reviewsText.showAll}
          </Button>
        </p>
      )}
      <ul className="grid gap-6">
        {shown.map((review) => (
          <li key={review._id} className="border-b border-rule pb-6 last:border-0">
            <ReviewCard review={review} about={'farm' in of} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} label={reviewsText.more} />
    </div>
  );
}
