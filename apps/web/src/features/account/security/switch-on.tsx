import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { SecondFactorEnrolment } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { FormError, useForm } from '../../../lib/forms/use-form';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { useToast } from '../../../ui/toast';
import { factorText as text } from '../texts';
import { PasswordStep } from './password-step';
import { QrCode } from './qr-code';
import { RecoveryCodes } from './recovery-codes';
import { enableSecondFactor, useChangeSecondFactor } from './second-factor-api';

/** Switches the second factor on in three steps: password, first code of the app, recovery codes. */
export default function SwitchOn({ onDone }: { onDone: () => void }) {
  const [enrolment, setEnrolment] = useState<SecondFactorEnrolment | null>(null);
  const [isOn, setIsOn] = useState(false);
  if (enrolment === null)
    return (
      <PasswordStep
        lead={text.onLead}
        action={text.next}
        onPassword={async (password) => setEnrolment(await enableSecondFactor(password))}
      />
    );
  if (isOn) return <RecoveryCodes codes={enrolment.backupCodes} onDone={onDone} />;
  return <FirstCode uri={enrolment.totpURI} onConfirmed={() => setIsOn(true)} />;
}

const schema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => typed.replace(/\s/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/)),
  ),
});

function FirstCode({ uri, onConfirmed }: { uri: string; onConfirmed: () => void }) {
  const toast = useToast();
  const { mutateAsync } = useChangeSecondFactor();
  const lead = useRef<HTMLParagraphElement>(null);
  // the focused form has been removed
  useEffect(() => lead.current?.focus(), []);
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const form = useForm({
    schema,
    messages: { code: text.wrong.code },
    onSubmit: async (entry) => {
      try {
        await mutateAsync(entry);
      } catch (error) {
        if (errorCode(error) === 'SECOND_FACTOR_FAILED')
          throw new FormError({ code: text.wrong.refused });
        throw error;
      }
      toast({ title: text.switchedOn });
      onConfirmed();
    },
  });
  return (
    <Form form={form} labels={{ code: text.code }} aria-label={text.switchOn}>
      <p ref={lead} tabIndex={-1}>
        {text.appLead}
      </p>
      <QrCode text={uri} label={text.picture} />
      <p>
        <a
          href={uri}
          className="inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
        >
          {text.openApp}
        </a>
      </p>
      <div>
        <p className="font-semibold">{text.secret}</p>
        <p className="rounded-md bg-sunken p-3 font-mono break-all select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
      <Field name="code" label={text.code} hint={text.codeHint}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={9} required />
      </Field>
      <Button type="submit" full busy={form.busy}>
        {text.switchOn}
      </Button>
    </Form>
  );
}
