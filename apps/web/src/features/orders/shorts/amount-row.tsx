import type { ReactNode, RefObject } from 'react';
import type { Unit } from '#libs/contracts';
import { formatQuantity } from '../../../lib/text/format';
import { Stepper } from '../../../ui/stepper';
import { grainOf, pressOf } from './amounts';
import { shortsText as text } from './texts';

/** How much comes of something, from nothing to what was ordered. */
export function AmountRow({
  title,
  name,
  unit,
  value,
  ordered,
  onChange,
  unread,
  hint,
}: {
  title: ReactNode;
  /** For the accessible names of the controls. */
  name: string;
  unit: Unit;
  value: number;
  ordered: number;
  onChange: (value: number) => void;
  unread: RefObject<boolean>;
  hint?: string | null;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-36">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-ink-soft tabular-nums">
          {text.ordered(formatQuantity(ordered, unit))}
        </span>
        {hint && <span className="block text-sm font-semibold text-tomato-ink">{hint}</span>}
      </span>
      <Stepper
        name={name}
        unit={unit}
        value={value}
        min={0}
        max={ordered}
        step={pressOf(unit)}
        grain={grainOf(unit)}
        onChange={onChange}
        unread={unread}
      />
    </li>
  );
}
