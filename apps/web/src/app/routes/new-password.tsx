import { useState } from 'react';
import { NewPasswordForm } from '../../features/account/sign-in/new-password-form';
import { passwordText } from '../../features/account/texts';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { OutcomePage, useLinkSecret } from './mailed-link';

/** `/sign-in/new-password#…`: the target of the mailed link, also for signed-in users. */
export function NewPassword() {
  const token = useLinkSecret();
  const { status, signOut } = useSession();
  /** The outcome, with the token of the link that it belongs to. */
  const [outcome, setOutcome] = useState({ token: '', done: false });
  if (token !== '' && outcome.token === token && outcome.done)
    return (
      <OutcomePage title={passwordText.doneTitle} lead={passwordText.doneLead}>
        <LinkButton to={paths.signIn} size="lg">
          {passwordText.signIn}
        </LinkButton>
      </OutcomePage>
    );
  if (outcome.token === token)
    return (
      <OutcomePage title={passwordText.linkTitle} lead={passwordText.linkLead}>
        <LinkButton to={paths.forgotPassword} size="lg">
          {passwordText.linkAgain}
        </LinkButton>
      </OutcomePage>
    );
  return (
    <OutcomePage title={passwordText.newTitle} lead={passwordText.newLead}>
      <Card>
        <NewPasswordForm
          token={token}
          onBadLink={() => setOutcome({ token, done: false })}
          onDone={() => {
            setOutcome({ token, done: true });
            // the new password has ended this session as well
            if (status === 'signed-in') void signOut();
          }}
        />
      </Card>
    </OutcomePage>
  );
}
