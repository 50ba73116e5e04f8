import { IdentityError } from '../../lib/identity/builtin';
import { FormError } from '../../lib/use-form';
import { identityText } from './texts';

const { wrong } = identityText;

/** Provider's code → field and words. */
const known: Record<string, Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: { password: wrong.credentials },
  INVALID_EMAIL: { email: wrong.email },
  USER_ALREADY_EXISTS: { email: wrong.emailTaken },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { email: wrong.emailTaken },
  PASSWORD_TOO_SHORT: { password: wrong.newPassword },
  PASSWORD_TOO_LONG: { password: wrong.longPassword },
  HTTP_429: { '': wrong.tooMany },
};

/** Runs a call to the identity provider and puts what it refuses on the form's fields. */
export async function withFieldErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    throw new FormError(known[error.code] ?? { '': error.message });
  }
}
