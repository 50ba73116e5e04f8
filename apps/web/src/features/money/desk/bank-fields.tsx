import { dayOf, MAX_LENGTH } from '#libs/contracts';
import { serverNow } from '../../../lib/api/server-clock';
import { marketZone } from '../../../lib/text/format';
import { DateInput } from '../../../ui/date-input';
import { Field, Input } from '../../../ui/form';
import { deskText as text } from '../texts';

/** By which the bank names a payment, and its day; the fields `reference` and `paidOn`. */
export function BankFields() {
  const today = dayOf(serverNow(), marketZone());
  return (
    <>
      <Field name="reference" label={text.reference} hint={text.referenceHint}>
        <Input required autoComplete="off" maxLength={MAX_LENGTH.paymentReference} />
      </Field>
      <Field name="paidOn" label={text.paidOn}>
        <DateInput type="date" required defaultValue={today} max={today} />
      </Field>
    </>
  );
}
