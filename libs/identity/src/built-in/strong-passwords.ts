import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { weaknessOf } from './password-strength.js';
import { CHANGE_PASSWORD, NEW_PASSWORD, SIGN_UP } from './served-routes.js';

/** Rejects weak new passwords; runs after the rate limits, because the check is expensive. */
export const strongPasswords = () =>
  ({
    id: 'farmgate-strong-passwords',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === SIGN_UP,
          handler: createAuthMiddleware(async ({ body }) => {
            const email = String(body.email);
            await refuseWeak('WEAK_PASSWORD', body.password, [email, ...email.split('@')]);
          }),
        },
        {
          matcher: ({ path }) => path === NEW_PASSWORD || path === CHANGE_PASSWORD,
          handler: createAuthMiddleware(({ body }) =>
            refuseWeak('WEAK_NEW_PASSWORD', body.newPassword, []),
          ),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

async function refuseWeak(code: string, password: unknown, known: string[]): Promise<void> {
  const message = await weaknessOf(String(password), known);
  if (message) throw new APIError('BAD_REQUEST', { code, message });
}
