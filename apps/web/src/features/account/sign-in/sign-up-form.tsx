import * as z from 'zod/mini';
import {
  emailSchema,
  MAX_LENGTH,
  newPasswordSchema,
  PASSWORD_LENGTH,
  personNameSchema,
} from '#libs/contracts';
import { useForm } from '../../../lib/forms/use-form';
import { useSession } from '../../../lib/session/session';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { identityText } from '../texts';
import { withFieldErrors } from './identity-calls';

const { wrong } = identityText;
const roles = ['customer', 'farmer'] as const;
/** Roles for sign-up; only admins can appoint admins. */
export type SignUpRole = (typeof roles)[number];

const schema = z.object({
  role: z.enum(roles),
  firstName: personNameSchema.check(z.minLength(1, wrong.firstName)),
  lastName: personNameSchema.check(z.minLength(1, wrong.lastName)),
  email: emailSchema,
  password: newPasswordSchema,
});
const messages = { email: wrong.email, password: wrong.newPassword };
const labels = {
  email: identityText.email,
  password: identityText.password,
  firstName: identityText.firstName,
  lastName: identityText.lastName,
};

/** Creates an account at the built-in identity provider. */
export function SignUpForm({ role }: { role: SignUpRole }) {
  const { signUp } = useSession();
  const form = useForm({
    schema,
    messages,
    onSubmit: async (entry) => {
      await withFieldErrors(() => signUp(entry));
    },
  });
  return (
    <Form form={form} labels={labels} aria-label={identityText.signUpTitle}>
      <fieldset>
        <legend className="mb-1.5 font-semibold">{identityText.roleLegend}</legend>
        <div className="grid gap-3 xs:grid-cols-2">
          {roles.map((one) => (
            <label
              key={one}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-edge bg-paper px-4 has-checked:border-2 has-checked:border-leaf-ink has-checked:bg-leaf-tint"
            >
              <input
                type="radio"
                name="role"
                value={one}
                defaultChecked={role === one}
                className="size-5 accent-(--leaf)"
              />
              {identityText.roleChoice[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-5 xs:grid-cols-2">
        <Field name="firstName" label={identityText.firstName}>
          <Input autoComplete="given-name" maxLength={MAX_LENGTH.personName} required />
        </Field>
        <Field name="lastName" label={identityText.lastName}>
          <Input autoComplete="family-name" maxLength={MAX_LENGTH.personName} required />
        </Field>
      </div>
      <Field name="email" label={identityText.email}>
        <Input type="email" autoComplete="email" required />
      </Field>
      <Field name="password" label={identityText.password} hint={identityText.passwordHint}>
        <Input
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
          required
        />
      </Field>
      <Button type="submit" size="lg" full busy={form.busy}>
        {identityText.signUp}
      </Button>
    </Form>
  );
}
