import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  idSchema,
  type PageQuery,
  type ProductDto,
  type ProductsPage,
  pageQuerySchema,
  productDtoSchema,
  productsPageSchema,
  type UpdateProduct,
  updateProductSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  DomainError,
  type Principal,
  Public,
  Roles,
} from '#libs/platform';
import { ProductsService } from './products.service.js';

@ApiTags('products')
@Controller()
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Get('farms/mine/products')
  @Roles('farmer')
  @ApiSchema(productsPageSchema)
  mine(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<ProductsPage> {
    if (!principal.farmId) throw new DomainError('FARM_NOT_FOUND');
    return this.products.listOfFarm(principal.farmId, query);
  }

  @Get('products/:id')
  @Public()
  @ApiSchema(productDtoSchema)
  get(@Param('id', { schema: idSchema }) id: string): Promise<ProductDto> {
    return this.products.get(id);
  }

  @Patch('products/:id')
  @Roles('farmer', 'admin')
  @ApiSchema(productDtoSchema)
  update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: updateProductSchema }) body: UpdateProduct,
  ): Promise<ProductDto> {
    return this.products.update(principal, id, body);
  }
}
