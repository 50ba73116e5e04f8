import { useState } from 'react';
import type { CartItem, Fulfilment, Id, SlotDto } from '#libs/contracts';
import { formatMoney, formatQuantity } from '../../../lib/text/format';
import { Card } from '../../../ui/card';
import { Field, Textarea } from '../../../ui/form';
import { Thumb } from '../../../ui/thumb';
import type { FarmItems } from '../cart-math';
import { ChangeNote } from '../change-note';
import { useCheckoutDraft } from '../checkout-draft';
import { DayNote, daysId } from '../day-note';
import { FarmNotices } from '../farm-notices';
import { FulfilmentChoice } from '../fulfilment-choice';
import { SlotChoice } from '../slot-choice';
import { dayText } from '../texts';
import type { FarmFulfilment } from '../use-farm-fulfilments';
import { checkoutText } from './texts';

interface Decisions {
  onAcknowledge: (item: CartItem) => void;
  onRemove: (item: CartItem) => void;
}

/** One farm's part of the order: its items, fulfilment and notes. */
export function FarmPart({
  group: { farmId, farmer, items, subtotal },
  farmFulfilment,
  noteLength,
  held,
  now,
  isRefused,
  onFulfilment,
  onSlot,
  ...decisions
}: Decisions & {
  group: FarmItems;
  farmFulfilment: FarmFulfilment;
  noteLength: number;
  /** The slots in which the checkout holds a place. */
  held: ReadonlySet<Id>;
  /** The server's clock, in ms. */
  now: number;
  /** Whether the page says elsewhere why the chosen day was refused. */
  isRefused: boolean;
  onFulfilment: (fulfilment: Fulfilment) => void;
  onSlot: (slot: SlotDto) => void;
}) {
  const { day } = farmFulfilment;
  return (
    <Card as="section" aria-labelledby={`part-${farmId}`} compact>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={`part-${farmId}`} className="text-xl">
          {checkoutText.from(farmer)}
        </h2>
        <p className="font-display text-lg font-semibold tabular-nums">{formatMoney(subtotal)}</p>
      </div>
      <FarmNotices farmer={farmer} farmFulfilment={farmFulfilment} />
      <ul aria-label={checkoutText.linesOf(farmer)}>
        {items.map((item) => (
          <Line key={item.productId} item={item} {...decisions} />
        ))}
      </ul>
      <div className="mt-1 grid gap-x-8 border-t border-rule pt-2">
        <FulfilmentChoice
          farmId={farmId}
          farmer={farmer}
          farmWay={farmFulfilment}
          onFulfilment={onFulfilment}
          compact
        />
        {day.why !== null && !isRefused && (
          <DayNote why={day.why} free={day.free} now={now} onSlot={onSlot} />
        )}
        {day.slots.length > 0 && (
          <div id={daysId(farmId)} tabIndex={-1}>
            <SlotChoice
              farmId={farmId}
              farmer={farmer}
              farmWay={farmFulfilment}
              held={held}
              now={now}
              compact
              onSlot={onSlot}
            />
          </div>
        )}
        {day.kind === 'told' && <p className="text-sm text-ink-soft">{dayText.told}</p>}
        <Notes farmId={farmId} farmer={farmer} items={items} noteLength={noteLength} />
      </div>
    </Card>
  );
}

/** Notes for the farm and for each line, collapsed until there is one. */
function Notes({
  farmId,
  farmer,
  items,
  noteLength,
}: Pick<FarmItems, 'farmId' | 'farmer' | 'items'> & { noteLength: number }) {
  const { draft, change } = useCheckoutDraft();
  const note = draft.farmNotes[farmId] ?? '';
  // only initially: emptied notes stay open
  const [hasNote] = useState(
    () => note !== '' || items.some(({ productId }) => draft.lineNotes[productId]),
  );
  return (
    <details open={hasNote || undefined}>
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-semibold text-leaf-ink underline-offset-4 hover:underline pointer-coarse:min-h-11 pointer-coarse:py-2.5">
        {checkoutText.addNote}
        <span className="sr-only">{checkoutText.notesFor(farmer)}</span>
      </summary>
      <div className="grid gap-3 pb-1">
        <Field
          name={`note-${farmId}`}
          label={checkoutText.farmNote(farmer)}
          hint={checkoutText.noteHint(noteLength - note.length)}
        >
          <Textarea
            rows={2}
            maxLength={noteLength}
            value={note}
            onChange={({ target: { value } }) =>
              change(({ farmNotes }) => ({ farmNotes: { ...farmNotes, [farmId]: value } }))
            }
          />
        </Field>
        {items.map(({ productId, name }) => (
          <Field
            key={productId}
            name={`note-${productId}`}
            label={checkoutText.lineNoteOf(name)}
            className="sm:grid-cols-2"
          >
            <Textarea
              rows={1}
              maxLength={noteLength}
              value={draft.lineNotes[productId] ?? ''}
              onChange={({ target: { value } }) =>
                change(({ lineNotes }) => ({ lineNotes: { ...lineNotes, [productId]: value } }))
              }
            />
          </Field>
        ))}
      </div>
    </details>
  );
}

function Line({ item, onAcknowledge, onRemove }: Decisions & { item: CartItem }) {
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-1.5">
      <Thumb src={item.image} className="size-10 rounded-md" />
      <p className="min-w-0 leading-snug">
        <span className="font-semibold">{item.name}</span>{' '}
        <span className="block text-sm text-ink-soft tabular-nums">
          {formatQuantity(item.quantity, item.unit)} × {formatMoney(item.price)}
        </span>
      </p>
      <p className="tabular-nums">{formatMoney(item.total)}</p>
      <ChangeNote item={item} onAcknowledge={onAcknowledge} onRemove={onRemove} />
    </li>
  );
}
