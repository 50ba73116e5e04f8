import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { IdentityPage } from '../../features/account/sign-in/identity-page';
import { SignInForm } from '../../features/account/sign-in/sign-in-form';
import { identityText } from '../../features/account/texts';
import { paths } from '../../lib/paths';
import { ConfirmEmailPage } from './confirm-email';
import { ForgotPassword } from './forgot-password';
import { NewPassword } from './new-password';

/** "Welcome Back". */
function SignIn() {
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

/** `/sign-in/*`: signing in and the targets of mailed links; the hosted provider has pages of its own below it. */
export function Component() {
  return (
    <Routes>
      <Route path="forgot-password" element={<ForgotPassword />} />
      <Route path="new-password" element={<NewPassword />} />
      <Route path="confirm-email" element={<ConfirmEmailPage />} />
      <Route path="*" element={<SignIn />} />
    </Routes>
  );
}
