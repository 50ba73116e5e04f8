import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { OwnReviewDto } from '#libs/contracts';
import { lazyPart } from '../../lib/api/chunks';
import { useOnline } from '../../lib/browser/device';
import { useNow } from '../../lib/browser/timers';
import { formatDate } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { uiText } from '../../ui/texts';
import { ReviewCard } from './review-card';
import type { Reviewable } from './review-dialog';
import { ownReviewsQueryOptions, waitingReviewsQueryOptions } from './reviews';
import { reviewsText } from './texts';

// loaded on demand: only customers with a delivered order need the forms
const ReviewDialog = lazyPart(() => import('./review-dialog'));
const DeleteDialog = lazyPart(() => import('./delete-dialog'));

/** Buttons to write, edit and delete the review of a delivered order line. */
export function ReviewButtons({
  line,
  review,
}: {
  line: Reviewable;
  review: OwnReviewDto | undefined;
}) {
  const [openDialog, setOpenDialog] = useState<'write' | 'delete' | null>(null);
  const now = useNow();
  const offline = useOnline() ? null : uiText.offline;
  const isEditable = review === undefined || Date.parse(review.editableUntil) > now;
  const close = () => setOpenDialog(null);
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      {isEditable && (
        <Button
          tone="outline"
          size="sm"
          icon={<Icon of={PenLine} size={16} />}
          aria-label={review ? reviewsText.editOf(line.name) : reviewsText.writeAbout(line.name)}
          disabledReason={offline}
          onClick={() => setOpenDialog('write')}
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
          onClick={() => setOpenDialog('delete')}
        >
          {reviewsText.remove}
        </Button>
      )}
      <Suspense>
        {openDialog === 'write' && <ReviewDialog line={line} review={review} onClose={close} />}
        {openDialog === 'delete' && review && <DeleteDialog review={review} onClose={close} />}
      </Suspense>
    </span>
  );
}

/** For a product page: the customer's own review, or the button to write one after a delivery. */
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

/** For an order page: the review buttons of a delivered line. */
export function LineReview({ line }: { line: Reviewable }) {
  const { data } = useQuery(ownReviewsQueryOptions(line.orderId));
  if (data === undefined) return null;
  const review = data.reviews.find((one) => one.productId === line.productId);
  return <ReviewButtons line={line} review={review} />;
}
