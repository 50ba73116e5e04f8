export { ordersConfigSchema } from './orders.config.js';
export { OrdersConfigModule, OrdersHttpModule, OrdersWorkerModule } from './orders.module.js';
