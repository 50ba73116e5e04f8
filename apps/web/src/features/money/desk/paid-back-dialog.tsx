import * as z from 'zod/mini';
import { markPaidBackSchema, type WaitingPayment } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { useForm } from '../../../lib/forms/use-form';
import { formatMoney } from '../../../lib/text/format';
import { Dialog } from '../../../ui/dialog';
import { Form, FormActions } from '../../../ui/form';
import { ChangeNotice } from '../../../ui/reason-form';
import { useToast } from '../../../ui/toast';
import { useMarkPaidBack } from '../money';
import { deskText, waitingText as text } from '../texts';
import { BankFields } from './bank-fields';

/** A payment with the amount that the admin saw when the dialog opened. */
export interface SeenRefund {
  readonly payment: WaitingPayment;
  readonly amount: number;
}

/** Marks what was paid back by bank, because the card's bank refused it; closed while `seen` is null. */
export function PaidBackDialog({
  seen,
  now,
  onClose,
}: {
  seen: SeenRefund | null;
  /** What is to be paid back as the page shows it, live; 0 for nothing any more. */
  now: number;
  onClose: () => void;
}) {
  return (
    <Dialog
      sheet
      open={seen !== null}
      onClose={onClose}
      title={text.markOf(seen?.payment.order?.code ?? '')}
    >
      {seen !== null && <PaidBackForm seen={seen} now={now} onClose={onClose} />}
    </Dialog>
  );
}

const formSchema = z.pick(markPaidBackSchema, { reference: true, paidOn: true });

function PaidBackForm({
  seen: { payment, amount },
  now,
  onClose,
}: {
  seen: SeenRefund;
  now: number;
  onClose: () => void;
}) {
  const toast = useToast();
  const online = useOnline();
  const marking = useMarkPaidBack(payment._id);
  const form = useForm({
    schema: formSchema,
    messages: { reference: deskText.referenceMissing, paidOn: deskText.paidOnMissing },
    onSubmit: async (paid) => {
      await marking.mutateAsync({ ...paid, amount: now });
      toast({ title: text.marked });
      onClose();
    },
  });
  const blocked = now === 0 ? text.paidMeanwhile : null;
  return (
    <Form form={form} labels={{ paidOn: deskText.paidOn }}>
      <p>{text.markBody(formatMoney(amount))}</p>
      <ChangeNotice
        text={
          now === 0 || now === amount
            ? null
            : text.amountChanged(formatMoney(amount), formatMoney(now))
        }
      />
      <BankFields />
      <FormActions
        cancel={deskText.cancel}
        onCancel={onClose}
        send={deskText.save}
        disabledReason={online ? blocked : deskText.offline}
      />
    </Form>
  );
}
