import { X } from 'lucide-react';
import { Button } from './button';
import { Field, Input, Select } from './form';
import { Icon } from './icon';
import { uiText } from './texts';

interface Filter {
  name: string;
  label: string;
  /** Empty where nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** One of a few, or any of them. */
export function ChoiceFilter({
  name,
  label,
  any,
  options,
  value,
  onChange,
  className,
}: Filter & {
  /** What stands for no choice. */
  any: string;
  options: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <Field name={name} label={label} className={className}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{any}</option>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** A day of the calendar, as `2026-11-20`. */
export function DayFilter({ name, label, value, onChange, className }: Filter) {
  return (
    <Field name={name} label={label} className={className}>
      <Input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

/** The filters that have no field of their own, each to be dropped, and the way to drop all at once. */
export function FilterChips<Name extends string>({
  chips,
  clear,
  onDrop,
  onClear,
}: {
  chips: readonly { name: Name; label: string }[];
  /** What the button says that drops every filter. */
  clear: string;
  onDrop: (name: Name) => void;
  onClear: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {chips.map(({ name, label }) => (
        <Button
          key={name}
          tone="outline"
          size="sm"
          aria-label={uiText.dropFilter(label)}
          icon={<Icon of={X} size={16} />}
          onClick={() => onDrop(name)}
        >
          {label}
        </Button>
      ))}
      <Button tone="ghost" size="sm" onClick={onClear}>
        {clear}
      </Button>
    </div>
  );
}
