import type { ErrorCode } from '#libs/contracts';
import { errorCode } from '../../../lib/api';
import { type FieldErrors, FormError } from '../../../lib/use-form';
import { identityText } from './texts';

const { wrong } = identityText;

/** Refusals that name no field: where they go, and in whose words. */
const known: Partial<Record<ErrorCode, FieldErrors>> = {
  SIGN_IN_FAILED: { password: wrong.credentials },
  SECOND_FACTOR_FAILED: { code: wrong.codeRefused },
  RATE_LIMITED: { '': wrong.tooMany },
};

/** Runs a call to the identity provider and puts what it refuses on the form's fields. */
export async function withFieldErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const code = errorCode(error);
    const errors = code && known[code];
    throw errors ? new FormError(errors) : error;
  }
}
