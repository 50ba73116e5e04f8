import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { errorCode } from '../../../lib/api/api';
import { useForm } from '../../../lib/forms/use-form';
import { paths } from '../../../lib/paths';
import { callIdentity } from '../../../lib/session/builtin';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { confirmText as text } from '../texts';
import { withFieldErrors } from './identity-calls';

interface Outcome {
  onDone: () => void;
  onBadLink: () => void;
}

/**
 * Confirms only after a click, because mail scanners open links. If this browser is not signed in to the account, it
 * asks for the account's password: somebody else may have signed up with the address.
 */
export function ConfirmEmail({ token, onDone, onBadLink }: { token: string } & Outcome) {
  const toast = useToast();
  const client = useQueryClient();
  const [needsPassword, setNeedsPassword] = useState(false);
  const confirming = useMutation({
    mutationFn: () => callIdentity('/confirm-email', { token }),
    onSuccess: () => {
      onDone();
      return client.invalidateQueries({ queryKey: ['own-account'] });
    },
    onError: (error) => {
      if (errorCode(error) === 'LINK_INVALID') onBadLink();
      else if (errorCode(error) === 'PASSWORD_REQUIRED') setNeedsPassword(true);
      else toast({ tone: 'error', title: text.failed, description: errorMessage(error) });
    },
  });
  if (needsPassword) return <WithPassword token={token} onDone={onDone} onBadLink={onBadLink} />;
  return (
    <Button size="lg" busy={confirming.isPending} onClick={() => confirming.mutate()}>
      {text.confirm}
    </Button>
  );
}

const schema = z.object({ password: z.string().check(z.minLength(1)) });

function WithPassword({ token, onDone, onBadLink }: { token: string } & Outcome) {
  const lead = useRef<HTMLParagraphElement>(null);
  // the focused button has been removed
  useEffect(() => lead.current?.focus(), []);
  const form = useForm({
    schema,
    messages: { password: text.passwordWrong },
    onSubmit: async ({ password }) => {
      try {
        await withFieldErrors(() => callIdentity('/confirm-email', { token, password }));
      } catch (error) {
        if (errorCode(error) === 'LINK_INVALID') return onBadLink();
        throw error;
      }
      onDone();
    },
  });
  return (
    <Form form={form} labels={{ password: text.password }} aria-label={text.title}>
      <p ref={lead} tabIndex={-1}>
        {text.passwordLead}
      </p>
      <Field name="password" label={text.password}>
        <Input type="password" autoComplete="current-password" required />
      </Field>
      <p>
        {text.notMine}{' '}
        <Link
          to={paths.forgotPassword}
          className="font-semibold text-leaf-ink underline underline-offset-4"
        >
          {text.newPassword}
        </Link>
      </p>
      <Button type="submit" size="lg" full busy={form.busy}>
        {text.confirm}
      </Button>
    </Form>
  );
}
