export { ORDERS_CONFIG, ordersConfigSchema } from './orders.config.js';
export {
  OrdersHttpModule,
  OrdersModule,
  OrdersWorkerModule,
} from './orders.module.js';
export { OrdersService } from './orders.service.js';
export {
  type HandedOver,
  OrdersImport,
  type PastHandover,
  type PastOrder,
  type PastSeller,
  type PastStep,
} from './orders-import.js';
export { PartChangesService } from './part-changes.service.js';
export { PartRefunds, type RefundablePart } from './part-refunds.service.js';
