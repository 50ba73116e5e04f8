export { type CardOrder, CardPayments } from './card-payments.service.js';
export { CardRenewals } from './card-renewals.service.js';
export { ConfiguredCards } from './configured-cards.js';
export { MarketFees } from './market-fees.service.js';
export { OrderBooks } from './order-books.service.js';
export { PAYMENTS_CONFIG, paymentsConfigSchema } from './payments.config.js';
export { PaymentsHttpModule, PaymentsModule, PaymentsWorkerModule } from './payments.module.js';
export { SavedCards } from './saved-cards.service.js';
export { StoreCredits } from './store-credit.service.js';
