import type { BetterAuthPlugin } from 'better-auth';
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  sessionMiddleware,
} from 'better-auth/api';
import * as z from 'zod';
import type { AccountSessions } from '#libs/contracts';
import { isRecentProof } from '#libs/platform';
import { endOtherSessions } from './account-access.js';
import {
  CONFIRM_SESSION,
  END_OTHER_SESSIONS,
  END_SESSION,
  SESSIONS,
  SIGN_IN,
  SIGN_OUT,
  SIGN_UP,
  VERIFY_CODE,
  VERIFY_RECOVERY_CODE,
} from './served-routes.js';

/** Maximum number of listed sessions. */
const LISTED_MAX = 100;

interface StoredSession {
  readonly id: string;
  readonly token: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly userAgent?: string | null;
  readonly ipAddress?: string | null;
}

const confirmationSchema = z.object({
  provenAt: z.coerce.date().nullish(),
  codeAt: z.coerce.date().nullish(),
});

/** When the password was last entered in a session. */
export const provenAt = (session: { readonly createdAt: Date }): Date =>
  confirmationSchema.parse(session).provenAt ?? session.createdAt;

/** When a code was last entered in the session of an account with a second factor. */
export const codeAt = (session: { readonly createdAt: Date }): Date =>
  confirmationSchema.parse(session).codeAt ?? session.createdAt;

/** Throws `SESSION_NOT_RECENT` unless the password was entered recently. */
function requireProof(session: { readonly createdAt: Date }): void {
  if (!isRecentProof(provenAt(session)))
    throw new APIError('FORBIDDEN', { code: 'SESSION_NOT_RECENT' });
}

/** The routes that open a session. */
const OPENING: ReadonlySet<string | undefined> = new Set([
  SIGN_IN,
  SIGN_UP,
  VERIFY_CODE,
  VERIFY_RECOVERY_CODE,
]);

/**
 * Lists and ends the caller's sessions. Replaces better-auth's own routes, which reveal tokens, require a recent
 * sign-in, and end only the first hundred sessions.
 */
export const sessionsPlugin = {
  id: 'farmgate-sessions',
  endpoints: {
    ownSessions: createAuthEndpoint(
      SESSIONS,
      { method: 'GET', use: [sessionMiddleware], requireHeaders: true },
      async ({ context, json }) => {
        const { user, session } = context.session;
        const where = [
          { field: 'userId', value: user.id },
          { field: 'expiresAt', value: new Date(), operator: 'gt' as const },
        ];
        const [found, total] = await Promise.all([
          context.adapter.findMany<StoredSession>({
            model: 'session',
            where,
            limit: LISTED_MAX,
            sortBy: { field: 'createdAt', direction: 'desc' },
          }),
          context.adapter.count({ model: 'session', where }),
        ]);
        return json({
          sessions: found.map((one) => ({
            _id: one.id,
            current: one.id === session.id,
            userAgent: one.userAgent || null,
            address: one.ipAddress || null,
            signedInAt: one.createdAt.toISOString(),
            usedAt: one.updatedAt.toISOString(),
          })),
          total,
        } satisfies AccountSessions);
      },
    ),
    /** Ends one of the caller's own sessions. */
    endSession: createAuthEndpoint(
      END_SESSION,
      {
        method: 'POST',
        use: [sessionMiddleware],
        requireHeaders: true,
        body: z.object({ _id: z.string() }),
      },
      async ({ context, body, json }) => {
        if (body._id !== context.session.session.id) requireProof(context.session.session);
        const found = await context.adapter.findOne<StoredSession>({
          model: 'session',
          where: [
            { field: 'id', value: body._id },
            { field: 'userId', value: context.session.user.id },
          ],
        });
        if (!found) throw new APIError('NOT_FOUND', { code: 'SESSION_NOT_FOUND' });
        await context.internalAdapter.deleteSession(found.token);
        return json({ status: true });
      },
    ),
    confirmSession: createAuthEndpoint(
      CONFIRM_SESSION,
      {
        method: 'POST',
        use: [sessionMiddleware],
        requireHeaders: true,
        body: z.object({ password: z.string() }),
      },
      async ({ context, body, json }) => {
        const { internalAdapter, password } = context;
        const { user, session } = context.session;
        const hash = (await internalAdapter.findCredentialAccount(user.id))?.password;
        if (!hash || !(await password.verify({ hash, password: body.password })))
          throw new APIError('BAD_REQUEST', { code: 'WRONG_PASSWORD' });
        await internalAdapter.updateSession(session.token, { provenAt: new Date() });
        return json({ user: { id: user.id } });
      },
    ),
    endOtherSessions: createAuthEndpoint(
      END_OTHER_SESSIONS,
      { method: 'POST', use: [sessionMiddleware], requireHeaders: true },
      async ({ context, json }) => {
        requireProof(context.session.session);
        await endOtherSessions(context, context.session.session);
        return json({ status: true });
      },
    ),
  },
  hooks: {
    before: [
      {
        // better-auth's own route returns 200 even if it could not end the session.
        matcher: ({ path }) => path === SIGN_OUT,
        handler: createAuthMiddleware(async ({ context, getSignedCookie }) => {
          const { name } = context.authCookies.sessionToken;
          const token = await getSignedCookie(name, context.secret);
          if (!token) return;
          const where = [{ field: 'token', value: token }];
          const found = await context.adapter.findOne<StoredSession>({ model: 'session', where });
          if (found) await context.internalAdapter.deleteSession(token);
        }),
      },
    ],
    after: [
      {
        // A new session replaces the browser's earlier session.
        matcher: ({ path }) => OPENING.has(path),
        handler: createAuthMiddleware(async ({ context, getSignedCookie }) => {
          const opened = context.newSession?.session.token;
          if (!opened) return;
          const { name } = context.authCookies.sessionToken;
          const earlier = await getSignedCookie(name, context.secret);
          if (earlier && earlier !== opened) await context.internalAdapter.deleteSession(earlier);
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
