import { Link } from 'react-router-dom';
import { ForgotPasswordForm } from '../../features/account/sign-in/forgot-password-form';
import { IdentityPage } from '../../features/account/sign-in/identity-page';
import { passwordText } from '../../features/account/texts';
import { paths } from '../../lib/paths';

/** `/sign-in/forgot-password`. */
export function ForgotPassword() {
  return (
    <IdentityPage
      kind="sign-in"
      title={passwordText.forgotTitle}
      lead={passwordText.forgotLead}
      builtin={<ForgotPasswordForm />}
      foot={
        <p>
          <Link
            to={paths.signIn}
            className="inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
          >
            {passwordText.backToSignIn}
          </Link>
        </p>
      }
    />
  );
}
