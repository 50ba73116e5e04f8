import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { OwnReviewDto } from '#libs/contracts';
import { formatDate } from '../../lib/format';
import { lazyPart } from '../../lib/load-part';
import { useNow } from '../../lib/use-now';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { uiText } from '../../ui/texts';
import { ReviewCard } from './review-card';
import type { Reviewable } from './review-dialog';
import { ownReviewsQueryOptions, waitingReviewsQueryOptions } from './reviews';
import { reviewsText } from './texts';

// only who has bought something writes: everybody else goes without the form
const ReviewDialog = lazyPart(() => import('./review-dialog'));
const DeleteDialog = lazyPart(() => import('./delete-dialog'));

/** Write, or edit and delete: what a customer can do with the review of one line that has arrived. */
export function ReviewButtons({
  line,
  review,
}: {
  line: Reviewable;
  review: OwnReviewDto | undefined;
}) {
  const [doing, setDoing] = useState<'write' | 'delete' | null>(null);
  const now = useNow();
  const offline = useOnline() ? null : uiText.offline;
  const open = review === undefined || Date.parse(review.editableUntil) > now;
  const close = () => setDoing(null);
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      {open && (
        <Button
          tone="outline"
          size="sm"
          icon={<Icon of={PenLine} size={16} />}
          aria-label={review ? reviewsText.editOf(line.name) : reviewsText.writeAbout(line.name)}
          disabledReason={offline}
          onClick={() => setDoing('write')}
        >
          {review ? reviewsText.edit : reviewsText.write}
        </Button>
      )}
      {review && (
        <Button
          tone="ghost"
          size="sm"
          aria-label={reviewsText.removeOf(line.name)}
          disabledReason={offline}
          onClick={() => setDoing('delete')}
        >
          {reviewsText.remove}
        </Button>
      )}
      <Suspense>
        {doing === 'write' && <ReviewDialog line={line} review={review} onClose={close} />}
        {doing === 'delete' && review && <DeleteDialog review={review} onClose={close} />}
      </Suspense>
    </span>
  );
}

/** On a product's page: the reader's own reviews of it, and the way to one for what has arrived. */
export function OwnReview({ productId }: { productId: string }) {
  const mine = useQuery(ownReviewsQueryOptions());
  const waiting = useQuery(waitingReviewsQueryOptions());
  const review = mine.data?.reviews.find((one) => one.productId === productId);
  const receipt = waiting.data?.receipts.find((one) => one.productId === productId);
  if (review) {
    const { orderId, productName: name } = review;
    return (
      <Card as="section" aria-label={reviewsText.yours} className="grid gap-3">
        <p className="eyebrow">{reviewsText.yours}</p>
        {review.hiddenReason !== null && (
          <p className="rounded-sm bg-butter-tint p-3 text-sm text-butter-ink">
            {reviewsText.hidden(review.hiddenReason)}
          </p>
        )}
        <ReviewCard
          review={review}
          actions={<ReviewButtons line={{ orderId, productId, name }} review={review} />}
        />
        <p className="text-sm text-ink-soft">
          {reviewsText.until(formatDate(review.editableUntil))}
        </p>
      </Card>
    );
  }
  if (!receipt) return null;
  const { orderId, productName: name } = receipt;
  return <ReviewButtons line={{ orderId, productId, name }} review={undefined} />;
}

/** On an order's page, beside a line that has arrived. */
export function LineReview({ line }: { line: Reviewable }) {
  const { data } = useQuery(ownReviewsQueryOptions(line.orderId));
  if (data === undefined) return null;
  const review = data.reviews.find((one) => one.productId === line.productId);
  return <ReviewButtons line={line} review={review} />;
}
