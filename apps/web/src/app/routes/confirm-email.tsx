import { useState } from 'react';
import { ConfirmEmail } from '../../features/account/sign-in/confirm-email';
import { confirmText } from '../../features/account/texts';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { OutcomePage, useLinkSecret } from './mailed-link';

/** `/sign-in/confirm-email#…`: the target of the link in the mail to a new account, also for signed-in users. */
export function ConfirmEmailPage() {
  const token = useLinkSecret();
  /** The outcome, with the token of the link that it belongs to. */
  const [outcome, setOutcome] = useState({ token: '', done: false });
  const shop = (
    <LinkButton to={paths.products} size="lg">
      {confirmText.toShop}
    </LinkButton>
  );
  if (token !== '' && outcome.token === token && outcome.done)
    return (
      <OutcomePage title={confirmText.doneTitle} lead={confirmText.doneLead}>
        {shop}
      </OutcomePage>
    );
  if (outcome.token === token)
    return (
      <OutcomePage title={confirmText.linkTitle} lead={confirmText.linkLead}>
        {shop}
      </OutcomePage>
    );
  return (
    <OutcomePage title={confirmText.title} lead={confirmText.lead}>
      <ConfirmEmail
        token={token}
        onDone={() => setOutcome({ token, done: true })}
        onBadLink={() => setOutcome({ token, done: false })}
      />
    </OutcomePage>
  );
}
