export { CaughtMailPages } from './mail/caught-mail.pages.js';
export { NOTIFICATIONS_CONFIG, notificationsConfigSchema } from './notifications.config.js';
export {
  NotificationsHttpModule,
  NotificationsModule,
  NotificationsWorkerModule,
} from './notifications.module.js';
