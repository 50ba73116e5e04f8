import * as z from 'zod/mini';
import { MAX_LENGTH, type OwnReviewDto, starsSchema, textSchema } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { FormError, useForm } from '../../lib/forms/use-form';
import { Dialog } from '../../ui/dialog';
import { Field, Form, FormActions, Input, Textarea } from '../../ui/form';
import { useToast } from '../../ui/toast';
import { useSaveReview } from './reviews';
import { StarsField } from './stars';
import { reviewsText } from './texts';

/** A delivered order line, which can be reviewed. */
export interface Reviewable {
  readonly orderId: string;
  readonly productId: string;
  readonly name: string;
}

const schema = z.object({
  rating: z.pipe(z.coerce.number(), starsSchema),
  title: textSchema(MAX_LENGTH.reviewTitle, { empty: true }),
  text: textSchema(MAX_LENGTH.review, { lines: true }),
});
const messages = {
  rating: reviewsText.ratingMissing,
  title: reviewsText.headlineLong,
  text: reviewsText.wordsMissing,
};
const labels = {
  rating: reviewsText.rating,
  title: reviewsText.headline,
  text: reviewsText.words,
};

interface Props {
  line: Reviewable;
  /** The review to edit; undefined for a new one. */
  review: OwnReviewDto | undefined;
  onClose: () => void;
}

/** The form for a new or changed review. */
export default function ReviewDialog(props: Props) {
  const { line, review, onClose } = props;
  const title = review ? reviewsText.editOf(line.name) : reviewsText.writeAbout(line.name);
  return (
    <Dialog open onClose={onClose} title={title}>
      <ReviewForm {...props} />
    </Dialog>
  );
}

function ReviewForm({ line, review, onClose }: Props) {
  const save = useSaveReview();
  const toast = useToast();
  const form = useForm({
    schema,
    messages,
    onSubmit: async ({ rating, title, text }) => {
      const content = { rating, title: title === '' ? null : title, text };
      const { orderId, productId } = line;
      try {
        await save.mutateAsync(
          review
            ? { _id: review._id, version: review.version, ...content }
            : { orderId, productId, ...content },
        );
      } catch (error) {
        if (errorCode(error) !== 'VERSION_CONFLICT') throw error;
        throw new FormError({ '': reviewsText.conflict });
      }
      toast({ title: review ? reviewsText.changed : reviewsText.saved, tone: 'success' });
      onClose();
    },
  });
  return (
    <Form form={form} labels={labels} guard>
      <StarsField id={`${form.id}-rating`} initial={review?.rating} error={form.errors.rating} />
      <Field name="title" label={reviewsText.headline} optional>
        <Input
          defaultValue={review?.title ?? ''}
          maxLength={MAX_LENGTH.reviewTitle}
          autoComplete="off"
        />
      </Field>
      <Field name="text" label={reviewsText.words} hint={reviewsText.wordsHint}>
        <Textarea defaultValue={review?.text} maxLength={MAX_LENGTH.review} rows={5} required />
      </Field>
      <FormActions
        cancel={reviewsText.cancel}
        onCancel={onClose}
        send={review ? reviewsText.save : reviewsText.send}
      />
    </Form>
  );
}
