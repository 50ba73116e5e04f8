export { MarketFees } from './market-fees.service.js';
export { MonthsService } from './months.service.js';
export { OrderBooks } from './order-books.service.js';
export { PAYMENTS_CONFIG, paymentsConfigSchema } from './payments.config.js';
export { PaymentsHttpModule, PaymentsModule, PaymentsWorkerModule } from './payments.module.js';
