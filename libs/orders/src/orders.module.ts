import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FarmsModule } from '#libs/farms';
import { ProductsModule } from '#libs/products';
import { CART, cartSchema } from './cart.model.js';
import { CartsController } from './carts.controller.js';
import { CartsService } from './carts.service.js';
import { ORDER, orderSchema } from './order.model.js';
import { OrderStepsService } from './order-steps.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';

@Module({
  imports: [
    FarmsModule,
    ProductsModule,
    MongooseModule.forFeature([
      { name: ORDER, schema: orderSchema },
      { name: CART, schema: cartSchema },
    ]),
  ],
  providers: [OrdersService, OrderStepsService, CartsService],
  exports: [OrdersService, OrderStepsService, CartsService],
})
export class OrdersModule {}

@Module({ imports: [OrdersModule], controllers: [OrdersController, CartsController] })
export class OrdersHttpModule {}
