import * as z from 'zod';
import { configToken } from '#libs/platform';

export const notificationsConfigSchema = z.object({
  /** URL of the mail server, with user and password; without it mails are caught instead of sent. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'it must be an smtp:// or smtps:// address' })
    .optional(),
  /** The sender of mails: an address, or a name and an address in <>. */
  MAIL_FROM: z.string().default('Farmgate <no-reply@farmgate.localhost>'),
});
export type NotificationsConfig = z.infer<typeof notificationsConfigSchema>;

/** Injection token for {@link NotificationsConfig}. */
export const NOTIFICATIONS_CONFIG = configToken<NotificationsConfig>('NOTIFICATIONS_CONFIG');
