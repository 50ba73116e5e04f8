import * as z from 'zod/mini';
import { type Address, addressSchema } from '#libs/contracts';
import { useForm } from '../../lib/use-form';
import { Card } from '../../ui/card';
import { Field, Form, Input, Textarea } from '../../ui/form';
import { cartText } from './texts';

const checkoutSchema = z.strictObject({
  address: addressSchema,
  notes: z.string().check(z.trim(), z.maxLength(280)),
});
export interface CheckoutEntry {
  address: Address;
  notes?: string;
}

const messages = {
  'address.line1': cartText.fill.line1,
  'address.city': cartText.fill.city,
  'address.state': cartText.fill.state,
  'address.postalCode': cartText.fill.postalCode,
};

/** Where it goes and what the farms should know; its button stands beside the sum and names it by `id`. */
export function CheckoutForm({
  id,
  onSubmit,
  remembered,
}: {
  id: string;
  onSubmit: (entry: CheckoutEntry) => Promise<void>;
  /** The address of the last order. */
  remembered?: Address | null;
}) {
  const form = useForm({
    schema: checkoutSchema,
    messages,
    onSubmit: ({ address: { line2, ...address }, notes }) =>
      onSubmit({
        address: line2 ? { ...address, line2 } : address,
        ...(notes === '' ? {} : { notes }),
      }),
  });
  return (
    <Form form={form} id={id} aria-label={cartText.checkout} className="gap-6">
      <Card as="fieldset" className="grid min-w-0 gap-5">
        <legend className="sr-only">{cartText.address}</legend>
        <div aria-hidden="true">
          <p className="font-display text-2xl font-semibold">{cartText.address}</p>
          <p className="mt-1 text-sm text-ink-soft">{cartText.addressHint}</p>
        </div>
        <Field name="address.line1" label={cartText.line1}>
          <Input
            autoComplete="address-line1"
            maxLength={120}
            required
            defaultValue={remembered?.line1}
          />
        </Field>
        <Field name="address.line2" label={cartText.line2} optional>
          <Input autoComplete="address-line2" maxLength={120} defaultValue={remembered?.line2} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-[1fr_7rem_8rem]">
          <Field name="address.city" label={cartText.city}>
            <Input
              autoComplete="address-level2"
              maxLength={80}
              required
              defaultValue={remembered?.city}
            />
          </Field>
          <Field name="address.state" label={cartText.state}>
            <Input
              autoComplete="address-level1"
              maxLength={40}
              required
              defaultValue={remembered?.state}
            />
          </Field>
          <Field name="address.postalCode" label={cartText.postalCode}>
            <Input
              autoComplete="postal-code"
              maxLength={16}
              inputMode="numeric"
              required
              defaultValue={remembered?.postalCode}
            />
          </Field>
        </div>
        <Field name="notes" label={cartText.notes} hint={cartText.notesHint} optional>
          <Textarea maxLength={280} rows={3} />
        </Field>
      </Card>
      <Card>
        <p className="font-display text-2xl font-semibold">{cartText.payment}</p>
        <p className="mt-1">{cartText.payLater}</p>
      </Card>
    </Form>
  );
}
