import * as z from 'zod/mini';
import {
  type DeliveryAddress,
  deliveryAddressSchema,
  formatPhone,
  MAX_LENGTH,
  type SavedAddress,
  US_STATES,
} from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { useSession } from '../../../lib/session/session';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Checkbox, Field, Form, Input, Select } from '../../../ui/form';
import { addressText } from '../texts';

const schema = z.extend(deliveryAddressSchema, { isDefault: z.optional(z.literal('on')) });
const { recipient, phone, line1, line2, city, state, postalCode } = addressText;
const labels = { recipient, phone, line1, line2, city, state, postalCode };

export interface AddressDraft {
  readonly address: DeliveryAddress;
  readonly isDefault: boolean;
}

/** Adds or changes an address; `edited` is the address to change, null for a new one. */
export function AddressDialog({
  open,
  edited,
  onClose,
  onSave,
}: {
  open: boolean;
  edited: SavedAddress | null;
  onClose: () => void;
  onSave: (draft: AddressDraft) => Promise<void>;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={edited === null ? addressText.addTitle : addressText.editTitle}
    >
      <AddressForm edited={edited} onClose={onClose} onSave={onSave} />
    </Dialog>
  );
}

/** The form without the dialog; it has no cancel button without `onClose`. */
export function AddressForm({
  edited,
  onClose,
  onSave,
}: {
  edited: SavedAddress | null;
  onClose?: () => void;
  onSave: (draft: AddressDraft) => Promise<void>;
}) {
  const { user } = useSession();
  const form = useForm({
    schema,
    messages: addressText.wrong,
    onSubmit: async ({ isDefault, ...address }) => {
      try {
        await onSave({ address, isDefault: isDefault === 'on' });
      } catch (error) {
        if (errorCode(error) === 'VERSION_CONFLICT') {
          throw new FormError({ '': addressText.conflict });
        }
        throw error;
      }
    },
  });
  return (
    <Form form={form} labels={labels}>
      <Field name="recipient" label={recipient}>
        <Input
          defaultValue={edited?.recipient ?? user?.name}
          autoComplete="name"
          maxLength={MAX_LENGTH.personName}
          required
        />
      </Field>
      <Field name="phone" label={phone} hint={addressText.phoneHint}>
        <Input
          type="tel"
          defaultValue={formatPhone(edited?.phone ?? user?.phone ?? '')}
          autoComplete="tel"
          required
        />
      </Field>
      <Field name="line1" label={line1}>
        <Input
          defaultValue={edited?.line1}
          autoComplete="address-line1"
          maxLength={MAX_LENGTH.addressLine}
          required
        />
      </Field>
      <Field name="line2" label={line2} optional>
        <Input
          defaultValue={edited?.line2}
          autoComplete="address-line2"
          maxLength={MAX_LENGTH.addressLine}
        />
      </Field>
      <Field name="city" label={city}>
        <Input
          defaultValue={edited?.city}
          autoComplete="address-level2"
          maxLength={MAX_LENGTH.city}
          required
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field name="state" label={state}>
          <Select
            defaultValue={edited?.state.toUpperCase() ?? ''}
            autoComplete="address-level1"
            required
          >
            <option value="">{addressText.chooseState}</option>
            {Object.entries(US_STATES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="postalCode" label={postalCode}>
          <Input
            defaultValue={edited?.postalCode}
            autoComplete="postal-code"
            inputMode="text"
            required
          />
        </Field>
      </div>
      {edited?.isDefault !== true && <Checkbox name="isDefault" label={addressText.asDefault} />}
      <div className="flex flex-wrap justify-end gap-3">
        {onClose !== undefined && (
          <Button tone="ghost" onClick={onClose}>
            {addressText.cancel}
          </Button>
        )}
        <Button type="submit" busy={form.busy}>
          {addressText.save}
        </Button>
      </div>
    </Form>
  );
}
