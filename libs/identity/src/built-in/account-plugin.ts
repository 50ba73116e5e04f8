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
import {
  ACCOUNT,
  CHANGE_PASSWORD,
  CONFIRM_EMAIL,
  FORGOT_PASSWORD,
  NEW_PASSWORD,
  SEND_CONFIRMATION,
  SIGN_UP,
} from './served-routes.js';

/** better-auth's response to a sign-up and to a changed password. */
const changedSchema = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

/** Account routes that replace or extend better-auth's own; its rate limits and origin check apply to them. */
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
      /** The same response and work whether or not the account exists: it is looked up when the mail is composed. */
      askForNewPassword: createAuthEndpoint(
        FORGOT_PASSWORD,
        { method: 'POST', body: z.object({ email: z.string() }) },
        async (ctx) => {
          await mails.add('password-reset', ctx.body.email);
          return ctx.json({ status: true });
        },
      ),
      /** Sets a new password with a mailed link. Ends every session and revokes every other link. */
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
          await links.revokeAll('password-reset', user.id);
          await mails.add('password-changed', user.email);
          // Opening a mailed link proves that the address belongs to the account.
          await internalAdapter.updateUser(user.id, { emailVerified: true });
          return ctx.json({ user: { id: user.id } });
        },
      ),
      /** Mails the confirmation link of the sign-up again, to the caller's own address only. */
      sendConfirmation: createAuthEndpoint(
        SEND_CONFIRMATION,
        {
          method: 'POST',
          use: [sessionMiddleware],
          requireHeaders: true,
          body: z.object({ email: z.string() }),
        },
        async ({ context, body, json }) => {
          const { email, emailVerified } = context.session.user;
          if (body.email.toLowerCase() !== email) throw new APIError('FORBIDDEN');
          if (!emailVerified) await mails.add('email-confirmation', email);
          return json({ status: true });
        },
      ),
      confirmEmail: createAuthEndpoint(
        CONFIRM_EMAIL,
        { method: 'POST', body: z.object({ token: z.string() }) },
        async ({ context, body, json }) => {
          const userId = await links.redeem('email-confirmation', body.token);
          const user =
            userId && (await context.internalAdapter.updateUser(userId, { emailVerified: true }));
          if (!user) throw new APIError('BAD_REQUEST', { code: 'LINK_INVALID' });
          await links.revokeAll('email-confirmation', userId);
          return json({ user: { id: userId } });
        },
      ),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === SIGN_UP,
          handler: createAuthMiddleware(async ({ context }) => {
            const signedUp = changedSchema.safeParse(context.returned);
            if (signedUp.success) await mails.add('email-confirmation', signedUp.data.user.email);
          }),
        },
        {
          matcher: ({ path }) => path === CHANGE_PASSWORD,
          handler: createAuthMiddleware(async ({ context }) => {
            // Hooks also run after a rejected request.
            const changed = changedSchema.safeParse(context.returned);
            if (!changed.success) return;
            await links.revokeAll('password-reset', changed.data.user.id);
            await mails.add('password-changed', changed.data.user.email);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
