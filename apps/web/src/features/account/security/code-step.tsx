import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { errorCode } from '../../../lib/api/api';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { factorText as text } from '../texts';

const schema = z.object({
  // apps show the code in groups, which people type with spaces
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => typed.replace(/\s/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/)),
  ),
});

/** Asks for a code of the authenticator app. */
export function CodeStep({
  children,
  action,
  refused,
  onCode,
}: {
  children: ReactNode;
  action: string;
  /** What is said of a wrong code. */
  refused: string;
  onCode: (code: string) => Promise<void>;
}) {
  const form = useForm({
    schema,
    messages: { code: text.wrong.code },
    onSubmit: async ({ code }) => {
      try {
        await onCode(code);
      } catch (error) {
        const wrong = errorCode(error);
        if (wrong === 'SECOND_FACTOR_FAILED') throw new FormError({ code: refused });
        if (wrong === 'RATE_LIMITED') throw new FormError({ '': text.wrong.tooManyCodes });
        throw error;
      }
    },
  });
  return (
    <Form form={form} labels={{ code: text.code }} aria-label={action}>
      {children}
      <Field name="code" label={text.code} hint={text.codeHint}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={9} required />
      </Field>
      <Button type="submit" full busy={form.busy}>
        {action}
      </Button>
    </Form>
  );
}
