import { Link, useLocation } from 'react-router-dom';
import { IdentityPage } from '../../features/identity/identity-page';
import { SignInForm } from '../../features/identity/sign-in-form';
import { identityText } from '../../features/identity/texts';
import { paths } from '../../lib/paths';

/** `/sign-in/*`: "Welcome Back". */
export function Component() {
  const { state } = useLocation();
  return (
    <IdentityPage
      kind="sign-in"
      title={identityText.signInTitle}
      lead={identityText.signInLead}
      builtin={<SignInForm />}
      foot={
        <p>
          {identityText.noAccount}{' '}
          <Link
            to={paths.auth}
            state={state}
            className="inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
          >
            {identityText.signUpLink}
          </Link>
        </p>
      }
    />
  );
}
