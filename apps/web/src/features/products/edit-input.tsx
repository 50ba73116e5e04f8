import { useEffect, useId, useRef } from 'react';

/** A number field in a row: Enter saves the row, Escape cancels. */
export function EditInput({
  label,
  value,
  error,
  prefix = '',
  suffix = '',
  autoFocus = false,
  onChange,
  onEnter,
  onEscape,
}: {
  label: string;
  value: string;
  error: string | null;
  /** Shown before and after the field; the label contains both. */
  prefix?: string;
  suffix?: string;
  autoFocus?: boolean;
  onChange: (value: string) => void;
  onEnter: () => void;
  onEscape: () => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.select();
  }, [autoFocus]);
  return (
    <span className="inline-grid gap-1">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="text-ink-soft">
          {prefix}
        </span>
        <input
          ref={input}
          aria-label={label}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : id}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter();
            if (event.key === 'Escape') onEscape();
          }}
          className="min-h-11 w-24 rounded-md border border-edge bg-paper px-3 tabular-nums aria-invalid:border-2 aria-invalid:border-tomato-ink"
        />
        <span aria-hidden="true" className="text-ink-soft">
          {suffix}
        </span>
      </span>
      {error !== null && (
        <span id={id} role="alert" className="max-w-56 text-sm font-semibold text-tomato-ink">
          {error}
        </span>
      )}
    </span>
  );
}
