import { useState } from 'react';
import { ConfirmEmail } from '../../features/account/sign-in/confirm-email';
import { confirmText } from '../../features/account/sign-in/confirm-texts';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { OutcomePage } from './outcome-page';
import { useLinkSecret } from './use-link-secret';

/** `/sign-in/confirm-email#…`: where the link in the mail to a new account leads, also for who is signed in. */
export function ConfirmEmailPage() {
  const token = useLinkSecret();
  /** What became of which link. */
  const [used, setUsed] = useState({ token: '', done: false });
  const shop = (
    <LinkButton to={paths.products} size="lg">
      {confirmText.toShop}
    </LinkButton>
  );
  if (token !== '' && used.token === token && used.done)
    return (
      <OutcomePage title={confirmText.doneTitle} lead={confirmText.doneLead}>
        {shop}
      </OutcomePage>
    );
  if (used.token === token)
    return (
      <OutcomePage title={confirmText.linkTitle} lead={confirmText.linkLead}>
        {shop}
      </OutcomePage>
    );
  return (
    <OutcomePage title={confirmText.title} lead={confirmText.lead}>
      <ConfirmEmail
        token={token}
        onDone={() => setUsed({ token, done: true })}
        onBadLink={() => setUsed({ token, done: false })}
      />
    </OutcomePage>
  );
}
