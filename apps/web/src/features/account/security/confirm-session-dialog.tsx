import { useEffect, useRef, useState } from 'react';
import { setSessionConfirmation } from '../../../lib/api/api';
import { renewToken } from '../../../lib/api/token';
import { callAccount } from '../../../lib/session/builtin';
import { Dialog } from '../../../ui/dialog';
import { factorText as text } from '../texts';
import { PasswordStep } from './password-step';

/** Asks for the password if the server requires a recently entered one; the call is then repeated. */
export function ConfirmSessionDialog() {
  const [open, setOpen] = useState(false);
  const answer = useRef<((confirmed: boolean) => void) | null>(null);
  useEffect(
    () =>
      setSessionConfirmation(() => {
        setOpen(true);
        return new Promise<boolean>((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  const finish = (confirmed: boolean) => {
    setOpen(false);
    answer.current?.(confirmed);
    answer.current = null;
  };
  return (
    <Dialog open={open} onClose={() => finish(false)} title={text.titles.confirm}>
      <PasswordStep
        lead={text.confirmLead}
        action={text.confirm}
        onPassword={async (password) => {
          await callAccount('/sessions/confirm', { password });
          // the token says when the password was entered
          await renewToken();
          finish(true);
        }}
      />
    </Dialog>
  );
}
