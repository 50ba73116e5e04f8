export { ORDERS_CONFIG, ordersConfigSchema } from './orders.config.js';
export {
  OrdersHttpModule,
  OrdersModule,
  OrdersWorkerModule,
} from './orders.module.js';
export { OrdersImport, type PastOrder } from './orders-import.js';
