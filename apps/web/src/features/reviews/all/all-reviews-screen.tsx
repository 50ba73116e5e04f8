import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OwnReviewDto } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { useKeptRows } from '../../../lib/lists/use-stable-rows';
import { Button } from '../../../ui/button';
import { DataTable } from '../../../ui/data-table';
import { ChoiceFilter } from '../../../ui/filters';
import { LiveRows } from '../../../ui/live-rows';
import { type Question, ReasonDialog } from '../../../ui/reason-form';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { allReviewsQueryOptions, useModerate } from '../reviews';
import { allReviewsText as text } from '../texts';
import { reviewColumns } from './review-columns';

/** All reviews, live; the filter is a search parameter. */
export function AllReviewsScreen() {
  const [search, setSearch] = useSearchParams();
  const selected = search.get('hidden');
  const hidden = selected === 'true' ? true : selected === 'false' ? false : undefined;
  const set = (value: string) =>
    setSearch(value === '' ? {} : { hidden: value }, { replace: true });
  return (
    <>
      <ChoiceFilter
        name="hidden"
        className="mb-6 sm:w-60"
        label={text.show}
        any={text.all}
        options={[
          ['false', text.visible],
          ['true', text.hidden],
        ]}
        value={hidden === undefined ? '' : String(hidden)}
        onChange={set}
      />
      <Reviews key={String(hidden)} hidden={hidden} onShowAll={() => set('')} />
    </>
  );
}

function Reviews({ hidden, onShowAll }: { hidden: boolean | undefined; onShowAll: () => void }) {
  const query = useInfiniteQuery(allReviewsQueryOptions(hidden));
  const [moderatedId, setModeratedId] = useState<string | null>(null);
  const online = useOnline();
  const rows = useKeptRows(
    query.data?.pages.flatMap((page) => page.reviews) ?? [],
    (review) => hidden === undefined || (review.hiddenReason !== null) === hidden,
  );
  if (query.isPending) {
    return <LoadingRows rows={5} height="h-20" />;
  }
  if (query.data === undefined) {
    return <ErrorState query={query} title={text.failed} />;
  }
  if (rows.length === 0) {
    return hidden === undefined ? (
      <EmptyState title={text.none}>{text.noneHint}</EmptyState>
    ) : (
      <EmptyState
        title={text.noneFound}
        action={
          <Button tone="outline" onClick={onShowAll}>
            {text.showAll}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <LiveRows
        query={query}
        rows={rows}
        label={text.caption}
        more={text.more}
        head={text.found(query.data.pages[0]?.total ?? rows.length)}
      >
        {(shown) => (
          <DataTable
            caption={text.caption}
            columns={reviewColumns}
            rows={shown}
            rowKey={({ _id }) => _id}
            actions={({ _id, hiddenReason, author, productName }) => (
              <Button
                size="sm"
                tone={hiddenReason === null ? 'danger' : 'outline'}
                disabledReason={online ? null : text.offline}
                aria-label={
                  hiddenReason === null
                    ? text.hideOf(author, productName)
                    : text.restoreOf(author, productName)
                }
                onClick={() => setModeratedId(_id)}
              >
                <span className="whitespace-nowrap">
                  {hiddenReason === null ? text.hide : text.restore}
                </span>
              </Button>
            )}
          />
        )}
      </LiveRows>
      <Moderation
        review={rows.find(({ _id }) => _id === moderatedId) ?? null}
        onClose={() => setModeratedId(null)}
      />
    </>
  );
}

function Moderation({ review, onClose }: { review: OwnReviewDto | null; onClose: () => void }) {
  const moderate = useModerate();
  const toast = useToast();
  const confirm = (reason: string) => {
    onClose();
    if (review === null) return;
    const hidden = review.hiddenReason === null;
    moderate.mutate(
      { id: review._id, version: review.version, hidden, reason },
      {
        onSuccess: () => toast({ title: hidden ? text.isHidden : text.isShown }),
        onError: (error) =>
          toast({
            tone: 'error',
            title: text.stepFailed,
            description:
              errorCode(error) === 'VERSION_CONFLICT' ? text.conflict : errorMessage(error),
          }),
      },
    );
  };
  return (
    <ReasonDialog question={review && questionOf(review)} onClose={onClose} onConfirm={confirm} />
  );
}

function questionOf({ hiddenReason }: OwnReviewDto): Question {
  const hides = hiddenReason === null;
  return {
    title: hides ? text.hideTitle : text.restoreTitle,
    body: hides ? text.hideBody : text.restoreBody,
    hint: text.reasonHint,
    required: true,
    confirm: hides ? text.hide : text.restore,
    cancel: text.keep,
  };
}
