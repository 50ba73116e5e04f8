import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button';
import { SectionTitle } from '../../ui/card';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { ReviewCard } from './review-card';
import { ReviewSummary } from './review-summary';
import { type Reviewed, reviewsQueryOptions } from './reviews';
import { reviewsText } from './texts';

/** What customers say of a product or a farm, with the spread of the stars; `own` is what the reader can write. */
export function Reviews({ of, own }: { of: Reviewed; own?: ReactNode }) {
  const [stars, setStars] = useState<number | undefined>(undefined);
  const all = useInfiniteQuery(reviewsQueryOptions(of));
  const rating = all.data?.pages[0]?.rating ?? null;
  const nobody = all.data?.pages[0]?.total === 0;
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
        {nobody ? (
          <EmptyState title={reviewsText.none}>{reviewsText.noneHint}</EmptyState>
        ) : (
          <ReviewRows of={of} stars={stars} onAll={() => setStars(undefined)} />
        )}
      </div>
    </section>
  );
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
    <div>
      {stars !== undefined && (
        <p className="mb-4">
          <Button tone="outline" size="sm" onClick={onAll}>
            {reviewsText.showAll}
          </Button>
        </p>
      )}
      <ul className="grid gap-6">
        {reviews.map((review) => (
          <li key={review._id} className="border-b border-rule pb-6 last:border-0">
            <ReviewCard review={review} about={'farm' in of} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} label={reviewsText.more} />
    </div>
  );
}
