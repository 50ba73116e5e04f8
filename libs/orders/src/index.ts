export { ordersConfigSchema } from './orders.config.js';
export {
  OrdersConfigModule,
  OrdersHttpModule,
  OrdersModule,
  OrdersWorkerModule,
} from './orders.module.js';
export { OrdersImport, type PastOrder } from './orders-import.js';
