import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { FarmsModule } from '#libs/farms';
import { FulfilmentModule } from '#libs/fulfilment';
import { PaymentsModule } from '#libs/payments';
import { ProductsModule } from '#libs/products';
import { ReviewsModule } from '#libs/reviews';
import { UsersModule } from '#libs/users';
import { BuyAgainService } from './buy-again.service.js';
import { CART, cartSchema } from './cart.model.js';
import { CartsController } from './carts.controller.js';
import { CartsService } from './carts.service.js';
import { CheckoutController, CheckoutPaymentsController } from './checkout.controller.js';
import { CheckoutProcessor } from './checkout.processor.js';
import { CheckoutService } from './checkout.service.js';
import { CheckoutPaymentsService } from './checkout-payments.service.js';
import { ClosingsService } from './closings.service.js';
import { CrewController } from './crew.controller.js';
import { CrewService } from './crew.service.js';
import { FarmWorkService } from './farm-work.service.js';
import { FEED, feedSchema } from './feed.model.js';
import { FeedsController } from './feeds.controller.js';
import { FeedsService } from './feeds.service.js';
import { HandOverLimit } from './hand-over-limit.js';
import { HandOversService } from './hand-overs.service.js';
import { ORDER, orderSchema } from './order.model.js';
import { OrderErasure } from './order-erasure.js';
import { OrderListsService } from './order-lists.service.js';
import { OrderPlaces } from './order-places.service.js';
import { OrderRecords } from './order-records.js';
import { OrderStepsService } from './order-steps.service.js';
import { OrderWorkController } from './order-work.controller.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { OrdersCount } from './orders-count.js';
import { OrdersImport } from './orders-import.js';
import { OrdersMigration } from './orders-migration.js';
import { PartChangesService } from './part-changes.service.js';
import { PartRefunds } from './part-refunds.service.js';
import { PlacesCount } from './places-count.js';
import { PurchaseService } from './purchase.service.js';
import { ReceiptsProcessor } from './receipts.processor.js';
import { ReceiptsService } from './receipts.service.js';
import { RemindersService } from './reminders.service.js';
import { RoundsService } from './rounds.service.js';
import { RunSheetService } from './run-sheet.service.js';
import { SlotsProcessor } from './slots.processor.js';

@Module({
  imports: [
    AuditModule,
    FarmsModule,
    FulfilmentModule,
    PaymentsModule,
    ProductsModule,
    ReviewsModule,
    UsersModule,
    MongooseModule.forFeature([
      { name: ORDER, schema: orderSchema },
      { name: CART, schema: cartSchema },
      { name: FEED, schema: feedSchema },
    ]),
  ],
  providers: [
    OrdersService,
    OrdersCount,
    OrdersImport,
    OrdersMigration,
    OrderErasure,
    FeedsService,
    HandOverLimit,
    HandOversService,
    OrderStepsService,
    PartChangesService,
    PartRefunds,
    OrderListsService,
    FarmWorkService,
    RoundsService,
    RunSheetService,
    CrewService,
    ReceiptsService,
    BuyAgainService,
    CartsService,
    CheckoutPaymentsService,
    CheckoutService,
    PurchaseService,
    OrderPlaces,
    PlacesCount,
  ],
  exports: [
    FeedsService,
    HandOversService,
    OrdersImport,
    OrdersService,
    OrderStepsService,
    PartChangesService,
    PartRefunds,
    OrderListsService,
    FarmWorkService,
    RunSheetService,
    CrewService,
    ReceiptsService,
    BuyAgainService,
    CartsService,
    CheckoutPaymentsService,
    CheckoutService,
    PlacesCount,
    MongooseModule,
    ReviewsModule,
  ],
})
export class OrdersModule {}

@Module({
  imports: [OrdersModule],
  controllers: [
    CrewController,
    OrderWorkController,
    OrdersController,
    CartsController,
    CheckoutController,
    CheckoutPaymentsController,
    FeedsController,
  ],
  providers: [OrderRecords],
})
export class OrdersHttpModule {}

@Module({
  imports: [OrdersModule, FulfilmentModule],
  providers: [
    CheckoutProcessor,
    ClosingsService,
    ReceiptsProcessor,
    RemindersService,
    SlotsProcessor,
  ],
})
export class OrdersWorkerModule {}
