import { Navigate } from 'react-router-dom';
import { IdentityPage } from '../../features/account/sign-in/identity-page';
import { identityText } from '../../features/account/texts';
import { paths } from '../../lib/paths';

/** `/sso-callback`: the hosted provider's return URL; the built-in one does not use it. */
export function Component() {
  return (
    <IdentityPage
      kind="callback"
      title={identityText.callbackTitle}
      lead={identityText.callbackLead}
      builtin={<Navigate to={paths.signIn} replace />}
    />
  );
}
