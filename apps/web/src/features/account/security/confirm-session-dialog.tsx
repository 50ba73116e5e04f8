import { useEffect, useRef, useState } from 'react';
import { type AskedProof, setSessionConfirmation } from '../../../lib/api/api';
import { renewToken } from '../../../lib/api/token';
import { callAccount } from '../../../lib/session/builtin';
import { Dialog } from '../../../ui/dialog';
import { factorText as text } from '../texts';
import { CodeStep } from './code-step';
import { PasswordStep } from './password-step';

/** Asks for the password or a code if the server requires a recently entered one; the call is then repeated. */
export function ConfirmSessionDialog() {
  const [asked, setAsked] = useState<AskedProof | null>(null);
  const answer = useRef<((confirmed: boolean) => void) | null>(null);
  useEffect(
    () =>
      setSessionConfirmation((proof) => {
        setAsked(proof);
        return new Promise<boolean>((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  const finish = (confirmed: boolean) => {
    setAsked(null);
    answer.current?.(confirmed);
    answer.current = null;
  };
  const confirm = async (path: string, proof: { password: string } | { code: string }) => {
    await callAccount(path, proof);
    // the token says when the proof was entered
    await renewToken();
    finish(true);
  };
  return (
    <Dialog open={asked !== null} onClose={() => finish(false)} title={text.titles.confirm}>
      {asked === 'code' ? (
        <CodeStep
          action={text.confirm}
          refused={text.wrong.used}
          onCode={(code) => confirm('/two-factor/verify-totp', { code })}
        >
          <p>{text.confirmCodeLead}</p>
        </CodeStep>
      ) : (
        <PasswordStep
          lead={text.confirmLead}
          action={text.confirm}
          onPassword={(password) => confirm('/sessions/confirm', { password })}
        />
      )}
    </Dialog>
  );
}
