import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { errorCode } from '../../../lib/api';
import { callIdentity } from '../../../lib/identity/builtin';
import { useSession } from '../../../lib/session';
import { useForm } from '../../../lib/use-form';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { withFieldErrors } from './identity-errors';
import { identityText as text } from './texts';

/** The two things that can be typed in, and where they go. */
const ways = {
  app: {
    path: '/two-factor/verify-totp',
    lead: text.codeLead,
    label: text.code,
    hint: text.codeHint,
    other: text.useRecovery,
    // as people type it from a screen that shows two groups of three
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
type Way = keyof typeof ways;

/** The second half of a sign-in: a code of the authenticator app, or one of the recovery codes. */
export function CodeForm({
  email,
  onBack,
}: {
  email: string;
  onBack: (why: 'wanted' | 'expired') => void;
}) {
  const [way, setWay] = useState<Way>('app');
  const box = useRef<HTMLDivElement>(null);
  // the form that had the focus is gone
  useEffect(() => {
    if (ways[way]) box.current?.querySelector('input')?.focus();
  }, [way]);
  return (
    <div ref={box} className="grid gap-4">
      <div>
        <h2 className="text-2xl">{text.codeTitle}</h2>
        <p className="mt-1 text-ink-soft">{ways[way].lead}</p>
      </div>
      <OneWay key={way} way={way} email={email} onExpired={() => onBack('expired')} />
      <div className="flex flex-wrap gap-3">
        <Button tone="ghost" onClick={() => setWay(way === 'app' ? 'recovery' : 'app')}>
          {ways[way].other}
        </Button>
        <Button tone="ghost" onClick={() => onBack('wanted')}>
          {text.otherAccount}
        </Button>
      </div>
    </div>
  );
}

function OneWay({ way, email, onExpired }: { way: Way; email: string; onExpired: () => void }) {
  const { path, label, hint, schema, messages } = ways[way];
  const { enter } = useSession();
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
      await enter({ email });
    },
  });
  return (
    <Form form={form} labels={{ code: label }} aria-label={text.codeTitle}>
      <Field name="code" label={label} hint={hint}>
        {way === 'app' ? (
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
