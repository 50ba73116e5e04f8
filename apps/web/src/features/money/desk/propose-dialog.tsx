import * as z from 'zod/mini';
import {
  type FarmBalance,
  MAX_LENGTH,
  markPaymentSchema,
  proposeCorrectionSchema,
} from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { typedMoney } from '../../../lib/forms/typed-money';
import { MONEY } from '../../../lib/forms/typed-number';
import { useForm } from '../../../lib/forms/use-form';
import { Dialog } from '../../../ui/dialog';
import { Field, Form, FormActions, Select, Textarea } from '../../../ui/form';
import { NumberInput } from '../../../ui/number-input';
import { useToast } from '../../../ui/toast';
import { useProposeCorrection } from '../money';
import { correctionsText as text } from '../texts';

/** Proposes a correction of a farm's balance; closed while `farm` is null. */
export function ProposeDialog({
  farm,
  onClose,
}: {
  farm: FarmBalance | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      sheet
      open={farm !== null}
      onClose={onClose}
      title={farm === null ? '' : text.proposeTitle(farm.farmName)}
    >
      {farm !== null && <ProposeForm farmId={farm.farmId} onClose={onClose} />}
    </Dialog>
  );
}

const formSchema = z.object({
  direction: z.enum(['up', 'down']),
  // above zero, as of a payment: the direction has the sign
  amount: z.pipe(typedMoney, markPaymentSchema.shape.amount),
  reason: proposeCorrectionSchema.shape.reason,
});

function ProposeForm({ farmId, onClose }: { farmId: string; onClose: () => void }) {
  const toast = useToast();
  const online = useOnline();
  const proposing = useProposeCorrection();
  const form = useForm({
    schema: formSchema,
    messages: { amount: text.amountMissing, reason: text.reasonMissing },
    onSubmit: async ({ direction, amount, reason }) => {
      await proposing.mutateAsync({
        farmId,
        amount: direction === 'up' ? amount : -amount,
        reason,
      });
      toast({ title: text.proposed });
      onClose();
    },
  });
  return (
    <Form form={form}>
      <p>{text.lead}</p>
      <Field name="direction" label={text.direction}>
        <Select>
          <option value="up">{text.directions.up}</option>
          <option value="down">{text.directions.down}</option>
        </Select>
      </Field>
      <Field name="amount" label={text.amount}>
        <NumberInput kind={MONEY} required />
      </Field>
      <Field name="reason" label={text.reason} hint={text.reasonHint}>
        <Textarea rows={3} required maxLength={MAX_LENGTH.reason} />
      </Field>
      <FormActions
        cancel={text.cancel}
        onCancel={onClose}
        send={text.propose}
        disabledReason={online ? null : text.offline}
      />
    </Form>
  );
}
