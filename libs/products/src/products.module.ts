import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FarmsModule } from '#libs/farms';
import { HOLD, holdSchema } from './hold.model.js';
import { HoldsService } from './holds.service.js';
import { PRODUCT, productSchema } from './product.model.js';
import { ProductsController } from './products.controller.js';
import { ProductsProcessor } from './products.processor.js';
import { ProductsService } from './products.service.js';
import { ProductsCount } from './products-count.js';
import { CatalogueController } from './search/catalogue.controller.js';
import { CatalogueService } from './search/catalogue.service.js';
import { CatalogueFeed } from './search/catalogue-feed.js';
import { CatalogueIndex } from './search/catalogue-index.js';
import { StockService } from './stock.service.js';
import { StockCheckController } from './stock-check.controller.js';
import { STOCK_CHECK, storedCheckSchema } from './stock-check.model.js';
import { StockCheckProcessor } from './stock-check.processor.js';
import { StockCheckService } from './stock-check.service.js';
import { STOCK_ENTRY, stockEntrySchema } from './stock-ledger.model.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: PRODUCT, schema: productSchema },
      { name: STOCK_ENTRY, schema: stockEntrySchema },
      { name: HOLD, schema: holdSchema },
      { name: STOCK_CHECK, schema: storedCheckSchema },
    ]),
  ],
  providers: [ProductsService, ProductsCount, StockService, HoldsService, StockCheckService],
  exports: [ProductsService, StockService, HoldsService, StockCheckService, MongooseModule],
})
export class ProductsModule {}

@Module({
  imports: [FarmsModule, ProductsModule],
  controllers: [ProductsController, CatalogueController, StockCheckController],
  providers: [CatalogueIndex, CatalogueFeed, CatalogueService],
})
export class ProductsHttpModule {}

@Module({
  imports: [FarmsModule, ProductsModule],
  providers: [ProductsProcessor, StockCheckProcessor],
})
export class ProductsWorkerModule {}
