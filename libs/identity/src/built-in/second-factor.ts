import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { mongo } from 'mongoose';
import * as z from 'zod';
import { isDuplicateKey } from '#libs/platform';
import { AccountAttempts } from './account-attempts.js';
import type { AuthMails } from './auth-mails.js';
import { AUTH_COLLECTIONS } from './collections.js';
import { DISABLE_SECOND_FACTOR, VERIFY_CODE } from './served-routes.js';

/** Milliseconds until a code is invalid: its period of 30 seconds and both neighbouring periods are over. */
const CODE_LIFETIME_MS = 2 * 60_000;

/** Second factor by authenticator app: five attempts per sign-in; ten wrong codes in a row lock it for 15 minutes. */
export const secondFactor = () =>
  twoFactor({
    issuer: 'Farmgate',
    schema: { twoFactor: { modelName: AUTH_COLLECTIONS.secondFactors } },
    backupCodeOptions: { storeBackupCodes: 'encrypted' },
  });

const verifiedSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

interface UsedCode {
  readonly _id: string;
  readonly expiresAt: Date;
}

/**
 * What better-auth's check of a code lacks: a code works once, and in a session its attempts are limited and the
 * session remembers when it was entered.
 */
export const checkedCodes = (db: mongo.Db) => {
  const attempts = new AccountAttempts(db, VERIFY_CODE);
  return {
    id: 'farmgate-checked-codes',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === VERIFY_CODE,
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (session && (await attempts.take(session.user.id)) > 0)
              throw new APIError('TOO_MANY_REQUESTS', { code: 'ACCOUNT_TEMPORARILY_LOCKED' });
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === VERIFY_CODE,
          handler: createAuthMiddleware(async ({ body, context }) => {
            // Hooks also run after a rejected request.
            const verified = verifiedSchema.safeParse(context.returned);
            if (!verified.success) return;
            const { token, user } = verified.data;
            const used = db.collection<UsedCode>(AUTH_COLLECTIONS.usedCodes);
            const _id = `${user.id}:${String(body.code)}`;
            const opened = context.newSession?.session.token;
            try {
              await used.insertOne({ _id, expiresAt: new Date(Date.now() + CODE_LIFETIME_MS) });
            } catch (error) {
              if (!isDuplicateKey(error)) throw error;
              if (opened) await context.internalAdapter.deleteSession(opened);
              throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
            }
            if (!opened) await context.internalAdapter.updateSession(token, { codeAt: new Date() });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
};

/** Informs the owner that the second factor was enabled or disabled; `path` is the route that changed the account. */
export async function mailSecondFactorChange(
  mails: AuthMails,
  email: string,
  path: string | undefined,
): Promise<void> {
  // Only the first code, which enables the second factor, changes the account; a sign-in with a code does not.
  if (path === VERIFY_CODE) await mails.add('second-factor-on', email);
  if (path === DISABLE_SECOND_FACTOR) await mails.add('second-factor-off', email);
}
