import type { ReactNode } from 'react';
import { Card } from '../../../ui/card';
import { DateInput } from '../../../ui/date-input';
import { Checkbox, Field, Input, Textarea } from '../../../ui/form';
import { NumberInput } from '../../../ui/number-input';
import { editorText as text } from '../texts';
import type { DraftField } from './draft';
import { type FormField, fields, type TextField } from './fields';
import type { ProductDraftController } from './use-product-draft';

/** A section of the form with its heading. */
export function FormSection({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  const id = `sheet-${title.replace(/\W+/g, '-').toLowerCase()}`;
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-1 text-sm text-ink-soft">{lead}</p>}
      <div className="mt-4 grid gap-5 sm:grid-cols-2">{children}</div>
    </Card>
  );
}

interface Props {
  editing: ProductDraftController;
  name: TextField;
  hint?: ReactNode;
  optional?: boolean;
  wide?: boolean;
}

/** A single-line field: of text, of a number, or of a date and time. */
export function TextInput({ editing, name, hint, optional, wide = false }: Props) {
  const field: FormField = fields[name];
  const value = editing.draft[name];
  const change = (typed: string) => editing.edit({ [name]: typed });
  return (
    <Field
      name={name}
      label={text.fields[name]}
      hint={hint}
      optional={optional}
      className={wide ? 'sm:col-span-2' : undefined}
    >
      {field.number !== undefined ? (
        <NumberInput kind={field.number} value={value} onChange={change} />
      ) : field.isMoment ? (
        <DateInput type="datetime-local" value={value} onChange={change} />
      ) : (
        <Input
          maxLength={field.maxLength}
          autoComplete="off"
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

/** A multi-line field. */
export function TextBlock({
  editing,
  name,
  hint,
  optional,
  wide = false,
  rows,
}: Props & { rows: number }) {
  const field: FormField = fields[name];
  return (
    <Field
      name={name}
      label={text.fields[name]}
      hint={hint}
      optional={optional}
      className={wide ? 'sm:col-span-2' : undefined}
    >
      <Textarea
        rows={rows}
        maxLength={field.maxLength}
        value={editing.draft[name]}
        onChange={(event) => editing.edit({ [name]: event.target.value })}
      />
    </Field>
  );
}

/** A checkbox. */
export function CheckboxInput({
  editing,
  name,
  hint,
}: {
  editing: ProductDraftController;
  name: Extract<DraftField, 'organic' | 'showsCount'>;
  hint?: ReactNode;
}) {
  return (
    <div className="sm:col-span-2">
      <Checkbox
        name={name}
        label={text.fields[name]}
        hint={hint}
        checked={editing.draft[name]}
        onChange={(event) => editing.edit({ [name]: event.target.checked })}
      />
    </div>
  );
}
