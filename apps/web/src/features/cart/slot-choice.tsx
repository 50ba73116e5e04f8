import { useState } from 'react';
import { closesInText, cutOffText, type Id, type SlotDto, slotText } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { marketZone } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { closedText } from './day-words';
import { dayText } from './texts';
import type { FarmFulfilment } from './use-farm-fulfilments';

/** Days that can be had among those that are shown at first. */
const FEW = 3;

/** The days of one farm, to choose one from: the next ones at first. */
export function SlotChoice({
  farmId,
  farmer,
  farmWay: { day, slot: current },
  held,
  now,
  compact = false,
  onSlot,
}: {
  farmId: Id;
  farmer: string;
  farmWay: FarmFulfilment;
  /** The slots in which the checkout holds a place. */
  held?: ReadonlySet<Id>;
  /** The server's clock, in ms. */
  now: number;
  /** At first only the chosen day. */
  compact?: boolean;
  onSlot: (slot: SlotDto) => void;
}) {
  const [all, setAll] = useState(false);
  const { slots, free, why } = day;
  const chosenId = why === null ? current?._id : undefined;
  const isChosen = ({ _id }: SlotDto) => _id === chosenId;
  const lastId = free.slice(0, FEW).at(-1)?._id;
  const last = slots.findIndex(({ _id }) => _id === lastId);
  const few =
    compact && slots.some(isChosen)
      ? slots.filter(isChosen)
      : slots.filter((slot, at) => at < Math.max(FEW, last + 1) || isChosen(slot));
  const shown = all ? slots : few;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{dayText.choose(farmer)}</legend>
      <div className={cx('grid', all && 'max-h-96 overflow-y-auto')}>
        {shown.map((slot) => (
          <SlotRadio
            key={slot._id}
            name={`slot-${farmId}`}
            slot={slot}
            checked={slot._id === chosenId}
            held={held?.has(slot._id) ?? false}
            now={now}
            onChoose={() => onSlot(slot)}
          />
        ))}
      </div>
      {slots.length > few.length && (
        <div className="-ml-3">
          <Button tone="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? dayText.fewer : dayText.more(slots.length)}
            <span className="sr-only">{dayText.changeOf(farmer)}</span>
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function SlotRadio({
  name,
  slot,
  checked,
  held,
  now,
  onChoose,
}: {
  name: string;
  slot: SlotDto;
  checked: boolean;
  held: boolean;
  now: number;
  onChoose: () => void;
}) {
  const closed = closedText(slot, now);
  const countdown = closesInText(slot, now);
  const left = held ? dayText.kept : slot.left === null ? null : dayText.left(slot.left);
  return (
    <label
      className={cx(
        'flex min-h-11 items-start gap-2.5 rounded-md px-1 py-1.5',
        closed === null ? 'cursor-pointer' : 'cursor-not-allowed text-ink-soft',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={closed !== null}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-(--leaf)"
      />
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
        <span className="min-w-0">
          <span className={cx(closed === null && 'font-semibold')}>
            {slotText(slot, now, marketZone())}
          </span>
          <span className="block text-sm text-ink-soft">
            {slot.place ?? slot.name}
            {checked && countdown === null && closed === null && (
              <> · {dayText.orderUntil(cutOffText(slot, now, marketZone()))}</>
            )}
          </span>
        </span>
        <span className="text-sm tabular-nums">
          {closed ?? (
            <>
              {left}
              {left !== null && countdown !== null && ' · '}
              {countdown !== null && (
                <span className="font-semibold text-tomato-ink">{countdown}</span>
              )}
            </>
          )}
        </span>
      </span>
    </label>
  );
}
