import * as z from 'zod/mini';
import { type FarmBalance, type MarkPayment, markPaymentSchema } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { typedMoney } from '../../../lib/forms/typed-money';
import { MONEY, typedNumber } from '../../../lib/forms/typed-number';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { formatMoney } from '../../../lib/text/format';
import { Dialog } from '../../../ui/dialog';
import { Field, Form, FormActions } from '../../../ui/form';
import { NumberInput } from '../../../ui/number-input';
import { ChangeNotice } from '../../../ui/reason-form';
import { useToast } from '../../../ui/toast';
import { useMarkPayment } from '../money';
import { balanceWords } from '../money-words';
import { deskText as text } from '../texts';
import { BankFields } from './bank-fields';

/** A farm with the balance that the admin saw when the dialog opened. */
export interface SeenBalance extends FarmBalance {
  readonly kind: MarkPayment['kind'];
}

/** Marks what was paid by bank; closed while `seen` is null. */
export function PaymentDialog({
  seen,
  now,
  onClose,
}: {
  seen: SeenBalance | null;
  /** The farm's balance on the page, live. */
  now: number | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      sheet
      open={seen !== null}
      onClose={onClose}
      title={seen === null ? '' : text.markOf[seen.kind](seen.farmName)}
    >
      {seen !== null && <PaymentForm seen={seen} now={now ?? seen.balance} onClose={onClose} />}
    </Dialog>
  );
}

const formSchema = z.object({
  amount: z.pipe(typedMoney, markPaymentSchema.shape.amount),
  reference: markPaymentSchema.shape.reference,
  paidOn: markPaymentSchema.shape.paidOn,
});

function PaymentForm({
  seen: { kind, farmId, farmName, balance },
  now,
  onClose,
}: {
  seen: SeenBalance;
  now: number;
  onClose: () => void;
}) {
  const toast = useToast();
  const online = useOnline();
  const marking = useMarkPayment(farmId);
  const owed = Math.max(0, kind === 'payout' ? now : -now);
  const form = useForm({
    schema: formSchema,
    messages: {
      amount: text.amountMissing,
      reference: text.referenceMissing,
      paidOn: text.paidOnMissing,
    },
    onSubmit: async (payment) => {
      if (payment.amount > owed) throw new FormError({ amount: text.tooHigh(formatMoney(owed)) });
      await marking.mutateAsync({ kind, ...payment, balance: now });
      toast({ title: text.marked[kind] });
      onClose();
    },
  });
  const blocked = owed === 0 ? text.nothingOwed : null;
  return (
    <Form form={form} labels={{ paidOn: text.paidOn }}>
      <p>
        {(kind === 'payout' ? text.payoutBody : text.paymentBody)(
          farmName,
          formatMoney(Math.abs(balance)),
        )}
      </p>
      <ChangeNotice
        text={
          now === balance
            ? null
            : text.balanceChanged(
                balanceWords(balance, text.balances),
                balanceWords(now, text.balances),
              )
        }
      />
      <Field name="amount" label={text.amount}>
        <NumberInput kind={MONEY} required defaultValue={typedNumber(Math.abs(balance), 2)} />
      </Field>
      <BankFields />
      <FormActions
        cancel={text.cancel}
        onCancel={onClose}
        send={text.save}
        disabledReason={online ? blocked : text.offline}
      />
    </Form>
  );
}
