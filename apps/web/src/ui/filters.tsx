import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button';
import { Field, Input, Select } from './form';
import { Icon } from './icon';
import { uiText } from './texts';

/** Milliseconds without a key after which somebody has typed what they look for. */
const SETTLED_MS = 250;

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

/** Words to look for; they count once the typing has come to rest. */
export function SearchFilter({ label, value, onChange, className }: Omit<Filter, 'name'>) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  // the address has changed by another way than by typing here
  useEffect(() => {
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      change.current(wanted);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field name="q" label={label} className={className}>
      <Input
        type="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
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
