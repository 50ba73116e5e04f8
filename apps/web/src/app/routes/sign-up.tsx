import { useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { IdentityPage } from '../../features/account/sign-in/identity-page';
import { SignUpForm } from '../../features/account/sign-in/sign-up-form';
import { identityText } from '../../features/account/texts';
import { storage, storageKeys } from '../../lib/browser/storage';
import { paths } from '../../lib/paths';

/** `/sign-up/*`: "Create your account". The `role` parameter only preselects; it grants nothing. */
export function Component() {
  const { state } = useLocation();
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
      foot={
        <p>
          {identityText.haveAccount}{' '}
          <Link
            to={paths.signIn}
            state={state}
            className="inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
          >
            {identityText.signInLink}
          </Link>
        </p>
      }
    />
  );
}
