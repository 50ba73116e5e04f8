import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { idSchema, type ProductDto, productDtoSchema } from '#libs/contracts';
import { ApiSchema, Public } from '#libs/platform';
import { ProductsService } from './products.service.js';

@ApiTags('products')
@Controller()
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Get('products/:id')
  @Public()
  @ApiSchema(productDtoSchema)
  get(@Param('id', { schema: idSchema }) id: string): Promise<ProductDto> {
    return this.products.get(id);
  }
}
