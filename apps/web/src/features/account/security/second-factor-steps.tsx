import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SecondFactorEnrolment } from '#libs/contracts';
import { copyText } from '../../../lib/browser/export';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { QrCode } from '../../../ui/qr-code';
import { useToast } from '../../../ui/toast';
import { factorText as text } from '../texts';
import { CodeStep } from './code-step';
import { PasswordStep } from './password-step';
import {
  enableSecondFactor,
  generateRecoveryCodes,
  useChangeSecondFactor,
} from './second-factor-api';

/** Switches the second factor on in three steps: password, first code of the app, recovery codes. */
export function SwitchOn({ onDone }: { onDone: () => void }) {
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

function FirstCode({ uri, onConfirmed }: { uri: string; onConfirmed: () => void }) {
  const toast = useToast();
  const { mutateAsync } = useChangeSecondFactor();
  const lead = useRef<HTMLParagraphElement>(null);
  // the focused form has been removed
  useEffect(() => lead.current?.focus(), []);
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <CodeStep
      action={text.switchOn}
      refused={text.wrong.refused}
      onCode={async (code) => {
        await mutateAsync({ code });
        toast({ title: text.switchedOn });
        onConfirmed();
      }}
    >
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
    </CodeStep>
  );
}

/** Switches the second factor off. */
export function SwitchOff({ onDone }: { onDone: () => void }) {
  const toast = useToast();
  const { mutateAsync } = useChangeSecondFactor();
  return (
    <PasswordStep
      lead={text.offLead}
      action={text.switchOff}
      tone="danger"
      onPassword={async (password) => {
        await mutateAsync({ password });
        toast({ title: text.switchedOff });
        onDone();
      }}
    />
  );
}

/** Generates new recovery codes. */
export function NewCodes({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordStep
      lead={text.newCodesLead}
      action={text.newCodes}
      onPassword={async (password) => setCodes(await generateRecoveryCodes(password))}
    />
  );
}

/** The recovery codes, which are shown only once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const toast = useToast();
  const lead = useRef<HTMLParagraphElement>(null);
  // the focused form has been removed
  useEffect(() => lead.current?.focus(), []);
  const copy = async () => {
    const isCopied = await copyText(codes.join('\n'));
    toast(isCopied ? { title: text.copied } : { tone: 'error', title: text.notCopied });
  };
  return (
    <div className="grid gap-4">
      <p ref={lead} tabIndex={-1}>
        {text.codesLead}
      </p>
      <ul
        aria-label={text.codes}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button tone="outline" icon={<Icon of={Copy} size={18} />} onClick={() => void copy()}>
          {text.copy}
        </Button>
        <Button onClick={onDone}>{text.kept}</Button>
      </div>
    </div>
  );
}
