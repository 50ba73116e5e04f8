import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { FarmsModule } from '#libs/farms';
import { ProductsModule } from '#libs/products';
import { RECEIPT, receiptSchema } from './receipt.model.js';
import { ReceiptsProcessor } from './receipts.processor.js';
import { REVIEW, reviewSchema } from './review.model.js';
import { ReviewChanges } from './review-changes.js';
import { ReviewErasure } from './review-erasure.js';
import { ReviewListsService } from './review-lists.service.js';
import { ReviewRecords } from './review-records.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsService } from './reviews.service.js';
import { ReviewsImport } from './reviews-import.js';

@Module({
  imports: [
    AuditModule,
    FarmsModule,
    ProductsModule,
    MongooseModule.forFeature([
      { name: REVIEW, schema: reviewSchema },
      { name: RECEIPT, schema: receiptSchema },
    ]),
  ],
  providers: [ReviewsService, ReviewListsService, ReviewChanges, ReviewErasure, ReviewsImport],
  exports: [ReviewsService, ReviewListsService, ReviewsImport, MongooseModule],
})
export class ReviewsModule {}

@Module({
  imports: [ReviewsModule],
  controllers: [ReviewsController],
  providers: [ReviewRecords],
})
export class ReviewsHttpModule {}

@Module({ imports: [ReviewsModule], providers: [ReceiptsProcessor] })
export class ReviewsWorkerModule {}
