export { CartsService } from './carts.service.js';
export { OrdersHttpModule, OrdersModule } from './orders.module.js';
export { OrdersService } from './orders.service.js';
