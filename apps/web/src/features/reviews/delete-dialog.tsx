import type { OwnReviewDto } from '#libs/contracts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { useDeleteReview } from './reviews';
import { reviewsText } from './texts';

/** Confirms and deletes a review. */
export default function DeleteDialog({
  review,
  onClose,
}: {
  review: OwnReviewDto;
  onClose: () => void;
}) {
  const remove = useDeleteReview();
  const toast = useToast();
  const onDelete = () =>
    remove.mutate(review, {
      onSuccess: () => {
        toast({ title: reviewsText.removed, tone: 'info' });
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={reviewsText.removeTitle}
      actions={
        <>
          <Button tone="ghost" onClick={onClose}>
            {reviewsText.keep}
          </Button>
          <Button tone="danger" busy={remove.isPending} onClick={onDelete}>
            {reviewsText.remove}
          </Button>
        </>
      }
    >
      <p>{reviewsText.removeText}</p>
      {remove.isError && (
        <p role="alert" className="mt-3 font-semibold text-tomato-ink">
          {errorMessage(remove.error)}
        </p>
      )}
    </Dialog>
  );
}
