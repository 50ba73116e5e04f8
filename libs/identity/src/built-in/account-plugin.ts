import type { BetterAuthPlugin } from 'better-auth';
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  sessionMiddleware,
} from 'better-auth/api';
import * as z from 'zod';
import type { Account } from '#libs/contracts';
import { endOtherSessions, removeAccess } from './account-access.js';
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
      /** Response and work do not reveal whether the account exists: it is looked up when the mail is composed. */
      askForNewPassword: createAuthEndpoint(
        FORGOT_PASSWORD,
        { method: 'POST', body: z.object({ email: z.string() }) },
        async (ctx) => {
          await mails.add('password-reset', ctx.body.email);
          return ctx.json({ status: true });
        },
      ),
      /**
       * Sets a new password with a mailed link. Ends every session and revokes every other link. The first proof of the
       * address also removes the second factor, which somebody else may have added.
       */
      setNewPassword: createAuthEndpoint(
        NEW_PASSWORD,
        { method: 'POST', body: z.object({ token: z.string(), newPassword: z.string() }) },
        async (ctx) => {
          const { internalAdapter, password } = ctx.context;
          const userId = await links.redeem('password-reset', ctx.body.token);
          const user = userId && (await internalAdapter.findUserById(userId));
          if (!user) throw new APIError('BAD_REQUEST', { code: 'LINK_INVALID' });
          await internalAdapter.updatePassword(user.id, await password.hash(ctx.body.newPassword));
          if (user.emailVerified) await internalAdapter.deleteUserSessions(user.id);
          else await removeAccess(ctx.context, user.id);
          await links.revokeAll(user.id);
          await mails.add('password-changed', user.email);
          // Opening a mailed link proves that the address belongs to the account.
          await internalAdapter.updateUser(user.id, { emailVerified: true });
          return ctx.json({ user: { id: user.id, email: user.email } });
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
          if (body.email !== email) throw new APIError('FORBIDDEN');
          if (!emailVerified) await mails.add('email-confirmation', email);
          return json({ status: true });
        },
      ),
      /**
       * Confirms an address with a mailed link, and with a session or the password of the account: the link only proves
       * access to the mailbox, and somebody else may have signed up with its address.
       */
      confirmEmail: createAuthEndpoint(
        CONFIRM_EMAIL,
        {
          method: 'POST',
          body: z.object({ token: z.string(), password: z.optional(z.string()) }),
        },
        async (ctx) => {
          const { internalAdapter, password } = ctx.context;
          const userId = await links.userOf('email-confirmation', ctx.body.token);
          const user = userId && (await internalAdapter.findUserById(userId));
          if (!user) throw new APIError('BAD_REQUEST', { code: 'LINK_INVALID' });
          const own = await getSessionFromCtx(ctx);
          const session = own?.user.id === user.id ? own.session : null;
          if (!session) {
            if (!ctx.body.password)
              throw new APIError('UNAUTHORIZED', { code: 'PASSWORD_REQUIRED' });
            const hash = (await internalAdapter.findCredentialAccount(user.id))?.password;
            if (!hash || !(await password.verify({ hash, password: ctx.body.password })))
              throw new APIError('BAD_REQUEST', { code: 'WRONG_PASSWORD' });
          }
          // Only now, so that a wrong password does not consume the link.
          if ((await links.redeem('email-confirmation', ctx.body.token)) === null)
            throw new APIError('BAD_REQUEST', { code: 'LINK_INVALID' });
          if (!user.emailVerified) {
            // Access from before this first proof may be somebody else's: keeps only what is part of the proof.
            if (session) await endOtherSessions(ctx.context, session);
            else if (await removeAccess(ctx.context, user.id))
              await mails.add('second-factor-off', user.email);
          }
          await internalAdapter.updateUser(user.id, { emailVerified: true });
          await links.revokeAll(user.id, 'email-confirmation');
          return ctx.json({ user: { id: user.id } });
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
            await links.revokeAll(changed.data.user.id, 'password-reset');
            await mails.add('password-changed', changed.data.user.email);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
