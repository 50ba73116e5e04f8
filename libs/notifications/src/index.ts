export { ContactService } from './contact.service.js';
export { CaughtMailPages } from './mail/caught-mail.pages.js';
export { NOTIFICATIONS_CONFIG, notificationsConfigSchema } from './notifications.config.js';
export {
  NotificationsHttpModule,
  NotificationsModule,
  NotificationsWorkerModule,
} from './notifications.module.js';
export { keysOf, PUSH_CONFIG, type PushConfig, pushConfigSchema } from './push/push.config.js';
export { RecipientsImport } from './recipients-import.js';
