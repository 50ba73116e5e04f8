import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { errorCode } from '../../../lib/api/api';
import { useForm } from '../../../lib/forms/use-form';
import { callIdentity } from '../../../lib/session/builtin';
import { useSession } from '../../../lib/session/session';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { identityText as text } from '../texts';
import { withFieldErrors } from './identity-calls';

/** The two kinds of code, with their routes and texts. */
const methods = {
  app: {
    path: '/two-factor/verify-totp',
    lead: text.codeLead,
    label: text.code,
    hint: text.codeHint,
    other: text.useRecovery,
    // apps show the code in groups, which people type with spaces
    schema: z.object({
      code: z.pipe(
        z.pipe(
          z.string(),
          z.transform((typed: string) => typed.replace(/\s/g, '')),
        ),
        z.string().check(z.regex(/^\d{6}$/)),
      ),
    }),
    messages: { code: text.wrong.code },
  },
  recovery: {
    path: '/two-factor/verify-backup-code',
    lead: text.recoveryLead,
    label: text.recoveryCode,
    hint: undefined,
    other: text.useApp,
    schema: z.object({ code: z.string().check(z.trim(), z.minLength(1)) }),
    messages: { code: text.wrong.recoveryCode },
  },
} as const;
type Method = keyof typeof methods;

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeForm({
  email,
  onBack,
}: {
  email: string;
  onBack: (reason: 'requested' | 'expired') => void;
}) {
  const [method, setMethod] = useState<Method>('app');
  const box = useRef<HTMLDivElement>(null);
  // the focused form has been removed
  useEffect(() => {
    if (methods[method]) box.current?.querySelector('input')?.focus();
  }, [method]);
  return (
    <div ref={box} className="grid gap-4">
      <div>
        <h2 className="text-2xl">{text.codeTitle}</h2>
        <p className="mt-1 text-ink-soft">{methods[method].lead}</p>
      </div>
      <MethodForm key={method} method={method} email={email} onExpired={() => onBack('expired')} />
      <div className="flex flex-wrap gap-3">
        <Button tone="ghost" onClick={() => setMethod(method === 'app' ? 'recovery' : 'app')}>
          {methods[method].other}
        </Button>
        <Button tone="ghost" onClick={() => onBack('requested')}>
          {text.otherAccount}
        </Button>
      </div>
    </div>
  );
}

function MethodForm({
  method,
  email,
  onExpired,
}: {
  method: Method;
  email: string;
  onExpired: () => void;
}) {
  const { path, label, hint, schema, messages } = methods[method];
  const { completeSignIn } = useSession();
  const form = useForm({
    schema,
    messages,
    onSubmit: async ({ code }) => {
      try {
        await withFieldErrors(() => callIdentity(path, { code }));
      } catch (error) {
        if (errorCode(error) === 'SECOND_FACTOR_EXPIRED') return onExpired();
        throw error;
      }
      await completeSignIn({ email });
    },
  });
  return (
    <Form form={form} labels={{ code: label }} aria-label={text.codeTitle}>
      <Field name="code" label={label} hint={hint}>
        {method === 'app' ? (
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={9} required />
        ) : (
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} required />
        )}
      </Field>
      <Button type="submit" size="lg" full busy={form.busy}>
        {text.confirmCode}
      </Button>
    </Form>
  );
}
