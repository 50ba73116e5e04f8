import * as z from 'zod/mini';
import { textSchema } from '#libs/contracts';
import { useForm } from '../lib/use-form';
import { Button } from './button';
import { ChangeNotice } from './change-notice';
import { Dialog } from './dialog';
import { Field, Form, Select, Textarea } from './form';
import { uiText } from './texts';

export interface Question {
  readonly title: string;
  readonly body: string;
  readonly hint: string;
  readonly required: boolean;
  /** Label of the submit button. */
  readonly confirm: string;
  /** Label of the cancel button. */
  readonly cancel: string;
  /** Kinds of reason to choose from; the first is the default. */
  readonly kinds?: {
    readonly label: string;
    readonly options: readonly (readonly [value: string, label: string])[];
  };
  /** Maximum characters of a reason. */
  readonly maxLength: number;
  /** What has changed since the dialog opened; what was typed stays. */
  readonly notice?: string | null;
  /** Why it cannot be confirmed now; what was typed stays. */
  readonly blocked?: string | null;
}

/** A dialog that asks for the reason of an action; closed while `question` is null. */
export function ReasonDialog({
  question,
  onClose,
  onConfirm,
}: {
  question: Question | null;
  onClose: () => void;
  /** A promise keeps the form busy until it settles. */
  onConfirm: (reason: string, kind?: string) => void | Promise<void>;
}) {
  return (
    <Dialog open={question !== null} onClose={onClose} title={question?.title ?? ''}>
      {question !== null && (
        <ReasonForm question={question} onClose={onClose} onConfirm={onConfirm} />
      )}
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
  onConfirm: (reason: string, kind?: string) => void | Promise<void>;
}) {
  const { body, hint, required, confirm, cancel, maxLength, kinds, notice, blocked } = question;
  const free = z.string().check(z.trim(), z.maxLength(maxLength));
  const form = useForm({
    schema: z.object({
      kind: z.optional(z.string()),
      reason: required ? textSchema(maxLength) : free,
    }),
    messages: { reason: uiText.reasonMissing },
    onSubmit: ({ reason, kind }) => onConfirm(reason, kind),
  });
  return (
    <Form form={form}>
      <p>{body}</p>
      <ChangeNotice text={notice ?? null} />
      {kinds !== undefined && (
        <Field name="kind" label={kinds.label}>
          <Select>
            {kinds.options.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field name="reason" label={uiText.reason} hint={hint} optional={!required}>
        <Textarea rows={3} maxLength={maxLength} required={required} />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="ghost" onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" busy={form.busy} disabledReason={blocked}>
          {confirm}
        </Button>
      </div>
    </Form>
  );
}
