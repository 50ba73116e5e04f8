import { Minus, Plus } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useId, useState } from 'react';
import {
  fromThousandths,
  MAX_QUANTITY,
  toThousandths,
  type Unit,
  unitName,
  wholeSteps,
} from '#libs/contracts';
import { cx } from '../lib/cx';
import { amountIn, readNumber } from '../lib/forms/typed-number';
import { formatNumber, formatQuantity } from '../lib/text/format';
import { Icon } from './icon';
import { uiText } from './texts';

/** The nearest allowed amount: a whole number of steps between the bounds. */
export function snap(value: number, step: number, min: number, max: number): number {
  if (!Number.isFinite(value)) return min;
  const [one, most] = [toThousandths(step), toThousandths(max)];
  const nearest = Math.round(toThousandths(value) / one) * one;
  return Math.max(min, fromThousandths(Math.min(nearest, wholeSteps(most, one))));
}

/**
 * A number field with minus and plus buttons. Corrects a typed amount to the nearest that is allowed, and says so. A
 * text that it cannot read stays there with a question, and changes nothing.
 */
export function Stepper({
  value,
  onChange,
  name,
  unit,
  step = 1,
  grain = step,
  min = step,
  max = MAX_QUANTITY,
  disabled = false,
  onRemove,
  unread,
  full = false,
}: {
  value: number;
  onChange: (value: number) => void;
  /**
   * Called when 0 is typed, and by the minus button at the smallest amount; without it 0 becomes that amount, and the
   * button is disabled.
   */
  onRemove?: () => void;
  /** True while the field asks what its text means; `value` is then not what the person wants. */
  unread?: RefObject<boolean>;
  /** What is counted, for the accessible names of the controls. */
  name: string;
  unit?: Unit;
  /** How far a button goes. */
  step?: number;
  /** What a typed amount is a multiple of, if that is finer. */
  grain?: number;
  min?: number;
  max?: number;
  disabled?: boolean;
  /** As wide as its place, which may be narrow. */
  full?: boolean;
}) {
  const id = useId();
  const [text, setText] = useState(formatNumber(value));
  const [note, setNote] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const show = useCallback(
    (shown: number | string) => {
      setText(typeof shown === 'number' ? formatNumber(shown) : shown);
      setProblem(null);
      if (unread) unread.current = false;
    },
    [unread],
  );
  useEffect(() => show(value), [value, show]);
  const change = (next: number) => {
    const allowed = snap(next, grain, min, max);
    show(allowed);
    setNote(null);
    if (allowed !== value) onChange(allowed);
    return allowed;
  };
  const read = () => {
    // an unchanged or empty text changes nothing, and keeps the note of the last change
    if (text.trim() === '' || text === formatNumber(value)) return show(value);
    const reading = readNumber(text, amountIn(unit));
    if ('problem' in reading) {
      if (unread) unread.current = true;
      return setProblem(reading.problem);
    }
    const typed = reading.value ?? value;
    show(value);
    if (typed === value) return;
    if (typed === 0 && onRemove) return onRemove();
    const allowed = change(typed);
    if (allowed !== typed) setNote(noteOn(typed, allowed));
  };
  /** Why an amount is not the one that was typed. */
  const noteOn = (typed: number, allowed: number): string => {
    const amount = (of: number) =>
      unit === undefined ? formatNumber(of) : formatQuantity(of, unit);
    if (typed > max) return uiText.onlySoMany(amount(allowed));
    return typed < min ? uiText.atLeast(amount(allowed)) : uiText.inSteps(amount(grain));
  };
  const isLeast = value - grain < min - 1e-9;
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
            onChange={(event) => show(event.target.value)}
            aria-invalid={problem !== null || undefined}
            aria-describedby={(problem ?? note) === null ? undefined : `${id}-note`}
            onBlur={read}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                read();
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
          disabled={disabled || value + grain > max + 1e-9}
          onClick={() => change(value + step)}
        >
          <Icon of={Plus} size={18} />
        </button>
      </div>
      <p
        id={`${id}-note`}
        role="status"
        className={cx(
          'text-sm empty:hidden',
          problem === null ? 'text-ink-soft' : 'font-semibold text-tomato-ink',
        )}
      >
        {problem ?? note}
      </p>
    </div>
  );
}
