export {
  AnalyticsHttpModule,
  AnalyticsModule,
  AnalyticsWorkerModule,
} from './analytics.module.js';
export { RebuildService } from './rebuild.service.js';
export { RecountService } from './recount.service.js';
export { Tally, tallyEvent, tallyOrder } from './tally.js';
