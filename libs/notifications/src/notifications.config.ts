import * as z from 'zod';

export const notificationsConfigSchema = z.object({
  /** The mail server, with user and password; without it mails are caught instead of sent. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// address')
    .optional(),
  /** Whom mails are from: an address, or a name and an address in <>. */
  MAIL_FROM: z.string().default('Farmgate <no-reply@farmgate.localhost>'),
});
export type NotificationsConfig = z.infer<typeof notificationsConfigSchema>;

/** Injection token for {@link NotificationsConfig}. */
export const NOTIFICATIONS_CONFIG = Symbol('NOTIFICATIONS_CONFIG');
