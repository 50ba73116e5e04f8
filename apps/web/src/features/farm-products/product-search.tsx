import { Field, Input } from '../../ui/form';

/** A search box over a table of products. */
export function ProductSearch({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <div className="mb-6 sm:w-80">
      <Field name="q" label={label}>
        <Input
          type="search"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
}
