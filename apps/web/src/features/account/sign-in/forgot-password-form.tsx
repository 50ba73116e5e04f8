import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { emailSchema } from '#libs/contracts';
import { useSettings } from '../../../lib/api/public-data';
import { useForm } from '../../../lib/forms/use-form';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { passwordText } from '../texts';
import { requestPasswordReset } from './identity-calls';

const schema = z.object({ email: emailSchema });
const labels = { email: passwordText.email };
const messages = { email: passwordText.emailWrong };

/** Requests a reset link; the result does not reveal whether an account exists. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    schema,
    messages,
    onSubmit: async ({ email }) => {
      await requestPasswordReset(email);
      setSentTo(email);
    },
  });
  if (sentTo !== null) return <Sent email={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <Form form={form} labels={labels} aria-label={passwordText.forgotTitle}>
      <Field name="email" label={passwordText.email}>
        <Input type="email" autoComplete="email" required />
      </Field>
      <Button type="submit" size="lg" full busy={form.busy}>
        {passwordText.sendLink}
      </Button>
    </Form>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const settings = useSettings();
  const heading = useRef<HTMLHeadingElement>(null);
  // the focused button has been removed
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <Icon of={MailCheck} size={36} className="text-leaf-ink" />
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {passwordText.sentTitle}
      </h2>
      <p>{passwordText.sent(email)}</p>
      {settings?.caughtMail === true && (
        <p className="rounded-md bg-butter-tint px-4 py-2 text-butter-ink">
          {passwordText.caught}{' '}
          <a href="/dev/mail" className="font-semibold underline underline-offset-4">
            {passwordText.caughtLink}
          </a>
        </p>
      )}
      <p className="text-ink-soft">{passwordText.nothingCame}</p>
      <Button tone="outline" onClick={onAgain}>
        {passwordText.again}
      </Button>
    </div>
  );
}
