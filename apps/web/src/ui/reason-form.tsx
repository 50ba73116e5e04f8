import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { MAX_LENGTH, textSchema } from '#libs/contracts';
import { useForm } from '../lib/forms/use-form';
import { Chip } from './chip';
import { Dialog } from './dialog';
import { Field, Form, FormActions, Textarea } from './form';
import { formText } from './texts';

export interface Question {
  readonly title: string;
  readonly body: string;
  readonly hint: string;
  readonly required: boolean;
  /** Label of the submit button. */
  readonly confirm: string;
  /** Label of the cancel button. */
  readonly cancel: string;
  /** What it means in figures, or what else it asks for; before the reason. */
  readonly content?: ReactNode;
  /** Kinds of reason to choose from. A kind's text is the reason until the user types another. */
  readonly kinds?: ReasonKinds;
  /** What has changed since the dialog opened; the typed text stays. */
  readonly notice?: string | null;
  /** Why it cannot be confirmed now; the typed text stays. */
  readonly blocked?: string | null;
}

interface ReasonKinds {
  readonly label: string;
  readonly missing: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly words: string;
  }[];
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
    <Dialog sheet open={question !== null} onClose={onClose} title={question?.title ?? ''}>
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
  const { body, hint, required, confirm, cancel, content, kinds, notice, blocked } = question;
  const [text, setText] = useState('');
  const form = useForm({
    schema: z.object({
      kind: kinds === undefined ? z.optional(z.string()) : z.string(),
      reason: textSchema(MAX_LENGTH.reason, { lines: true, empty: !required }),
    }),
    messages: { reason: formText.reasonMissing, kind: kinds?.missing ?? '' },
    onSubmit: ({ reason, kind }) => onConfirm(reason, kind),
  });
  const isOwnText = text !== '' && !kinds?.options.some(({ words }) => words === text);
  return (
    <Form form={form}>
      <p>{body}</p>
      <ChangeNotice text={notice ?? null} />
      {content}
      {kinds !== undefined && (
        <KindChips
          id={`${form.id}-kind`}
          kinds={kinds}
          error={form.errors.kind}
          onChoose={(words) => {
            if (!isOwnText) setText(words);
          }}
        />
      )}
      <Field name="reason" label={formText.reason} hint={hint} optional={!required}>
        <Textarea
          rows={2}
          maxLength={MAX_LENGTH.reason}
          required={required}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <FormActions cancel={cancel} onCancel={onClose} send={confirm} disabledReason={blocked} />
    </Form>
  );
}

/** Radio buttons as chips; the first has the id, for the error summary's link. */
function KindChips({
  id,
  kinds,
  error,
  onChoose,
}: {
  id: string;
  kinds: ReasonKinds;
  error: string | undefined;
  onChoose: (words: string) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{kinds.label}</legend>
      <div className="flex flex-wrap gap-2">
        {kinds.options.map(({ value, label, words }, at) => (
          <Chip
            key={value}
            id={at === 0 ? id : undefined}
            type="radio"
            name="kind"
            value={value}
            label={label}
            onChange={() => onChoose(words)}
          />
        ))}
      </div>
      {error !== undefined && (
        <p className="mt-1.5 text-sm font-semibold text-tomato-ink">{error}</p>
      )}
    </fieldset>
  );
}

/** Announces in a dialog what another user has changed since it opened. */
export function ChangeNotice({ text }: { text: string | null }) {
  return (
    <p role="alert" className="border-l-4 border-tomato-ink pl-3 font-semibold empty:hidden">
      {text}
    </p>
  );
}
