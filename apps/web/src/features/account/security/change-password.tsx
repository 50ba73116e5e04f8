import { useState } from 'react';
import * as z from 'zod/mini';
import { newPasswordSchema, PASSWORD_LENGTH } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { callAccount } from '../../../lib/session/builtin';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Checkbox, Field, Form, Input } from '../../../ui/form';
import { useToast } from '../../../ui/toast';
import { securityText as text } from '../texts';
import { useInvalidateSessions } from './sessions';

const schema = z.object({
  currentPassword: z.string().check(z.minLength(1)),
  newPassword: newPasswordSchema,
  endOthers: z.optional(z.literal('on')),
});
const { currentPassword, newPassword } = text;
const labels = { currentPassword, newPassword };

/** A button that opens the form for a new password. */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  const online = useOnline();
  return (
    <>
      <Button
        tone="outline"
        disabledReason={online ? null : text.offline}
        onClick={() => setOpen(true)}
      >
        {text.change}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.change}>
        <PasswordForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const toast = useToast();
  const invalidateSessions = useInvalidateSessions();
  const form = useForm({
    schema,
    messages: text.wrong,
    onSubmit: async ({ endOthers, ...passwords }) => {
      try {
        const revokeOtherSessions = endOthers === 'on';
        await callAccount('/change-password', { ...passwords, revokeOtherSessions });
      } catch (error) {
        if (errorCode(error) === 'RATE_LIMITED') throw new FormError({ '': text.tooMany });
        throw error;
      }
      toast({ title: text.changed });
      await invalidateSessions();
      onDone();
    },
  });
  return (
    <Form form={form} labels={labels} aria-label={text.change}>
      <Field name="currentPassword" label={currentPassword}>
        <Input type="password" autoComplete="current-password" required />
      </Field>
      <Field name="newPassword" label={newPassword} hint={text.newPasswordHint}>
        <Input
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
          required
        />
      </Field>
      <Checkbox
        name="endOthers"
        label={text.endOthersToo}
        hint={text.endOthersTooHint}
        defaultChecked
      />
      <Button type="submit" full busy={form.busy}>
        {text.save}
      </Button>
    </Form>
  );
}
