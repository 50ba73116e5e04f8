import type { CartItem, Fulfilment } from '#libs/contracts';
import { formatMoney, formatQuantity } from '../../../lib/format';
import { Card } from '../../../ui/card';
import { Field, Textarea } from '../../../ui/form';
import { ChangeNote } from '../change-note';
import { useCheckoutDraft } from '../checkout-draft';
import type { FarmItems } from '../farm-items';
import { FarmNotices } from '../farm-notices';
import { FulfilmentChoice } from '../fulfilment-choice';
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
  onFulfilment,
  ...decisions
}: Decisions & {
  group: FarmItems;
  farmFulfilment: FarmFulfilment;
  noteLength: number;
  onFulfilment: (fulfilment: Fulfilment) => void;
}) {
  const { draft, change } = useCheckoutDraft();
  const note = draft.farmNotes[farmId] ?? '';
  return (
    <Card as="section" aria-labelledby={`part-${farmId}`}>
      <h2 id={`part-${farmId}`} className="mb-3 text-2xl">
        {checkoutText.from(farmer)}
      </h2>
      <FarmNotices farmer={farmer} farmFulfilment={farmFulfilment} />
      <ul aria-label={checkoutText.linesOf(farmer)}>
        {items.map((item) => (
          <Line key={item.productId} item={item} noteLength={noteLength} {...decisions} />
        ))}
      </ul>
      <p className="flex justify-between gap-4 border-t-2 border-rule py-3 font-semibold">
        <span>{checkoutText.subtotal}</span>
        <span className="tabular-nums">{formatMoney(subtotal)}</span>
      </p>
      <div className="grid gap-5 pt-2 sm:grid-cols-2">
        <FulfilmentChoice
          farmId={farmId}
          farmer={farmer}
          farmWay={farmFulfilment}
          onFulfilment={onFulfilment}
        />
        <Field
          name={`note-${farmId}`}
          label={checkoutText.farmNote(farmer)}
          hint={checkoutText.noteHint(noteLength - note.length)}
          optional
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
      </div>
    </Card>
  );
}

function Line({
  item,
  noteLength,
  onAcknowledge,
  onRemove,
}: Decisions & { item: CartItem; noteLength: number }) {
  const { draft, change } = useCheckoutDraft();
  const { productId, name } = item;
  const note = draft.lineNotes[productId] ?? '';
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-t border-rule py-3">
      <img
        src={item.image}
        alt=""
        width="48"
        height="48"
        className="size-12 rounded-md bg-sunken object-contain p-1"
      />
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-soft tabular-nums">
          {formatQuantity(item.quantity, item.unit)} × {formatMoney(item.price)}
        </p>
      </div>
      <p className="font-semibold tabular-nums">{formatMoney(item.total)}</p>
      <details className="col-span-full sm:col-start-2" open={note !== '' || undefined}>
        <summary className="min-h-6 w-fit cursor-pointer text-sm font-semibold text-leaf-ink underline-offset-4 hover:underline pointer-coarse:py-2.5">
          {checkoutText.lineNote}
          <span className="sr-only">: {name}</span>
        </summary>
        <Field
          name={`note-${productId}`}
          label={checkoutText.lineNoteOf(name)}
          className="mt-1"
          hideLabel
        >
          <Textarea
            rows={1}
            maxLength={noteLength}
            value={note}
            onChange={({ target: { value } }) =>
              change(({ lineNotes }) => ({ lineNotes: { ...lineNotes, [productId]: value } }))
            }
          />
        </Field>
      </details>
      <ChangeNote item={item} onAcknowledge={onAcknowledge} onRemove={onRemove} />
    </li>
  );
}
