import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FarmsModule } from '#libs/farms';
import { HOLD, holdSchema } from './hold.model.js';
import { HoldsService } from './holds.service.js';
import { OwnProductsController } from './own-products.controller.js';
import { OwnProducts } from './own-products.service.js';
import { PRODUCT, productSchema } from './product.model.js';
import { ProductDrafts } from './product-drafts.service.js';
import { ProductEditing } from './product-editing.service.js';
import { ProductPictures } from './product-pictures.js';
import { ProductRecords } from './product-records.js';
import { PRODUCTS_CONFIG, type ProductsConfig } from './products.config.js';
import { ProductsController } from './products.controller.js';
import { ProductsProcessor } from './products.processor.js';
import { ProductsService } from './products.service.js';
import { ProductsCount } from './products-count.js';
import { ProductsImport } from './products-import.js';
import { Publishing } from './publishing.js';
import { CatalogueController } from './search/catalogue.controller.js';
import { CatalogueService } from './search/catalogue.service.js';
import { CatalogueFeed } from './search/catalogue-feed.js';
import { CatalogueIndex } from './search/catalogue-index.js';
import { FarmDirectoryController } from './search/farm-directory.controller.js';
import { FarmDirectory } from './search/farm-directory.service.js';
import { ProductCards } from './search/product-cards.js';
import { ResponseCache } from './search/response-cache.js';
import { StockService } from './stock.service.js';
import { StockCheckController } from './stock-check.controller.js';
import { STOCK_CHECK, storedCheckSchema } from './stock-check.model.js';
import { StockCheckProcessor } from './stock-check.processor.js';
import { StockCheckService } from './stock-check.service.js';
import { STOCK_ENTRY, stockEntrySchema } from './stock-ledger.model.js';
import { StockLedger } from './stock-ledger.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: PRODUCT, schema: productSchema },
      { name: STOCK_ENTRY, schema: stockEntrySchema },
      { name: HOLD, schema: holdSchema },
      { name: STOCK_CHECK, schema: storedCheckSchema },
    ]),
  ],
  providers: [
    ProductsService,
    ProductsCount,
    ProductsImport,
    StockService,
    HoldsService,
    StockCheckService,
  ],
  exports: [
    ProductsService,
    ProductsImport,
    StockService,
    HoldsService,
    StockCheckService,
    MongooseModule,
  ],
})
export class ProductsModule {}

@Module({
  imports: [FarmsModule, ProductsModule],
  controllers: [
    ProductsController,
    CatalogueController,
    FarmDirectoryController,
    OwnProductsController,
    StockCheckController,
  ],
  providers: [
    CatalogueFeed,
    CatalogueIndex,
    CatalogueService,
    FarmDirectory,
    ProductCards,
    OwnProducts,
    ProductDrafts,
    ProductEditing,
    ProductPictures,
    ProductRecords,
    Publishing,
    ResponseCache,
    StockLedger,
  ],
})
export class ProductsHttpModule {}

/** The settings of the products; global, so that an app gives them once. */
@Global()
@Module({})
export class ProductsSettingsModule {
  static forRoot(config: ProductsConfig): DynamicModule {
    return {
      module: ProductsSettingsModule,
      providers: [{ provide: PRODUCTS_CONFIG, useValue: config }],
      exports: [PRODUCTS_CONFIG],
    };
  }
}

@Module({
  imports: [FarmsModule, ProductsModule],
  providers: [ProductsProcessor, StockCheckProcessor],
})
export class ProductsWorkerModule {}
