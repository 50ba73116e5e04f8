export { AnalyticsHttpModule, AnalyticsWorkerModule } from './analytics.module.js';
