import { useState } from 'react';
import { MAX_LENGTH, type OwnProductDto, stockChangeReasonSchema, unitName } from '#libs/contracts';
import { serverNow } from '../../../lib/api/server-clock';
import { useOnline } from '../../../lib/browser/device';
import { amountIn, toNumber, typedNumber } from '../../../lib/forms/typed-number';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { formatQuantity } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { DateInput } from '../../../ui/date-input';
import { Dialog } from '../../../ui/dialog';
import { Field, Form, FormActions, Input } from '../../../ui/form';
import { NumberInput } from '../../../ui/number-input';
import { useToast } from '../../../ui/toast';
import { toDateInput } from '../date-input';
import { stockText as text } from '../texts';
import { asFormError, StockConflict, useChangeStock } from '../update-product';
import { changeOf, type StockForm, stockAfter, stockFormSchema } from './stock-form';

/** Records a harvest, a write-off or a count, with a preview of the new stock. */
export function StockDialog({ product, onClose }: { product: OwnProductDto; onClose: () => void }) {
  return (
    <Dialog sheet open onClose={onClose} title={text.change(product.name)}>
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

/** Common amounts, as in a crate of heads or a handful of bunches. */
const QUICK = [1, 5, 10];

/** The form has one field for the API's `change` and `counted`. */
const fieldOf = (path: string) => (path === 'change' || path === 'counted' ? 'amount' : path);

function StockChangeForm({ product, onClose }: { product: OwnProductDto; onClose: () => void }) {
  const { unit, onHand, held, name } = product;
  const online = useOnline();
  const toast = useToast();
  const change = useChangeStock();
  const kind = amountIn(unit);
  const [reason, setReason] = useState<StockForm['reason']>('harvest');
  const [amount, setAmount] = useState('');
  const form = useForm({
    schema: stockFormSchema(unit),
    onSubmit: async (typed) => {
      if (stockAfter(onHand, typed.reason, typed.amount) < 0)
        throw new FormError({ amount: text.tooMuch(formatQuantity(onHand, unit)) });
      try {
        const after = await change.mutateAsync({ product, change: changeOf(typed) });
        toast({ title: text.saved(name, formatQuantity(after.onHand, unit)) });
        onClose();
      } catch (error) {
        if (!(error instanceof StockConflict)) throw asFormError(error, fieldOf);
        throw new FormError({ '': text.changedElsewhere(formatQuantity(error.now.onHand, unit)) });
      }
    },
  });
  const typed = toNumber(amount, kind);
  const tooMuch = stockAfter(onHand, reason, typed) < 0;
  return (
    <Form form={form} labels={{ ...labels, amount: text.amounts[reason] }}>
      <p>
        {text.now(formatQuantity(onHand, unit))}{' '}
        {held > 0 && text.heldNow(formatQuantity(held, unit))}
      </p>
      <fieldset>
        <legend className="mb-2 font-semibold">{text.what}</legend>
        <div className="flex flex-wrap gap-2">
          {stockChangeReasonSchema.options.map((one) => (
            <label
              key={one}
              className="inline-flex min-h-11 cursor-pointer items-center rounded-full border-2 border-rule px-3.5 font-semibold hover:bg-sunken has-checked:border-leaf has-checked:bg-leaf has-checked:text-on-leaf has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf-ink"
            >
              <input
                type="radio"
                name="reason"
                value={one}
                checked={reason === one}
                onChange={() => setReason(one)}
                className="sr-only"
              />
              {text.reasons[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        name="amount"
        label={text.amounts[reason]}
        hint={unit === 'each' ? text.pieces : text.amountHint(unitName(unit, 0))}
      >
        <NumberInput kind={kind} required value={amount} onChange={setAmount} />
      </Field>
      <div className="-mt-2 grid grid-cols-3 gap-2">
        {QUICK.map((more) => (
          <Button
            key={more}
            tone="outline"
            aria-label={text.addOf(more)}
            onClick={() => {
              setAmount(typedNumber(stockAfter(typed >= 0 ? typed : 0, 'harvest', more)));
              form.touch('amount');
            }}
          >
            +{more}
          </Button>
        ))}
      </div>
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
      <details
        open={Object.keys(form.errors).some((name) => name !== 'amount') || undefined}
        className="rounded-md border border-rule px-4 py-1"
      >
        <summary className="min-h-11 py-2.5 font-semibold">
          {reason === 'harvest' ? text.more : text.note}
        </summary>
        <div className="grid gap-4 pt-2 pb-3">
          {reason === 'harvest' && (
            <div className="grid gap-5 sm:grid-cols-2">
              <Field name="harvestedAt" label={text.harvestedAt} optional>
                <DateInput
                  type="datetime-local"
                  defaultValue={toDateInput(new Date(serverNow()).toISOString())}
                />
              </Field>
              <Field name="bestBefore" label={text.bestBefore} optional>
                <DateInput type="datetime-local" />
              </Field>
              <Field
                name="lot"
                label={text.lot}
                hint={text.lotHint}
                optional
                className="sm:col-span-2"
              >
                <Input maxLength={MAX_LENGTH.lot} autoComplete="off" />
              </Field>
            </div>
          )}
          <Field name="note" label={text.note} hint={text.noteHint} optional>
            <Input maxLength={MAX_LENGTH.note} autoComplete="off" />
          </Field>
        </div>
      </details>
      <FormActions
        cancel={text.cancel}
        onCancel={onClose}
        send={text.save}
        tone="leaf"
        disabledReason={online ? null : text.offline}
      />
    </Form>
  );
}
