import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ReviewDto } from '#libs/contracts';
import { useKeptRows } from '../../../lib/lists/use-stable-rows';
import { paths } from '../../../lib/paths';
import { Button, LinkButton } from '../../../ui/button';
import { ChoiceFilter } from '../../../ui/filters';
import { useAnnounce } from '../../../ui/live-announcer';
import { LiveRows } from '../../../ui/live-rows';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { farmReviewsQueryOptions } from '../reviews';
import { farmReviewsText as text } from '../texts';
import { ReplyDialog } from './reply-dialog';
import { ReviewCard } from './review-card';

/** The reviews of the farm's products with the farm's replies; the filter is a search parameter. */
export function FarmReviewsScreen() {
  const [search, setSearch] = useSearchParams();
  const selected = search.get('answered');
  const answered = selected === 'true' ? true : selected === 'false' ? false : undefined;
  const set = (value: string) =>
    setSearch(value === '' ? {} : { answered: value }, { replace: true });
  return (
    <>
      <ChoiceFilter
        name="answered"
        className="mb-6 sm:w-60"
        label={text.show}
        any={text.all}
        options={[
          ['false', text.open],
          ['true', text.answered],
        ]}
        value={answered === undefined ? '' : String(answered)}
        onChange={set}
      />
      <Reviews key={String(answered)} answered={answered} onShowAll={() => set('')} />
    </>
  );
}

function Reviews({
  answered,
  onShowAll,
}: {
  answered: boolean | undefined;
  onShowAll: () => void;
}) {
  const query = useInfiniteQuery(farmReviewsQueryOptions(answered));
  const rows = useKeptRows(
    query.data?.pages.flatMap((page) => page.reviews) ?? [],
    (review) => answered === undefined || (review.reply !== null) === answered,
  );
  const [replying, setReplying] = useState<string | null>(null);
  useNewReviewAnnouncements(query.data && rows);
  if (query.isPending) {
    return <LoadingRows rows={3} height="h-48" />;
  }
  if (query.data === undefined) {
    return <ErrorState query={query} title={text.failed} />;
  }
  if (rows.length === 0) return <NoReviews answered={answered} onShowAll={onShowAll} />;
  const [first] = query.data.pages;
  return (
    <>
      <LiveRows
        query={query}
        rows={rows}
        label={text.list}
        more={text.more}
        head={text.sum(first?.total ?? rows.length, first?.unanswered ?? 0)}
      >
        {(shown) => (
          <ul className="grid gap-4">
            {shown.map((review) => (
              <li key={review._id}>
                <ReviewCard review={review} onReply={() => setReplying(review._id)} />
              </li>
            ))}
          </ul>
        )}
      </LiveRows>
      <ReplyDialog
        review={rows.find(({ _id }) => _id === replying) ?? null}
        onClose={() => setReplying(null)}
      />
    </>
  );
}

function NoReviews({
  answered,
  onShowAll,
}: {
  answered: boolean | undefined;
  onShowAll: () => void;
}) {
  if (answered === undefined) {
    return (
      <EmptyState
        title={text.empty}
        action={
          <LinkButton to={`${paths.dashboardOf('farmer')}/orders`}>{text.toOrders}</LinkButton>
        }
      >
        {text.emptyHint}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={answered ? text.emptyAnswered : text.emptyOpen}
      action={
        <Button tone="outline" onClick={onShowAll}>
          {text.showAll}
        </Button>
      }
    />
  );
}

function useNewReviewAnnouncements(reviews: readonly ReviewDto[] | undefined): void {
  const announce = useAnnounce('farm-reviews');
  const newest = reviews?.[0];
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (newest === undefined) return;
    if (before.current !== null && newest._id > before.current) {
      announce(text.arrived(newest.productName));
    }
    before.current = newest._id;
  }, [newest, announce]);
}
