import * as z from 'zod/mini';
import { MAX_LENGTH, type ReviewDto, textSchema } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { Dialog } from '../../../ui/dialog';
import { Field, Form, FormActions, Textarea } from '../../../ui/form';
import { useToast } from '../../../ui/toast';
import { useReply } from '../reviews';
import { farmReviewsText as text } from '../texts';

const replySchema = z.object({ text: textSchema(MAX_LENGTH.review, { lines: true }) });

/** The form for the farm's reply to a review; closed while `review` is null. */
export function ReplyDialog({
  review,
  onClose,
}: {
  review: ReviewDto | null;
  onClose: () => void;
}) {
  return (
    <Dialog open={review !== null} onClose={onClose} title={text.dialog}>
      {review !== null && <ReplyForm key={review._id} review={review} onClose={onClose} />}
    </Dialog>
  );
}

function ReplyForm({ review, onClose }: { review: ReviewDto; onClose: () => void }) {
  const reply = useReply();
  const toast = useToast();
  const form = useForm({
    schema: replySchema,
    messages: { text: text.missing },
    onSubmit: async (typed) => {
      try {
        await reply.mutateAsync({ id: review._id, version: review.version, text: typed.text });
      } catch (error) {
        if (errorCode(error) !== 'VERSION_CONFLICT') throw error;
        throw new FormError({ '': text.conflict });
      }
      toast({ title: text.sent });
      onClose();
    },
  });
  return (
    <Form form={form} labels={{ text: text.words }}>
      <blockquote className="max-h-40 overflow-y-auto border-l-4 border-rule pl-3 whitespace-pre-line text-ink-soft italic">
        {review.text}
      </blockquote>
      <Field name="text" label={text.words} hint={text.wordsHint}>
        <Textarea
          rows={5}
          maxLength={MAX_LENGTH.review}
          defaultValue={review.reply?.text ?? ''}
          required
        />
      </Field>
      <FormActions cancel={text.keep} onCancel={onClose} send={text.send} />
    </Form>
  );
}
