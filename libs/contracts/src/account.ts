import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './primitives.js';

/** `GET /api/auth/account`: what one's own account with the built-in provider is like. */
export const accountSchema = z.object({
  emailVerified: z.boolean(),
  /** Whether signing in asks for a code of an authenticator app as well. */
  secondFactor: z.boolean(),
});
export type Account = z.infer<typeof accountSchema>;

/** A sign-in that wants a code before it opens a session. */
export const codeWantedSchema = z.object({ twoFactorRedirect: z.literal(true) });

/** Each opens the account once, in the place of a code. */
export const recoveryCodesSchema = z.object({ backupCodes: z.array(z.string()) });

/** What an authenticator app is told, and what to keep for the day it is lost. Neither is shown again. */
export const secondFactorEnrolmentSchema = z.object({
  totpURI: z.string(),
  ...recoveryCodesSchema.shape,
});
export type SecondFactorEnrolment = z.infer<typeof secondFactorEnrolmentSchema>;

/** One place where somebody is signed in with the built-in provider, as its owner sees it. */
export const accountSessionSchema = z.object({
  _id: idSchema,
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** What the browser called itself when it signed in; null where it said nothing. */
  userAgent: z.nullable(z.string()),
  /** The network address from which it signed in. */
  address: z.nullable(z.string()),
  signedInAt: timestampSchema,
  /** To the day: a session notes its use once a day. */
  usedAt: timestampSchema,
});
export type AccountSession = z.infer<typeof accountSessionSchema>;

/** `GET /api/auth/sessions`: the newest hundred, and how many there are. */
export const accountSessionsSchema = z.object({
  sessions: z.array(accountSessionSchema),
  total: z.int().check(z.gte(0)),
});
export type AccountSessions = z.infer<typeof accountSessionsSchema>;
