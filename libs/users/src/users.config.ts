import * as z from 'zod';
import { emailsIn } from '#libs/contracts';
import { configToken } from '#libs/platform';

export const usersConfigSchema = z.object({
  /** Comma-separated e-mail addresses; their verified owners become admins at their first sign-in. */
  ADMIN_EMAILS: z.string().default('').transform(emailsIn),
});
export type UsersConfig = z.infer<typeof usersConfigSchema>;

/** Injection token for {@link UsersConfig}. */
export const USERS_CONFIG = configToken<UsersConfig>('USERS_CONFIG');
