import * as z from 'zod';
import { emailSchema, idSchema, nameSchema, personNameSchema, urlSchema } from '#libs/contracts';
import { brokenTexts, DomainError } from '#libs/platform';
import { PASSWORD_MAX, PASSWORD_MIN } from '../identity.config.js';

/** The prefix of the routes. */
export const AUTH_PATH = '/api/auth';

/** The header that passes the caller's address, as seen by the web server, to better-auth. */
export const CLIENT_ADDRESS_HEADER = 'x-farmgate-client-address';

export const SIGN_UP = '/sign-up/email';
export const SIGN_IN = '/sign-in/email';
export const CHANGE_PASSWORD = '/change-password';
/** Requests a mail with a link to set a new password. */
export const FORGOT_PASSWORD = '/forgot-password';
/** Sets a new password with such a link. */
export const NEW_PASSWORD = '/new-password';
/** Sends the mail with the confirmation link again. */
export const SEND_CONFIRMATION = '/send-confirmation';
/** Confirms an address with such a link. */
export const CONFIRM_EMAIL = '/confirm-email';
export const SIGN_OUT = '/sign-out';
export const SESSIONS = '/sessions';
export const END_SESSION = '/sessions/end';
export const END_OTHER_SESSIONS = '/sessions/end-others';
/** Proves again, with the password, that the caller owns the account. */
export const CONFIRM_SESSION = '/sessions/confirm';
/** The caller's own account. */
export const ACCOUNT = '/account';
/** Starts to enable a second factor; returns a secret for an authenticator app, and recovery codes. */
const ENABLE_SECOND_FACTOR = '/two-factor/enable';
export const DISABLE_SECOND_FACTOR = '/two-factor/disable';
/** The second step of a sign-in, and of enabling the second factor. */
export const VERIFY_CODE = '/two-factor/verify-totp';
export const VERIFY_RECOVERY_CODE = '/two-factor/verify-backup-code';
const NEW_RECOVERY_CODES = '/two-factor/generate-backup-codes';

/** The length of a first and a last name together. */
const FULL_NAME_MAX = 161;

/** A new password; an existing one may be shorter. */
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `The password needs at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `The password may have at most ${PASSWORD_MAX} characters`);
const givenPassword = z.string().min(1).max(PASSWORD_MAX);

const names = {
  name: z.optional(nameSchema(FULL_NAME_MAX)),
  firstName: z.optional(personNameSchema),
  lastName: z.optional(personNameSchema),
  image: z.nullish(urlSchema),
};

/** The body of a sign-up; also validates accounts that the operator creates. */
export const newAccountSchema = z.strictObject({
  email: emailSchema,
  password: newPassword,
  ...names,
});

/** Required, because farms and customers address each other by name. */
const hasName = ({
  name,
  firstName,
}: {
  name?: string | undefined;
  firstName?: string | undefined;
}) => [name, firstName].some((one) => one !== undefined && one.trim() !== '');

const emptyBody = z.strictObject({});
/** For routes that require the password in addition to the session. */
const passwordBody = z.strictObject({ password: givenPassword });

/** The served POST routes with their bodies; better-auth's other routes are not served. */
const posts: Record<string, z.ZodType<Record<string, unknown>>> = {
  // better-auth requires a name.
  [SIGN_UP]: newAccountSchema
    .extend({ rememberMe: z.boolean().optional() })
    .refine(hasName, { path: ['name'], message: 'Please enter your name' })
    .transform((body) => ({ name: '', ...body })),
  [SIGN_IN]: z.strictObject({
    email: emailSchema,
    password: givenPassword,
    rememberMe: z.boolean().optional(),
  }),
  [SIGN_OUT]: emptyBody,
  '/update-user': z.strictObject(names),
  [FORGOT_PASSWORD]: z.strictObject({ email: emailSchema }),
  [NEW_PASSWORD]: z.strictObject({
    token: z.string().min(1).max(200),
    newPassword,
  }),
  [SEND_CONFIRMATION]: z.strictObject({ email: emailSchema }),
  [CONFIRM_EMAIL]: z.strictObject({
    token: z.string().min(1).max(200),
    password: givenPassword.optional(),
  }),
  [CHANGE_PASSWORD]: z.strictObject({
    currentPassword: givenPassword,
    newPassword,
    revokeOtherSessions: z.boolean().optional(),
  }),
  [END_SESSION]: z.strictObject({ _id: idSchema }),
  [END_OTHER_SESSIONS]: emptyBody,
  [CONFIRM_SESSION]: passwordBody,
  [ENABLE_SECOND_FACTOR]: passwordBody,
  [DISABLE_SECOND_FACTOR]: passwordBody,
  [NEW_RECOVERY_CODES]: passwordBody,
  [VERIFY_CODE]: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'A code has six digits') }),
  [VERIFY_RECOVERY_CODE]: z.strictObject({ code: z.string().trim().min(1).max(40) }),
};

const gets = new Set(['/get-session', '/token', '/jwks', SESSIONS, ACCOUNT]);

/** The route with the schema of its body, if any; null when it is not served. */
export function servedRoute(
  method: string,
  path: string,
): { body: z.ZodType<Record<string, unknown>> | null } | null {
  if (method === 'GET' && gets.has(path)) return { body: null };
  const body = method === 'POST' && Object.hasOwn(posts, path) ? posts[path] : undefined;
  return body ? { body } : null;
}

/** Parses the input. Throws `VALIDATION_FAILED` with an error per field. */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(input);
  const issues = result.error?.issues ?? brokenTexts(result.data);
  if (result.success && issues.length === 0) return result.data;
  const errors = issues.map(({ path = [], message }) => ({
    path: path.map(String).join('.'),
    message,
  }));
  throw new DomainError('VALIDATION_FAILED', errors[0]?.message, { errors });
}
