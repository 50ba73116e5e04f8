import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './primitives.js';

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
