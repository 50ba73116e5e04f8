import { useState } from 'react';
import { type OwnProductDto, stockChangeReasonSchema } from '#libs/contracts';
import { formatQuantity } from '../../../lib/format';
import { FormError, useForm } from '../../../lib/use-form';
import { useOnline } from '../../../lib/use-online';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field, Form, Input } from '../../../ui/form';
import { useToast } from '../../../ui/toast';
import { toLocalInput } from '../date-input';
import { toNumber } from '../numbers';
import { asFormError } from '../server-errors';
import { StockConflict, useChangeStock } from '../update-product';
import { changeOf, type StockForm, stockAfter, stockFormSchema } from './stock-form';
import { stockText as text } from './texts';

/** Records a harvest, a write-off or a count, with a preview of the new stock. */
export function StockDialog({ product, onClose }: { product: OwnProductDto; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={text.change(product.name)}>
      <StockChangeForm product={product} onClose={onClose} />
    </Dialog>
  );
}

const labels = {
  harvestedAt: text.harvestedAt,
  bestBefore: text.bestBefore,
  lot: text.lot,
  note: text.note,
};

/** The form has one field for both of the API's. */
const fieldOf = (path: string) => (path === 'change' || path === 'counted' ? 'amount' : path);

function StockChangeForm({ product, onClose }: { product: OwnProductDto; onClose: () => void }) {
  const { unit, onHand, held, name } = product;
  const online = useOnline();
  const toast = useToast();
  const change = useChangeStock();
  const [reason, setReason] = useState<StockForm['reason']>('harvest');
  const [amount, setAmount] = useState('');
  const form = useForm({
    schema: stockFormSchema,
    onSubmit: async (typed) => {
      if (stockAfter(onHand, typed.reason, typed.amount) < 0)
        throw new FormError({ amount: text.tooMuch(formatQuantity(onHand, unit)) });
      try {
        const after = await change.mutateAsync({ product, change: changeOf(typed) });
        toast({ title: text.saved(name, formatQuantity(after.onHand, unit)) });
        onClose();
      } catch (error) {
        if (!(error instanceof StockConflict)) throw asFormError(error, fieldOf);
        throw new FormError({ '': text.overtaken(formatQuantity(error.now.onHand, unit)) });
      }
    },
  });
  const typed = toNumber(amount);
  const tooMuch = stockAfter(onHand, reason, typed) < 0;
  return (
    <Form form={form} labels={{ ...labels, amount: text.amounts[reason] }}>
      <p>
        {text.now(formatQuantity(onHand, unit))}{' '}
        {held > 0 && text.heldNow(formatQuantity(held, unit))}
      </p>
      <fieldset className="grid gap-1">
        <legend className="font-semibold">{text.what}</legend>
        {stockChangeReasonSchema.options.map((one) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="reason"
              value={one}
              checked={reason === one}
              onChange={() => setReason(one)}
              className="size-5 accent-(--leaf)"
            />
            {text.reasons[one]}
          </label>
        ))}
      </fieldset>
      <Field
        name="amount"
        label={text.amounts[reason]}
        hint={unit === 'each' ? text.pieces : text.amountHint(unit)}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          required
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      </Field>
      {tooMuch && (
        <p role="status" className="-mt-2 font-semibold text-tomato-ink">
          {text.tooMuch(formatQuantity(onHand, unit))}
        </p>
      )}
      {typed >= 0 && !tooMuch && (
        <p role="status" className="-mt-2 font-semibold text-leaf-ink tabular-nums">
          {text.after(
            formatQuantity(onHand, unit),
            formatQuantity(stockAfter(onHand, reason, typed), unit),
          )}
        </p>
      )}
      {reason === 'harvest' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="harvestedAt" label={text.harvestedAt} optional>
            <Input type="datetime-local" defaultValue={toLocalInput(new Date().toISOString())} />
          </Field>
          <Field name="bestBefore" label={text.bestBefore} optional>
            <Input type="datetime-local" />
          </Field>
          <Field name="lot" label={text.lot} hint={text.lotHint} optional className="sm:col-span-2">
            <Input maxLength={60} autoComplete="off" />
          </Field>
        </div>
      )}
      <Field name="note" label={text.note} hint={text.noteHint} optional>
        <Input maxLength={280} autoComplete="off" />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="ghost" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button
          type="submit"
          tone="leaf"
          busy={form.busy}
          disabledReason={online ? null : text.offline}
        >
          {text.save}
        </Button>
      </div>
    </Form>
  );
}
