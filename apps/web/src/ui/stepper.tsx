import { Minus, Plus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import {
  fromThousandths,
  MAX_QUANTITY,
  toThousandths,
  type Unit,
  unitName,
  wholeSteps,
} from '#libs/contracts';
import { cx } from '../lib/cx';
import { formatQuantity } from '../lib/format';
import { Icon } from './icon';
import { uiText } from './texts';

/** The nearest allowed amount: a whole number of steps between the bounds. */
export function snap(value: number, step: number, min: number, max: number): number {
  if (!Number.isFinite(value)) return min;
  const [one, most] = [toThousandths(step), toThousandths(max)];
  const nearest = Math.round(toThousandths(value) / one) * one;
  return Math.max(min, fromThousandths(Math.min(nearest, wholeSteps(most, one))));
}

/** A number field with minus and plus buttons. Corrects a typed amount to the nearest that is allowed, and says so. */
export function Stepper({
  value,
  onChange,
  name,
  unit,
  step = 1,
  min = step,
  max = MAX_QUANTITY,
  disabled = false,
  onRemove,
  full = false,
}: {
  value: number;
  onChange: (value: number) => void;
  /**
   * Called when 0 is typed, and by the minus button at the smallest amount; without it 0 becomes that amount, and the
   * button is disabled.
   */
  onRemove?: () => void;
  /** What is counted, for the accessible names of the controls. */
  name: string;
  unit?: Unit;
  step?: number;
  min?: number;
  max?: number;
  disabled?: boolean;
  /** As wide as its place, which may be narrow. */
  full?: boolean;
}) {
  const id = useId();
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const [note, setNote] = useState<string | null>(null);
  const change = (next: number) => {
    const allowed = snap(next, step, min, max);
    setText(String(allowed));
    setNote(null);
    if (allowed !== value) onChange(allowed);
    return allowed;
  };
  const type = () => {
    const typed = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
    // an unchanged or invalid text changes nothing, and keeps the note of the last change
    if (Number.isNaN(typed) || typed === value) return setText(String(value));
    if (typed === 0 && onRemove) {
      setText(String(value));
      return onRemove();
    }
    const allowed = change(typed);
    if (allowed === typed) return;
    const amount = (of: number) => (unit === undefined ? String(of) : formatQuantity(of, unit));
    if (typed > max) setNote(uiText.onlySoMany(amount(allowed)));
    else if (typed < min) setNote(uiText.atLeast(amount(allowed)));
    else setNote(uiText.inSteps(amount(step)));
  };
  const isLeast = value - step < min - 1e-9;
  const button =
    'grid w-11 place-items-center rounded-full hover:bg-sunken disabled:opacity-30 disabled:cursor-not-allowed';
  return (
    <div className={cx('inline-grid gap-1', full ? 'w-full' : 'justify-items-start')}>
      <div className="inline-flex h-11 items-stretch rounded-full border border-edge bg-paper">
        <button
          type="button"
          className={button}
          aria-label={uiText.less(name)}
          disabled={disabled || (isLeast && !onRemove)}
          onClick={() => (isLeast && onRemove ? onRemove() : change(value - step))}
        >
          <Icon of={Minus} size={18} />
        </button>
        <label htmlFor={id} className="sr-only">
          {uiText.amountOf(name)}
        </label>
        <span className="flex min-w-0 grow items-center gap-1">
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            disabled={disabled}
            onChange={(event) => setText(event.target.value)}
            aria-describedby={note === null ? undefined : `${id}-note`}
            onBlur={type}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                type();
              }
            }}
            className={cx(
              'h-full min-w-0 grow bg-transparent text-center font-semibold tabular-nums',
              // 12.25 has to be legible
              text.length > 3 ? 'w-11 xs:w-14' : 'w-9',
            )}
          />
          {unit !== undefined && unit !== 'each' && (
            <span
              aria-hidden="true"
              className="pr-1 text-sm text-ink-soft max-sm:in-[.action-bar]:hidden"
            >
              {unitName(unit, value)}
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
      <p id={`${id}-note`} role="status" className="text-sm text-ink-soft empty:hidden">
        {note}
      </p>
    </div>
  );
}
