import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FarmsModule } from '#libs/farms';
import { ProductsModule } from '#libs/products';
import { FAVOURITE_BOOK, favouriteBookSchema } from './favourite-book.model.js';
import { FavouriteErasure } from './favourite-erasure.js';
import { FavouriteNoticesProcessor } from './favourite-notices.processor.js';
import { FavouriteRecords } from './favourite-records.js';
import { FavouritesController } from './favourites.controller.js';
import { FavouritesService } from './favourites.service.js';
import { FavouritesImport } from './favourites-import.js';

@Module({
  imports: [
    FarmsModule,
    ProductsModule,
    MongooseModule.forFeature([{ name: FAVOURITE_BOOK, schema: favouriteBookSchema }]),
  ],
  providers: [FavouriteErasure, FavouritesImport],
  exports: [FarmsModule, FavouritesImport, ProductsModule, MongooseModule],
})
export class FavouritesModule {}

@Module({
  imports: [FavouritesModule],
  controllers: [FavouritesController],
  providers: [FavouritesService, FavouriteRecords],
})
export class FavouritesHttpModule {}

@Module({ imports: [FavouritesModule], providers: [FavouriteNoticesProcessor] })
export class FavouritesWorkerModule {}
