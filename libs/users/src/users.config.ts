import * as z from 'zod';

export const usersConfigSchema = z.object({
  /** E-mails, separated by commas, whose verified owners become admins when they first sign in. */
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((email) => email.trim().toLowerCase())
        .filter(Boolean),
    ),
});
export type UsersConfig = z.infer<typeof usersConfigSchema>;

/** Injection token for {@link UsersConfig}. */
export const USERS_CONFIG = Symbol('USERS_CONFIG');
