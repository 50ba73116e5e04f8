import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { MAX_LENGTH } from '#libs/contracts';
import { cx } from '../lib/cx';
import { Button } from './button';
import { filterText } from './choice-texts';
import { DateInput } from './date-input';
import { Field, Input, Select } from './form';
import { Icon } from './icon';

/** Milliseconds without a key press after which the search is applied. */
const DEBOUNCE_MS = 250;

interface Filter {
  name: string;
  label: string;
  /** Empty if the filter is not set. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** The fields of a filter. On small screens they are behind a button: they would fill the screen. */
export function FilterFields({
  setCount,
  className,
  children,
}: {
  /** How many of them have a value. */
  setCount: number;
  className: string;
  children: ReactNode;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-3">
      <div className="lg:hidden">
        <Button
          tone="outline"
          aria-expanded={open}
          aria-controls={id}
          icon={<Icon of={SlidersHorizontal} size={18} />}
          onClick={() => setOpen(!open)}
        >
          {filterText.fields(setCount)}
        </Button>
      </div>
      <div id={id} className={cx(className, !open && 'max-lg:hidden')}>
        {children}
      </div>
    </div>
  );
}

/** A select of a few values, with an option for any of them. */
export function ChoiceFilter({
  name,
  label,
  any,
  options,
  value,
  onChange,
  className,
}: Filter & {
  /** Label of the empty option. */
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

/** A search field with a debounced value. */
export function SearchFilter({ label, value, onChange, className }: Omit<Filter, 'name'>) {
  const [typed, setTyped] = useState(value);
  const applied = useRef(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  // the URL was changed by something other than this field
  useEffect(() => {
    if (value !== applied.current) setTyped(value);
    applied.current = value;
  }, [value]);
  useEffect(() => {
    const query = typed.trim();
    if (query === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = query;
      change.current(query);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field name="q" label={label} className={className}>
      <Input
        type="search"
        autoComplete="off"
        maxLength={MAX_LENGTH.search}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Field>
  );
}

/** A calendar day, as `2026-11-20`. */
export function DayFilter({ name, label, value, onChange, className }: Filter) {
  return (
    <Field name={name} label={label} className={className}>
      <DateInput type="date" value={value} onChange={onChange} />
    </Field>
  );
}

/** Active filters as chips that remove them, and a button that clears all filters. */
export function FilterChips<Name extends string>({
  chips,
  clear,
  onDrop,
  onClear,
}: {
  chips: readonly { name: Name; label: string }[];
  /** Label of the button that clears all filters. */
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
          aria-label={filterText.drop(label)}
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
