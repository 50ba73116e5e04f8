import type { BetterAuthPlugin } from 'better-auth';
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  sessionMiddleware,
} from 'better-auth/api';
import * as z from 'zod';
import type { Account } from '#libs/contracts';
import type { AuthLinks } from './auth-links.js';
import type { AuthMails } from './auth-mails.js';
import { ACCOUNT, CHANGE_PASSWORD, FORGOT_PASSWORD, NEW_PASSWORD } from './served-routes.js';

/** What better-auth answers to a changed password. */
const changedSchema = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

/** What this shop does with accounts otherwise than better-auth, or beside it; with its limits and its check of origins. */
export const accountPlugin = ({ mails, links }: { mails: AuthMails; links: AuthLinks }) =>
  ({
    id: 'farmgate-account',
    endpoints: {
      ownAccount: createAuthEndpoint(
        ACCOUNT,
        { method: 'GET', use: [sessionMiddleware], requireHeaders: true },
        async ({ context, json }) => {
          const { user } = context.session;
          return json({
            emailVerified: user.emailVerified,
            secondFactor: 'twoFactorEnabled' in user && user.twoFactorEnabled === true,
          } satisfies Account);
        },
      ),
      /** The same answer, for the same work, whoever's address it is: nobody is looked up before the mail is written. */
      askForNewPassword: createAuthEndpoint(
        FORGOT_PASSWORD,
        { method: 'POST', body: z.object({ email: z.string() }) },
        async (ctx) => {
          await mails.add('password-reset', ctx.body.email);
          return ctx.json({ status: true });
        },
      ),
      /** A new password by a link that was mailed. It ends every session, and every other link. */
      setNewPassword: createAuthEndpoint(
        NEW_PASSWORD,
        { method: 'POST', body: z.object({ token: z.string(), newPassword: z.string() }) },
        async (ctx) => {
          const { internalAdapter, password } = ctx.context;
          const userId = await links.redeem('password-reset', ctx.body.token);
          const user = userId && (await internalAdapter.findUserById(userId));
          if (!user) throw new APIError('BAD_REQUEST', { code: 'LINK_INVALID' });
          await internalAdapter.updatePassword(user.id, await password.hash(ctx.body.newPassword));
          await internalAdapter.deleteUserSessions(user.id);
          await links.revokeAll(user.id);
          await mails.add('password-changed', user.email);
          return ctx.json({ user: { id: user.id } });
        },
      ),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === CHANGE_PASSWORD,
          handler: createAuthMiddleware(async ({ context }) => {
            // A refusal comes here as well.
            const changed = changedSchema.safeParse(context.returned);
            if (!changed.success) return;
            await links.revokeAll(changed.data.user.id);
            await mails.add('password-changed', changed.data.user.email);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
