import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { FarmsModule } from '#libs/farms';
import { HOLD, holdSchema } from './hold.model.js';
import { HoldLimits } from './hold-limits.js';
import { HoldsService } from './holds.service.js';
import { OwnProductsController } from './own-products.controller.js';
import { OwnProducts } from './own-products.service.js';
import { PRODUCT, productSchema } from './product.model.js';
import { ProductDrafts } from './product-drafts.service.js';
import { ProductEditing } from './product-editing.service.js';
import { ProductErasure } from './product-erasure.js';
import { ProductPictures } from './product-pictures.js';
import { ProductRecords } from './product-records.js';
import { ProductRows } from './product-rows.js';
import { ProductsController } from './products.controller.js';
import { ProductsProcessor } from './products.processor.js';
import { ProductsService } from './products.service.js';
import { ProductsCount } from './products-count.js';
import { ProductsImport } from './products-import.js';
import { Publishing } from './publishing.js';
import { StockService } from './stock.service.js';
import { StockCheckController } from './stock-check.controller.js';
import { STOCK_CHECK, storedCheckSchema } from './stock-check.model.js';
import { StockCheckService } from './stock-check.service.js';
import { STOCK_ENTRY, stockEntrySchema } from './stock-ledger.model.js';
import { StockLedger } from './stock-ledger.service.js';

@Module({
  imports: [
    FarmsModule,
    MongooseModule.forFeature([
      { name: PRODUCT, schema: productSchema },
      { name: STOCK_ENTRY, schema: stockEntrySchema },
      { name: HOLD, schema: holdSchema },
      { name: STOCK_CHECK, schema: storedCheckSchema },
    ]),
  ],
  providers: [
    ProductErasure,
    ProductsService,
    ProductsCount,
    ProductsImport,
    ProductRows,
    StockService,
    HoldLimits,
    HoldsService,
    StockCheckService,
  ],
  exports: [
    ProductsService,
    ProductsImport,
    ProductRows,
    StockService,
    HoldLimits,
    HoldsService,
    StockCheckService,
    MongooseModule,
  ],
})
export class ProductsModule {}

@Module({
  imports: [AuditModule, FarmsModule, ProductsModule],
  controllers: [ProductsController, OwnProductsController, StockCheckController],
  providers: [
    OwnProducts,
    ProductDrafts,
    ProductEditing,
    ProductPictures,
    ProductRecords,
    Publishing,
    StockLedger,
  ],
})
export class ProductsHttpModule {}

@Module({
  imports: [FarmsModule, ProductsModule],
  providers: [ProductsProcessor],
})
export class ProductsWorkerModule {}
