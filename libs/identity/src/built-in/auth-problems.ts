import * as z from 'zod';
import type { ErrorCode } from '#libs/contracts';
import { DomainError } from '#libs/platform';

/** The body of better-auth's errors. */
const errorSchema = z.object({ code: z.string().optional(), message: z.string().optional() });

const field = (path: string, message: string) =>
  new DomainError('VALIDATION_FAILED', message, { errors: [{ path, message }] });

const taken = () => field('email', 'There is already an account with this e-mail address');

/** Domain errors by code; `message` is from better-auth or from our plugins. */
const byCode: Record<string, (message?: string) => DomainError> = {
  INVALID_EMAIL_OR_PASSWORD: () => new DomainError('SIGN_IN_FAILED'),
  INVALID_EMAIL: () => field('email', 'This is not an e-mail address'),
  PASSWORD_TOO_SHORT: () => field('password', 'The password is too short'),
  PASSWORD_TOO_LONG: () => field('password', 'The password is too long'),
  WEAK_PASSWORD: (message = '') => field('password', message),
  WEAK_NEW_PASSWORD: (message = '') => field('newPassword', message),
  INVALID_PASSWORD: () => field('currentPassword', 'This is not your password'),
  WRONG_PASSWORD: () => field('password', 'This is not the password of the account'),
  PASSWORD_REQUIRED: () => new DomainError('PASSWORD_REQUIRED'),
  SESSION_NOT_RECENT: () => new DomainError('SESSION_NOT_RECENT'),
  SESSION_NOT_FOUND: () => new DomainError('SESSION_NOT_FOUND'),
  INVALID_CODE: () => new DomainError('SECOND_FACTOR_FAILED'),
  INVALID_BACKUP_CODE: () => new DomainError('SECOND_FACTOR_FAILED'),
  // The first step of the sign-in has expired, or too many wrong codes were entered since.
  INVALID_TWO_FACTOR_COOKIE: () => new DomainError('SECOND_FACTOR_EXPIRED'),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new DomainError('SECOND_FACTOR_EXPIRED'),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new DomainError('RATE_LIMITED', 'Too many wrong codes; please wait a quarter of an hour'),
  INVALID_ORIGIN: () => new DomainError('ORIGIN_NOT_ALLOWED'),
  LINK_INVALID: () => new DomainError('LINK_INVALID'),
  USER_ALREADY_EXISTS: taken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: taken,
};

const byStatus: Record<number, ErrorCode> = {
  400: 'VALIDATION_FAILED',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'ROUTE_NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'MEDIA_TYPE_UNSUPPORTED',
  422: 'VALIDATION_FAILED',
  429: 'RATE_LIMITED',
};

/** better-auth's error code if the unique index rejected an account that its own look-up did not. */
export const LOST_RACE = 'FAILED_TO_CREATE_USER';

/** The code in an error of better-auth, if there is one. */
export function errorCodeIn(body: string): string | undefined {
  return parse(body).code;
}

/** Maps an error of better-auth to a domain error, so that all routes return the same kind of error. */
export function toDomainError(status: number, body: string): DomainError {
  const { code, message } = parse(body);
  const known = code === undefined ? undefined : byCode[code];
  if (known) return known(message);
  const mapped = byStatus[status] ?? 'INTERNAL';
  // better-auth's messages about input are meant for users; others may reveal internals.
  return new DomainError(mapped, mapped === 'VALIDATION_FAILED' ? message : undefined);
}

function parse(body: string): z.infer<typeof errorSchema> {
  try {
    return errorSchema.parse(JSON.parse(body));
  } catch {
    return {};
  }
}
