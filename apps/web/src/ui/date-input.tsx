import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { DAYS } from '#libs/contracts';
import { readPastedDate } from '../lib/forms/pasted-date';
import { formatLongDay } from '../lib/text/format';
import { typedText as text } from '../lib/text/texts';
import { CheckedInput, useTouch } from './form';

/**
 * A date, or a date and time. The browser's own field keeps what is being typed, which is no date until its last digit:
 * after the first of the year it is in the year 2. `onChange` receives whole dates between the bounds, and an empty
 * text for an empty field; of everything else the field says on leaving it what is wrong.
 */
export function DateInput({
  type,
  value,
  defaultValue = '',
  onChange,
  min = DAYS.first,
  max = DAYS.last,
  required,
}: {
  type: 'date' | 'datetime-local';
  /** `2026-11-20` or `2026-11-20T14:30`, if the caller keeps it; what is being typed stays until it changes. */
  value?: string;
  defaultValue?: string;
  onChange?: (whole: string) => void;
  /** The first and last day. */
  min?: string;
  max?: string;
  required?: boolean;
}) {
  const touch = useTouch();
  const input = useRef<HTMLInputElement>(null);
  const [initial] = useState(value ?? defaultValue);
  const reported = useRef(initial);
  // Reported days that the caller has not given back yet; on a slow device that is later than the next key.
  const pending = useRef<string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (value === undefined || input.current === null) return;
    const at = pending.current.indexOf(value);
    pending.current = at < 0 ? [] : pending.current.slice(at + 1);
    if (at >= 0 || value === reported.current) return;
    input.current.value = value;
    reported.current = value;
    setProblem(null);
  }, [value]);

  const check = (): string | null => {
    if (input.current === null) return null;
    const { value: typed, validity } = input.current;
    const day = typed.slice(0, typed.lastIndexOf('-') + 3);
    if (validity.badInput) return type === 'date' ? text.notADay : text.notAMoment;
    const isInside = typed === '' || (day.length === DAYS.first.length && day >= min && day <= max);
    return isInside ? null : text.outside(formatLongDay(min), formatLongDay(max));
  };
  const report = () => {
    const whole = input.current?.value ?? '';
    if (check() !== null || whole === reported.current) return;
    reported.current = whole;
    pending.current.push(whole);
    onChange?.(whole);
  };
  const change = () => {
    setProblem(null);
    report();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const pasted = event.clipboardData.getData('text').trim();
    const read = readPastedDate(pasted);
    if (read === null) return setProblem(text.notPasted(pasted.slice(0, 40)));
    event.currentTarget.value = type === 'date' ? read.day : `${read.day}T${read.time}`;
    change();
    touch();
  };
  return (
    <CheckedInput
      ref={input}
      type={type}
      defaultValue={initial}
      min={type === 'date' ? min : `${min}T00:00`}
      max={type === 'date' ? max : `${max}T23:59`}
      required={required}
      check={check}
      problem={problem}
      onPaste={paste}
      onInput={change}
      // a field that is emptied part by part fires no event for the last one
      onKeyUp={report}
      onBlur={() => {
        report();
        setProblem(check());
      }}
    />
  );
}
