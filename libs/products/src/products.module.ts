import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FarmsModule } from '#libs/farms';
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
import { STOCK_ENTRY, stockEntrySchema } from './stock-ledger.model.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: PRODUCT, schema: productSchema },
      { name: STOCK_ENTRY, schema: stockEntrySchema },
    ]),
  ],
  providers: [ProductsService, ProductsCount, StockService],
  exports: [ProductsService, StockService, MongooseModule],
})
export class ProductsModule {}

@Module({
  imports: [FarmsModule, ProductsModule],
  controllers: [ProductsController, CatalogueController],
  providers: [CatalogueIndex, CatalogueFeed, CatalogueService],
})
export class ProductsHttpModule {}

@Module({ imports: [FarmsModule, ProductsModule], providers: [ProductsProcessor] })
export class ProductsWorkerModule {}
