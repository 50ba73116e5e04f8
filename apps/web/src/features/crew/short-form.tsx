import { useRef, useState } from 'react';
import {
  type DeclineReason,
  declineReasonSchema,
  formatQuantity,
  type PackingOrderDto,
  UNITS,
  type Unit,
} from '#libs/contracts';
import { Button } from '../../ui/button';
import { Field, Select } from '../../ui/form';
import { errorMessage } from '../../ui/states';
import { Stepper } from '../../ui/stepper';
import { useToast } from '../../ui/toast';
import { useShort } from './crew';
import { crewText as text } from './texts';

const grainOf = (unit: Unit): number => UNITS[unit].part / 1000;
/** How far one press of a button goes: half a pound, one bunch. */
const pressOf = (unit: Unit): number => (UNITS[unit].part === 1 ? 0.5 : grainOf(unit));

/** How much comes of each line of an order, from nothing to what was ordered. */
export function ShortForm({ order, onDone }: { order: PackingOrderDto; onDone: () => void }) {
  const { _id, code, lines, version } = order;
  const ordered = lines.filter((line) => line.ordered > 0);
  const [amounts, setAmounts] = useState<ReadonlyMap<string, number>>(new Map());
  const [reason, setReason] = useState<DeclineReason>('not_harvested');
  const unread = useRef(false);
  const short = useShort();
  const toast = useToast();
  const comes = (line: (typeof lines)[number]) => amounts.get(line.productId) ?? line.quantity;
  const changed = ordered.filter((line) => comes(line) !== line.quantity);
  const refusal =
    changed.length === 0
      ? text.nothingChanged
      : ordered.every((line) => comes(line) === 0)
        ? text.nothingComes
        : null;
  const send = () => {
    if (unread.current) return;
    const body = changed.map((line) => ({ productId: line.productId, quantity: comes(line) }));
    short.mutate(
      { _id, version, lines: body, declineReason: reason },
      {
        onSuccess: onDone,
        onError: (error) =>
          toast({ tone: 'error', title: text.stepFailed, description: errorMessage(error) }),
      },
    );
  };
  return (
    <section aria-label={text.missingOf(code)} className="grid gap-3 rounded-md bg-sunken p-3">
      <ul className="grid gap-2">
        {ordered.map((line) => (
          <li key={line.productId} className="grid gap-1">
            <span className="font-semibold">
              {text.ordered(formatQuantity(line.ordered, line.unit), line.name)}
            </span>
            <Stepper
              name={line.name}
              unit={line.unit}
              value={comes(line)}
              min={0}
              max={line.ordered}
              step={pressOf(line.unit)}
              grain={grainOf(line.unit)}
              onChange={(value) => setAmounts(new Map(amounts).set(line.productId, value))}
              unread={unread}
            />
          </li>
        ))}
      </ul>
      <Field name={`why-${_id}`} label={text.why}>
        <Select
          value={reason}
          onChange={({ target }) => setReason(declineReasonSchema.parse(target.value))}
        >
          {declineReasonSchema.options.map((one) => (
            <option key={one} value={one}>
              {text.whys[one]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={send} busy={short.isPending} disabledReason={refusal}>
          {text.saveShort}
        </Button>
        <Button tone="ghost" onClick={onDone}>
          {text.cancel}
        </Button>
      </div>
    </section>
  );
}
