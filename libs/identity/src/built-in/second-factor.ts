import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { mongo } from 'mongoose';
import * as z from 'zod';
import { isDuplicateKey } from '#libs/platform';
import type { AuthMails } from './auth-mails.js';
import { AUTH_COLLECTIONS } from './collections.js';
import { DISABLE_SECOND_FACTOR, VERIFY_CODE } from './served-routes.js';

/** Milliseconds after which a code is refused for its age alone: its own half minute, and the ones beside it. */
const CODE_LIVES_MS = 2 * 60_000;

/** better-auth's second factor by an authenticator app: five tries a sign-in, ten wrong ones in a row lock it for a quarter of an hour. */
export const secondFactor = () =>
  twoFactor({
    issuer: 'Farmgate',
    schema: { twoFactor: { modelName: AUTH_COLLECTIONS.secondFactors } },
    backupCodeOptions: { storeBackupCodes: 'encrypted' },
  });

const verifiedSchema = z.object({ user: z.object({ id: z.string() }) });

interface UsedCode {
  readonly _id: string;
  readonly expiresAt: Date;
}

/** What better-auth leaves to others: a code that somebody looked over a shoulder for opens nothing a second time. */
export const codesOnce = (db: mongo.Db) =>
  ({
    id: 'farmgate-codes-once',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === VERIFY_CODE,
          handler: createAuthMiddleware(async ({ body, context }) => {
            // A refusal comes here as well.
            const verified = verifiedSchema.safeParse(context.returned);
            if (!verified.success) return;
            const used = db.collection<UsedCode>(AUTH_COLLECTIONS.usedCodes);
            const _id = `${verified.data.user.id}:${String(body.code)}`;
            try {
              await used.insertOne({ _id, expiresAt: new Date(Date.now() + CODE_LIVES_MS) });
            } catch (error) {
              if (!isDuplicateKey(error)) throw error;
              const opened = context.newSession?.session.token;
              if (opened) await context.internalAdapter.deleteSession(opened);
              throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
            }
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

/** Tells the owner by mail that the second factor was switched on or off; `path` is the route that changed the account. */
export async function tellOfSecondFactor(
  mails: AuthMails,
  email: string,
  path: string | undefined,
): Promise<void> {
  // Signing in with a code changes nothing of the account: only the first code does.
  if (path === VERIFY_CODE) await mails.add('second-factor-on', email);
  if (path === DISABLE_SECOND_FACTOR) await mails.add('second-factor-off', email);
}
