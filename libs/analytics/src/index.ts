export { AnalyticsHttpModule, AnalyticsModule, AnalyticsWorkerModule } from './analytics.module.js';
export { AnalyticsService } from './analytics.service.js';
