import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Certificate, MAX_LENGTH } from '#libs/contracts';
import { Button, IconButton } from '../../ui/button';
import { DateInput } from '../../ui/date-input';
import { Field, Input } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { ownFarmText } from './own-farm-texts';

const text = ownFarmText.certificates;
const CERTIFICATES_MAX = 12;
const none: Certificate = { name: '', issuer: '', number: null, validUntil: null };

/** The farm's certificates: rows that are added and removed. */
export function CertificatesField({
  initial,
  onChange,
}: {
  initial: readonly Certificate[];
  /** A row was added or removed, which fires no event in the form. */
  onChange: () => void;
}) {
  const [rows, setRows] = useState(() => initial.map((value, key) => ({ key, value })));
  const add = () => {
    const key = (rows.at(-1)?.key ?? -1) + 1;
    setRows([...rows, { key, value: none }]);
    onChange();
  };
  const remove = (key: number) => {
    setRows(rows.filter((row) => row.key !== key));
    onChange();
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 font-semibold">{text.title}</legend>
      <p className="text-sm text-ink-soft">{text.hint}</p>
      {rows.map(({ key, value }, at) => {
        const name = (field: keyof Certificate) => `certificates.${key}.${field}`;
        return (
          <fieldset
            key={key}
            className="grid gap-4 rounded-md border border-rule p-4 sm:grid-cols-2"
          >
            <legend className="sr-only">{text.one(at + 1)}</legend>
            <Field name={name('name')} label={text.name}>
              <Input
                defaultValue={value.name}
                maxLength={MAX_LENGTH.certification}
                autoComplete="off"
                required
              />
            </Field>
            <Field name={name('issuer')} label={text.issuer}>
              <Input
                defaultValue={value.issuer}
                maxLength={MAX_LENGTH.certification}
                autoComplete="off"
                required
              />
            </Field>
            <Field name={name('number')} label={text.number} optional>
              <Input
                defaultValue={value.number ?? ''}
                maxLength={MAX_LENGTH.certificateNumber}
                autoComplete="off"
              />
            </Field>
            <div className="flex items-end gap-2">
              <Field name={name('validUntil')} label={text.validUntil} optional className="flex-1">
                <DateInput type="date" defaultValue={value.validUntil ?? ''} />
              </Field>
              <IconButton label={text.remove(at + 1)} onClick={() => remove(key)}>
                <Icon of={Trash2} />
              </IconButton>
            </div>
          </fieldset>
        );
      })}
      {rows.length < CERTIFICATES_MAX && (
        <div>
          <Button tone="outline" size="sm" icon={<Icon of={Plus} size={18} />} onClick={add}>
            {text.add}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
