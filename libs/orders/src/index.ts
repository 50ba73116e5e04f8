export { OrdersHttpModule } from './orders.module.js';
