import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './primitives.js';

/** `GET /api/auth/account`: the caller's account at the built-in identity provider. */
export const accountSchema = z.object({
  emailVerified: z.boolean(),
  /** Whether signing in also needs a code from an authenticator app. */
  secondFactor: z.boolean(),
});
export type Account = z.infer<typeof accountSchema>;

/** Response to a sign-in that needs a code before it opens a session. */
export const codeRequiredSchema = z.object({ twoFactorRedirect: z.literal(true) });

/** Single-use recovery codes, each accepted in place of an authenticator's code. */
export const recoveryCodesSchema = z.object({ backupCodes: z.array(z.string()) });

/** The URI for an authenticator app, and the recovery codes. Neither is shown again. */
export const secondFactorEnrolmentSchema = z.object({
  totpURI: z.string(),
  ...recoveryCodesSchema.shape,
});
export type SecondFactorEnrolment = z.infer<typeof secondFactorEnrolmentSchema>;

/** A session at the built-in identity provider, as its user sees it. */
export const accountSessionSchema = z.object({
  _id: idSchema,
  /** Whether it is the session of this request. */
  current: z.boolean(),
  /** The `User-Agent` at sign-in; null if there was none. */
  userAgent: z.nullable(z.string()),
  /** The network address at sign-in. */
  address: z.nullable(z.string()),
  signedInAt: timestampSchema,
  /** Accurate to a day: a session records its use once a day. */
  usedAt: timestampSchema,
});
export type AccountSession = z.infer<typeof accountSessionSchema>;

/** `GET /api/auth/sessions`: the newest hundred, and how many there are. */
export const accountSessionsSchema = z.object({
  sessions: z.array(accountSessionSchema),
  total: z.int().check(z.gte(0)),
});
export type AccountSessions = z.infer<typeof accountSessionsSchema>;
