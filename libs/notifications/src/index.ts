export { NotificationsHttpModule, NotificationsWorkerModule } from './notifications.module.js';
