import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { HaveAccount, IdentityPage } from '../../features/account/sign-in/identity-page';
import { SignUpForm } from '../../features/account/sign-in/sign-up-form';
import { identityText } from '../../features/account/texts';
import { storage, storageKeys } from '../../lib/browser/storage';

/** `/sign-up/*`: "Create your account". The `role` parameter only preselects; it grants nothing. */
export function Component() {
  const [search] = useSearchParams();
  const requestedRole = search.get('role');
  const role = requestedRole === 'farmer' ? 'farmer' : 'customer';
  // stored, because the hosted provider's widget returns to another page without this parameter
  useEffect(() => storage.set(storageKeys.signUpRole, role), [role]);
  return (
    <IdentityPage
      kind="sign-up"
      title={identityText.signUpTitle}
      lead={requestedRole === 'admin' ? identityText.adminInvited : identityText.signUpLead}
      builtin={<SignUpForm key={role} role={role} />}
      foot={<HaveAccount />}
    />
  );
}
