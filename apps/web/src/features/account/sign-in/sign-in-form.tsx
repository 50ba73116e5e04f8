import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { emailSchema } from '#libs/contracts';
import { useForm } from '../../../lib/forms/use-form';
import { paths } from '../../../lib/paths';
import { useSession } from '../../../lib/session/session';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { identityText } from '../texts';
import { CodeForm } from './code-form';
import { withFieldErrors } from './identity-calls';

const schema = z.object({ email: emailSchema, password: z.string().check(z.minLength(1)) });
const labels = { email: identityText.email, password: identityText.password };
const messages = { email: identityText.wrong.email, password: identityText.wrong.password };

/** E-mail and password for the built-in identity provider. */
export function SignInForm() {
  const { signIn } = useSession();
  const [codeEmail, setCodeEmail] = useState<string | null>(null);
  const [expired, setExpired] = useState(false);
  const form = useForm({
    schema,
    messages,
    onSubmit: async (entry) => {
      setExpired(false);
      const user = await withFieldErrors(() => signIn(entry));
      if (user === null) setCodeEmail(entry.email);
    },
  });
  if (codeEmail !== null)
    return (
      <CodeForm
        email={codeEmail}
        onBack={(why) => {
          setExpired(why === 'expired');
          setCodeEmail(null);
        }}
      />
    );
  return (
    <Form form={form} labels={labels} aria-label={identityText.signInTitle}>
      {expired && (
        <p role="alert" className="rounded-md bg-butter-tint px-4 py-2 text-butter-ink">
          {identityText.codeExpired}
        </p>
      )}
      <Field name="email" label={identityText.email}>
        <Input type="email" autoComplete="email" required />
      </Field>
      <Field name="password" label={identityText.password}>
        <Input type="password" autoComplete="current-password" required />
      </Field>
      <p className="-mt-3">
        <Link
          to={paths.forgotPassword}
          className="inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
        >
          {identityText.forgotPassword}
        </Link>
      </p>
      <Button type="submit" size="lg" full busy={form.busy}>
        {identityText.signIn}
      </Button>
    </Form>
  );
}
