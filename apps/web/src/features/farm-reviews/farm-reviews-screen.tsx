import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ReviewDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { useCalmRows } from '../../lib/use-calm-rows';
import { useReading } from '../../lib/use-reading';
import { useKeptRows } from '../../realtime/use-kept-rows';
import { Button, LinkButton } from '../../ui/button';
import { Field, Select } from '../../ui/form';
import { useAnnounce } from '../../ui/live-announcer';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { WaitingRows } from '../../ui/waiting-rows';
import { farmReviewsQueryOptions } from './farm-reviews';
import { ReplyDialog } from './reply-dialog';
import { ReviewCard } from './review-card';
import { farmReviewsText as text } from './texts';

/** What customers say of the farm's goods, and the farm's replies; the filter stands in the address. */
export function FarmReviewsScreen() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('answered');
  const answered = asked === 'true' ? true : asked === 'false' ? false : undefined;
  const set = (value: string) =>
    setSearch(value === '' ? {} : { answered: value }, { replace: true });
  return (
    <>
      <div className="mb-6 sm:w-60">
        <Field name="answered" label={text.show}>
          <Select
            value={answered === undefined ? '' : String(answered)}
            onChange={(event) => set(event.target.value)}
          >
            <option value="">{text.all}</option>
            <option value="false">{text.open}</option>
            <option value="true">{text.answered}</option>
          </Select>
        </Field>
      </div>
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
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  const calm = useCalmRows(rows, reading);
  const [replying, setReplying] = useState<string | null>(null);
  useArrivals(query.data && rows);
  if (query.isPending) {
    return (
      <Loading>
        <div className="grid gap-4">
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} className="h-48" />
          ))}
        </div>
      </Loading>
    );
  }
  if (query.data === undefined) {
    return <ErrorState query={query} title={text.failed} />;
  }
  if (rows.length === 0) return <NoReviews answered={answered} onShowAll={onShowAll} />;
  const [first] = query.data.pages;
  return (
    <section ref={region} {...focusProps}>
      <p className="mb-4 text-ink-soft tabular-nums">
        {text.sum(first?.total ?? rows.length, first?.unanswered ?? 0)}
      </p>
      <WaitingRows count={calm.waiting} label={text.waiting(calm.waiting)} onShow={calm.show} />
      <ul className="grid gap-4">
        {calm.shown.map((review) => (
          <li key={review._id}>
            <ReviewCard review={review} onReply={() => setReplying(review._id)} />
          </li>
        ))}
      </ul>
      <ReplyDialog
        review={rows.find(({ _id }) => _id === replying) ?? null}
        onClose={() => setReplying(null)}
      />
      <LoadMore query={query} label={text.more} />
    </section>
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

function useArrivals(reviews: readonly ReviewDto[] | undefined): void {
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
