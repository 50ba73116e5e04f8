export { CaughtMailPages } from './mail/caught-mail.pages.js';
export { type NotificationsConfig, notificationsConfigSchema } from './notifications.config.js';
export {
  NotificationsHttpModule,
  NotificationsModule,
  NotificationsWorkerModule,
} from './notifications.module.js';
