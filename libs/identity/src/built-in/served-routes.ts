import * as z from 'zod';
import { emailSchema, idSchema, urlSchema } from '#libs/contracts';
import { DomainError } from '#libs/platform';
import { PASSWORD_MAX, PASSWORD_MIN } from '../config.js';
import { isCommonPassword } from './common-passwords.js';

/** Where the routes live; the browser's cookies are sent to this path and below. */
export const AUTH_PATH = '/api/auth';

/** The header in which the routes hand over the caller's address, as the web server saw it. */
export const CLIENT_ADDRESS_HEADER = 'x-farmgate-client-address';

export const SIGN_UP = '/sign-up/email';
export const SIGN_IN = '/sign-in/email';
export const CHANGE_PASSWORD = '/change-password';
/** Asks for a mail with a link to choose a new password. */
export const FORGOT_PASSWORD = '/forgot-password';
/** Chooses a new password by such a link. */
export const NEW_PASSWORD = '/new-password';
/** Mails the link by which one's address is confirmed, once more. */
export const SEND_CONFIRMATION = '/send-confirmation';
/** Confirms an address by such a link. */
export const CONFIRM_EMAIL = '/confirm-email';
export const SESSIONS = '/sessions';
export const END_SESSION = '/sessions/end';
export const END_OTHER_SESSIONS = '/sessions/end-others';
/** What one's own account is like. */
export const ACCOUNT = '/account';
/** Begins to switch on a second factor: a secret for an authenticator app, and recovery codes. */
const ENABLE_SECOND_FACTOR = '/two-factor/enable';
export const DISABLE_SECOND_FACTOR = '/two-factor/disable';
/** The second half of a sign-in; and of switching on. */
export const VERIFY_CODE = '/two-factor/verify-totp';
const VERIFY_RECOVERY_CODE = '/two-factor/verify-backup-code';
const NEW_RECOVERY_CODES = '/two-factor/generate-backup-codes';

const NAME_MAX = 80;
const FULL_NAME_MAX = 2 * NAME_MAX + 1;

/** For a password that is being chosen; one that is only checked may have any length up to the bound. */
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `The password needs at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `The password may have at most ${PASSWORD_MAX} characters`);
/** Words that a password of this shop is guessed with. */
const GUESSED = ['farmgate', 'farmtotable', 'marketplace'];

/** Refuses a password that others would try first; `own` is what they know of its owner. */
function checkGuess(password: string, own: string[], refuse: (message: string) => void): void {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');
  const words = [...GUESSED, ...own.map(letters)].filter((word) => word.length > 2);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), letters(password));
  if (left === '' && letters(password) !== '')
    refuse('Please choose a password that is not made of your name or ours');
  else if (isCommonPassword(password))
    refuse('Many people use this password, so it is tried first; please choose another one');
}

/** The same, for an owner who is known by other means than an address in the same body. */
const chosenPassword = newPassword.superRefine((password, context) =>
  checkGuess(password, [], (message) => context.addIssue({ code: 'custom', message })),
);

const givenPassword = z.string().min(1).max(PASSWORD_MAX);

const names = {
  name: z.string().trim().max(FULL_NAME_MAX).optional(),
  firstName: z.string().trim().max(NAME_MAX).optional(),
  lastName: z.string().trim().max(NAME_MAX).optional(),
  image: z.nullish(urlSchema),
};

/** An account as somebody asks for it; also held against the accounts that the operator makes. */
export const newAccountSchema = z.strictObject({
  email: emailSchema,
  password: newPassword,
  ...names,
});

const nothing = z.strictObject({});
/** For what needs more than an open session. */
const byPassword = z.strictObject({ password: givenPassword });

/** What of better-auth is served, and with which bodies. It has more, much of it for features that are not here. */
const posts: Record<string, z.ZodType<Record<string, unknown>>> = {
  // better-auth insists on a name.
  [SIGN_UP]: newAccountSchema
    .extend({ rememberMe: z.boolean().optional() })
    .superRefine(({ email, password }, context) =>
      checkGuess(password, [email, ...email.split('@', 1)], (message) =>
        context.addIssue({ code: 'custom', path: ['password'], message }),
      ),
    )
    .transform((body) => ({ name: '', ...body })),
  [SIGN_IN]: z.strictObject({
    email: emailSchema,
    password: givenPassword,
    rememberMe: z.boolean().optional(),
  }),
  '/sign-out': nothing,
  '/update-user': z.strictObject(names),
  [FORGOT_PASSWORD]: z.strictObject({ email: emailSchema }),
  [NEW_PASSWORD]: z.strictObject({
    token: z.string().min(1).max(200),
    newPassword: chosenPassword,
  }),
  [SEND_CONFIRMATION]: z.strictObject({ email: emailSchema }),
  [CONFIRM_EMAIL]: z.strictObject({ token: z.string().min(1).max(200) }),
  [CHANGE_PASSWORD]: z.strictObject({
    currentPassword: givenPassword,
    newPassword: chosenPassword,
    revokeOtherSessions: z.boolean().optional(),
  }),
  [END_SESSION]: z.strictObject({ _id: idSchema }),
  [END_OTHER_SESSIONS]: nothing,
  [ENABLE_SECOND_FACTOR]: byPassword,
  [DISABLE_SECOND_FACTOR]: byPassword,
  [NEW_RECOVERY_CODES]: byPassword,
  [VERIFY_CODE]: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'A code has six digits') }),
  [VERIFY_RECOVERY_CODE]: z.strictObject({ code: z.string().trim().min(1).max(40) }),
};

const gets = new Set(['/get-session', '/token', '/jwks', SESSIONS, ACCOUNT]);

/** Whether a route is served, and the schema of its body if it takes one. */
export function servedRoute(
  method: string,
  path: string,
): { body: z.ZodType<Record<string, unknown>> | null } | null {
  if (method === 'GET' && gets.has(path)) return { body: null };
  const body = method === 'POST' && Object.hasOwn(posts, path) ? posts[path] : undefined;
  return body ? { body } : null;
}

/** What the schema makes of the input. Throws `VALIDATION_FAILED` with an error per field. */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }));
  throw new DomainError('VALIDATION_FAILED', errors[0]?.message, { errors });
}
