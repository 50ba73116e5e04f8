import { Module } from '@nestjs/common';
import { FarmsModule } from '#libs/farms';
import { FulfilmentModule } from '#libs/fulfilment';
import { ProductsModule } from '#libs/products';
import { CatalogueController } from './catalogue.controller.js';
import { CatalogueService } from './catalogue.service.js';
import { CatalogueFeed } from './catalogue-feed.js';
import { CatalogueIndex } from './catalogue-index.js';
import { CataloguePages } from './catalogue-pages.js';
import { FarmDirectoryController } from './farm-directory.controller.js';
import { FarmDirectory } from './farm-directory.service.js';
import { ProductCards } from './product-cards.js';
import { ResponseCache } from './response-cache.js';

@Module({
  imports: [FarmsModule, FulfilmentModule, ProductsModule],
  controllers: [CatalogueController, FarmDirectoryController],
  providers: [
    CatalogueFeed,
    CatalogueIndex,
    CataloguePages,
    CatalogueService,
    FarmDirectory,
    ProductCards,
    ResponseCache,
  ],
})
export class CatalogueHttpModule {}
