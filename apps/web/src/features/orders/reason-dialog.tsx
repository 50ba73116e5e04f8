import * as z from 'zod/mini';
import { textSchema } from '#libs/contracts';
import { useForm } from '../../lib/use-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, Form, Textarea } from '../../ui/form';
import { ordersText } from './texts';

const LONGEST = 280;
const needed = z.object({ reason: textSchema(LONGEST) });
const optional = z.object({ reason: z.string().check(z.trim(), z.maxLength(LONGEST)) });

interface Question {
  readonly title: string;
  readonly body: string;
  readonly hint: string;
  readonly required: boolean;
  readonly confirm: string;
}

/** Asks for a reason before a step that cannot be taken back. */
export function ReasonDialog({
  open,
  question,
  onClose,
  onConfirm,
}: {
  open: boolean;
  question: Question;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={question.title}>
      <ReasonForm question={question} onClose={onClose} onConfirm={onConfirm} />
    </Dialog>
  );
}

function ReasonForm({
  question,
  onClose,
  onConfirm,
}: {
  question: Question;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}) {
  const form = useForm({
    schema: question.required ? needed : optional,
    messages: { reason: ordersText.reasonMissing },
    onSubmit: ({ reason }) => onConfirm(reason),
  });
  return (
    <Form form={form}>
      <p>{question.body}</p>
      <Field
        name="reason"
        label={ordersText.reason}
        hint={question.hint}
        optional={!question.required}
      >
        <Textarea rows={3} maxLength={LONGEST} required={question.required} />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="ghost" onClick={onClose}>
          {ordersText.keep}
        </Button>
        <Button type="submit">{question.confirm}</Button>
      </div>
    </Form>
  );
}
