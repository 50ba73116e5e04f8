import type { ErrorCode } from '#libs/contracts';
import { ApiError, errorCode } from '../../../lib/api/api';
import { type FieldErrors, FormError } from '../../../lib/forms/use-form';
import { callIdentity } from '../../../lib/session/builtin';
import { identityText } from '../texts';

const { wrong } = identityText;

/** Messages for error codes without a field, by the field that shows them. */
const fieldErrors: Partial<Record<ErrorCode, FieldErrors>> = {
  SIGN_IN_FAILED: { password: wrong.credentials },
  SECOND_FACTOR_FAILED: { code: wrong.codeRefused },
  RATE_LIMITED: { '': wrong.tooMany },
};

/** Calls the identity provider and turns known errors into field errors. */
export async function withFieldErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const code = errorCode(error);
    // the account is limited, not this network: the server's message says what else its owner can do
    if (error instanceof ApiError && error.problem.details?.retryAfter !== undefined) throw error;
    const errors = code && fieldErrors[code];
    throw errors ? new FormError(errors) : error;
  }
}

/** Requests a mail with a reset link; the response does not reveal whether an account exists. */
export async function requestPasswordReset(email: string): Promise<void> {
  await callIdentity('/forgot-password', { email });
}

/** Sets a new password with the secret of a reset link. */
export async function resetPassword(choice: { token: string; newPassword: string }): Promise<void> {
  await callIdentity('/new-password', choice);
}
