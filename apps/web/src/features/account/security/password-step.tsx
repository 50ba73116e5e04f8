import * as z from 'zod/mini';
import { ApiError, errorCode } from '../../../lib/api/api';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { Button, type ButtonTone } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { factorText as text } from '../texts';

const schema = z.object({ password: z.string().check(z.minLength(1)) });

/** Asks for the password before an action that needs more than a session. */
export function PasswordStep({
  lead,
  action,
  tone = 'primary',
  onPassword,
}: {
  lead: string;
  action: string;
  tone?: ButtonTone;
  onPassword: (password: string) => Promise<void>;
}) {
  const form = useForm({
    schema,
    messages: { password: text.wrong.password },
    onSubmit: async ({ password }) => {
      try {
        await onPassword(password);
      } catch (error) {
        if (errorCode(error) === 'RATE_LIMITED') throw new FormError({ '': text.wrong.tooMany });
        // the server names the field as in the form for a new password
        const fieldError = error instanceof ApiError && error.problem.errors?.[0];
        throw fieldError ? new FormError({ password: fieldError.message }) : error;
      }
    },
  });
  return (
    <Form form={form} labels={{ password: text.password }} aria-label={action}>
      <p>{lead}</p>
      <Field name="password" label={text.password}>
        <Input type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" full tone={tone} busy={form.busy}>
        {action}
      </Button>
    </Form>
  );
}
