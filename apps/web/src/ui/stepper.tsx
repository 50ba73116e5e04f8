import { Minus, Plus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Unit } from '#libs/contracts';
import { Icon } from './icon';
import { uiText } from './texts';

/** Rounds to thousandths, so that ten steps of 0.1 are 1. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The nearest allowed amount: a whole number of steps between the bounds. */
export function snap(value: number, step: number, min: number, max: number): number {
  if (!Number.isFinite(value)) return min;
  const highest = Math.max(min, round(Math.floor(round(max / step)) * step));
  return Math.min(highest, Math.max(min, round(Math.round(value / step) * step)));
}

/** A number field with minus and plus buttons; typed values are rounded to the nearest step. */
export function Stepper({
  value,
  onChange,
  name,
  unit,
  step = 1,
  min = step,
  max = Number.POSITIVE_INFINITY,
  disabled = false,
}: {
  value: number;
  onChange: (value: number) => void;
  /** What is counted, for the accessible names of the controls. */
  name: string;
  unit?: Unit;
  step?: number;
  min?: number;
  max?: number;
  disabled?: boolean;
}) {
  const id = useId();
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const change = (next: number) => {
    const allowed = snap(next, step, min, max);
    setText(String(allowed));
    if (allowed !== value) onChange(allowed);
  };
  const button =
    'grid w-11 place-items-center rounded-full hover:bg-sunken disabled:opacity-30 disabled:cursor-not-allowed';
  return (
    <div className="inline-flex h-11 items-stretch rounded-full border border-edge bg-paper">
      <button
        type="button"
        className={button}
        aria-label={uiText.less(name)}
        disabled={disabled || value - step < min - 1e-9}
        onClick={() => change(value - step)}
      >
        <Icon of={Minus} size={18} />
      </button>
      <label htmlFor={id} className="sr-only">
        {uiText.amountOf(name)}
      </label>
      <span className="flex items-center gap-1">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          disabled={disabled}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => change(Number(text.replace(',', '.')))}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              change(Number(text.replace(',', '.')));
            }
          }}
          className="h-full w-9 bg-transparent text-center font-semibold tabular-nums"
        />
        {unit !== undefined && unit !== 'each' && (
          <span aria-hidden="true" className="pr-1 text-sm text-ink-soft">
            {unit}
          </span>
        )}
      </span>
      <button
        type="button"
        className={button}
        aria-label={uiText.more(name)}
        disabled={disabled || value + step > max + 1e-9}
        onClick={() => change(value + step)}
      >
        <Icon of={Plus} size={18} />
      </button>
    </div>
  );
}
