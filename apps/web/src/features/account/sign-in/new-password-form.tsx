import * as z from 'zod/mini';
import { newPasswordSchema, PASSWORD_LENGTH } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { useForm } from '../../../lib/forms/use-form';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { passwordText } from '../texts';
import { resetPassword, withFieldErrors } from './identity-calls';

const schema = z.object({ newPassword: newPasswordSchema });
const labels = { newPassword: passwordText.newPassword };

/** Sets a new password; `token` is the secret in the mailed link. */
export function NewPasswordForm({
  token,
  onDone,
  onBadLink,
}: {
  token: string;
  onDone: () => void;
  onBadLink: () => void;
}) {
  const form = useForm({
    schema,
    messages: { newPassword: passwordText.newPasswordWrong },
    onSubmit: async ({ newPassword }) => {
      try {
        await withFieldErrors(() => resetPassword({ token, newPassword }));
      } catch (error) {
        if (errorCode(error) === 'LINK_INVALID') return onBadLink();
        throw error;
      }
      onDone();
    },
  });
  return (
    <Form form={form} labels={labels} aria-label={passwordText.newTitle}>
      <Field
        name="newPassword"
        label={passwordText.newPassword}
        hint={passwordText.newPasswordHint}
      >
        <Input
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
          required
        />
      </Field>
      <Button type="submit" size="lg" full busy={form.busy}>
        {passwordText.save}
      </Button>
    </Form>
  );
}
