import { Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type FavouriteFarmsPage,
  type FavouriteProductsPage,
  type Favourites,
  favouriteFarmsPageSchema,
  favouriteProductsPageSchema,
  favouritesSchema,
  idSchema,
  type PageQuery,
  pageQuerySchema,
} from '#libs/contracts';
import { ApiSchema, CurrentPrincipal, type Principal, Roles } from '#libs/platform';
import { FavouritesService } from './favourites.service.js';

@ApiTags('favourites')
@Controller('favourites')
export class FavouritesController {
  constructor(private readonly favourites: FavouritesService) {}

  @Get()
  @Roles('customer')
  @ApiSchema(favouritesSchema)
  get(@CurrentPrincipal() { userId }: Principal): Promise<Favourites> {
    return this.favourites.get(userId);
  }

  @Get('products')
  @Roles('customer')
  @ApiSchema(favouriteProductsPageSchema)
  listProducts(
    @CurrentPrincipal() { userId }: Principal,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<FavouriteProductsPage> {
    return this.favourites.listProducts(userId, query);
  }

  @Get('farms')
  @Roles('customer')
  @ApiSchema(favouriteFarmsPageSchema)
  listFarms(
    @CurrentPrincipal() { userId }: Principal,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<FavouriteFarmsPage> {
    return this.favourites.listFarms(userId, query);
  }

  @Put('products/:id')
  @Roles('customer')
  @ApiSchema(favouritesSchema)
  addProduct(
    @CurrentPrincipal() { userId }: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<Favourites> {
    return this.favourites.add(userId, 'products', id);
  }

  @Delete('products/:id')
  @Roles('customer')
  @ApiSchema(favouritesSchema)
  removeProduct(
    @CurrentPrincipal() { userId }: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<Favourites> {
    return this.favourites.remove(userId, 'products', id);
  }

  @Put('farms/:id')
  @Roles('customer')
  @ApiSchema(favouritesSchema)
  addFarm(
    @CurrentPrincipal() { userId }: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<Favourites> {
    return this.favourites.add(userId, 'farms', id);
  }

  @Delete('farms/:id')
  @Roles('customer')
  @ApiSchema(favouritesSchema)
  removeFarm(
    @CurrentPrincipal() { userId }: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<Favourites> {
    return this.favourites.remove(userId, 'farms', id);
  }
}
